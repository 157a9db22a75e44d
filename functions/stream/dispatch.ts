import { dispatchChanges } from '#core/operator/dispatch/dispatch-change';
import { socketsAt } from '#platform/sockets';
import { streamHandler } from '#platform/stream-handler';

const sockets = socketsAt();

export const handler = streamHandler(() => dispatchChanges('now', sockets));
