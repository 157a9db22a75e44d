import { dispatchChanges } from '#core/operator/dispatch/dispatch-change';
import { LATER } from '#core/operator/dispatch/later';
import { socketsAt } from '#platform/sockets';
import { streamHandler } from '#platform/stream-handler';

const sockets = socketsAt();

export const handler = streamHandler(() => dispatchChanges(LATER, sockets));
