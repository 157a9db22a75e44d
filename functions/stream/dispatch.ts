import { dispatchChanges } from '#core/operator/dispatch/dispatch-change';
import { NOW } from '#core/operator/dispatch/now';
import { socketsAt } from '#platform/sockets';
import { streamHandler } from '#platform/stream-handler';

const sockets = socketsAt();

export const handler = streamHandler(() => dispatchChanges(NOW, sockets));
