import { BatchGetRequest } from 'dynamodb-toolbox';
import { type AccountId, UserId } from '#contract/base/ids';
import type { AdminAccount, AdminLogEntry } from '#contract/operator/admin';
import { findSubscription } from '#core/accounts/billing/customer';
import { ProfileEntity } from '#core/accounts/entity';
import { membershipsOf } from '#core/accounts/memberships';
import { botsOf, toBot } from '#core/bots/bots';
import { getUsage } from '#core/lifecycle/plans/show-usage';
import type { Clock } from '#platform/clock';
import { readItems } from '#platform/table-reads';
import { listAccountLog, listAdminLog } from './log';
import { loadAdminSubscription } from './subscriptions';

/** Bots that are shown; of more only how many there are. */
const SHOWN_BOTS = 50;
/** Of all administrators' newest entries, those that concern the account are shown beside its own. */
const LOG_READ = 100;

/** One customer: who works there, what it has and uses, and what happened. Throws `admin.account_not_found`. */
export async function getAdminAccount(clock: Clock, accountId: AccountId): Promise<AdminAccount> {
  const subscription = await loadAdminSubscription(clock, accountId);
  const [memberships, bots, usage, stored, own, platform] = await Promise.all([
    membershipsOf(accountId),
    botsOf(accountId),
    getUsage(clock, { accountId }),
    findSubscription(accountId),
    listAccountLog(accountId),
    listAdminLog({ limit: LOG_READ }),
  ]);
  const profiles = await readItems(
    memberships.map(({ userId }) => ProfileEntity.build(BatchGetRequest).key({ userId })),
    { consistent: false },
  );
  const shown = await Promise.all(bots.slice(0, SHOWN_BOTS).map(toBot));
  const ids = new Set<string>([accountId, ...memberships.map(({ userId }) => userId)]);
  return {
    subscription,
    customerId: stored?.customerId ?? null,
    people: memberships.map(({ userId, role, status }, place) => ({
      id: UserId.parse(userId),
      name: profiles[place]?.fullName ?? '',
      email: profiles[place]?.email ?? '',
      role,
      status: status ?? 'active',
    })),
    usage,
    botCount: bots.length,
    bots: shown.map(({ id, name, status, documentCount }) => ({
      id,
      name,
      status,
      documents: documentCount,
    })),
    log: newest([...own, ...platform.items.filter(({ subject }) => subject && ids.has(subject.id))]),
  };
}

function newest(entries: readonly AdminLogEntry[]): AdminLogEntry[] {
  const once = new Map(entries.map((entry) => [entry.id, entry]));
  return [...once.values()].sort((one, other) => other.at.localeCompare(one.at));
}
