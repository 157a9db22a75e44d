import { systemClock } from '#platform/clock';
import { socketsAt } from '#platform/sockets';
import { createAnswerer } from '../answers/create-answerer';
import type { AnswerDeps } from './answer-conversation';

/** What answering needs, from the function's environment. Segments stay in memory as long as the function does. */
export function answerDeps(): AnswerDeps {
  return { clock: systemClock, sockets: socketsAt(), answerer: createAnswerer() };
}
