import type { StoredAccount } from '#core/accounts/entity';
import { broadcast } from '#core/accounts/sockets/broadcast';
import { dashboardChannel } from '#core/accounts/sockets/entity';
import type { DomainEvent } from '#core/base/events/events';
import type { Sockets } from '#platform/sockets';

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
