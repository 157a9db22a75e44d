import { disconnect } from '#core/accounts/sockets/connections';
import { socketHandler } from '#platform/socket-handler';

export const handler = socketHandler(({ connectionId }) => disconnect(connectionId));
