import { connect } from '#core/accounts/sockets/connections';
import { systemClock } from '#platform/clock';
import { requireEdge } from '#platform/edge';
import { socketHandler } from '#platform/socket-handler';

export const handler = socketHandler(async ({ connectionId, headers, query }) => {
  await requireEdge(headers);
  await connect(systemClock, { connectionId, ticket: query.ticket });
});
