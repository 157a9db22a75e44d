import type { Sockets } from '#platform/sockets';
import type { StoredAccount } from '../accounts/entity';
import type { DomainEvent } from '../events/events';
import { broadcast } from '../sockets/broadcast';
import { dashboardChannel } from '../sockets/entity';

/** Dashboards show another plan at once, and what it paused or brought back. */
export async function showAccount(
  sockets: Sockets,
  { before, after }: DomainEvent<'account.changed'>,
): Promise<void> {
  const [was, is] = [before as StoredAccount | null, after as StoredAccount];
  if (was && SHOWN.some((name) => was[name] !== is[name]))
    await broadcast(sockets, dashboardChannel(is.accountId), { type: 'account.changed' });
}

/** Of an account: which plan holds, and what changes with it. Documents have an event of their own. */
const SHOWN = ['plan', 'subscriptionStatus', 'trialEndsAt', 'liveBotCount', 'memberCount'] as const;
