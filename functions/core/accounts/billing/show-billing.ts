import type { DomainEvent } from '#core/base/events/events';
import type { Sockets } from '#platform/sockets';
import { broadcast } from '../sockets/broadcast';
import { dashboardChannel } from '../sockets/entity';

/** Dashboards see at once what the account may do from now on. */
export async function showBilling(
  sockets: Sockets,
  { after }: DomainEvent<'subscription.changed'>,
): Promise<void> {
  await broadcast(sockets, dashboardChannel(String(after.accountId)), { type: 'billing.changed' });
}
