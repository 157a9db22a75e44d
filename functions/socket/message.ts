import { handleFrame } from '#core/conversations/handle-frame';
import { systemClock } from '#platform/clock';
import { environment } from '#platform/environment';
import { invokeLater } from '#platform/functions';
import { socketHandler } from '#platform/socket-handler';
import { socketsAt } from '#platform/sockets';

const answerFunction = environment('ANSWER_FUNCTION_NAME');
const deps = {
  clock: systemClock,
  sockets: socketsAt(),
  startAnswer: (request: unknown) => invokeLater(answerFunction, request),
};

export const handler = socketHandler(({ connectionId, body }) => handleFrame(deps, connectionId, body));
