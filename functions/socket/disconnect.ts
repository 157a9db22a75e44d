import { disconnect } from '#core/sockets/connections';
import { socketHandler } from '#platform/socket-handler';

export const handler = socketHandler(({ connectionId }) => disconnect(connectionId));
