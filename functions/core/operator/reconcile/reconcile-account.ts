import { DeleteItemCommand, GetItemCommand } from 'dynamodb-toolbox';
import { AccountId, BotId } from '#contract/base/ids';
import { findSubscription } from '#core/accounts/billing/customer';
import { SubscriptionListingEntity } from '#core/accounts/billing/listing';
import { syncSubscription } from '#core/accounts/billing/sync';
import { AccountEntity, accountPartition, type StoredAccount } from '#core/accounts/entity';
import { deletedBotsOf } from '#core/bots/bots';
import { ERASURES, ErasureEntity, type StoredErasure } from '#core/conversations/erasures';
import { queueAccountJob } from '#core/lifecycle/accounts/jobs';
import type { OwnPayments } from '#core/lifecycle/accounts/subscription';
import { queueBotJob, queueErasures } from '#core/lifecycle/bots/jobs';
import { recountPlaces } from '#core/lifecycle/recovery/recount-places';
import { addSeconds, type Clock } from '#platform/clock';
import { ParleyError } from '#platform/errors';
import { logger } from '#platform/logger';
import { type Page, queryPage } from '#platform/pages';
import { readItem } from '#platform/table-reads';
import type { Found } from '../admin/reconcile-run';
import { reconcileFiles } from './reconcile-files';

export interface AccountDeps {
  readonly clock: Clock;
  readonly payments: OwnPayments;
}

/** Named: what is done for it is named after it, and not done twice. */
type OwnDeps = AccountDeps & { readonly run: string };
type Step = (deps: OwnDeps, account: StoredAccount) => Promise<Found>;

/** A time to live ends things some hours late. */
const LATE_SECONDS = 86_400;

/** What was found of one account; each step by itself, so that one that fails keeps no other from being done. */
export async function reconcileAccount(
  deps: OwnDeps,
  listed: { readonly createdAt: string; readonly accountId: string },
): Promise<{ readonly found: Found; readonly failed: boolean }> {
  const accountId = AccountId.parse(listed.accountId);
  const account = await readItem(AccountEntity, { accountId });
  if (!account) {
    await SubscriptionListingEntity.build(DeleteItemCommand).key(listed).send();
    return { found: { listingsRemoved: 1 }, failed: false };
  }
  // Until it is erased it is as its owner left it, who may come back.
  const steps = account.deletesAt === undefined ? STEPS : [eraseAccount];
  let found: Found = {};
  let failed = false;
  for (const step of steps)
    try {
      found = { ...found, ...(await step(deps, account)) };
    } catch (error) {
      failed = true;
      logger.error('An account could not be compared.', { accountId, step: step.name, error });
    }
  const seen = Object.fromEntries(Object.entries(found).filter(([, count]) => count > 0));
  if (Object.keys(seen).length > 0)
    logger.warn('Something of an account was mended.', { accountId, ...seen });
  // Somebody has to look.
  return { found: seen, failed: failed || 'filesUnknown' in seen };
}

const eraseAccount: Step = async ({ clock }, { accountId, deletesAt = '' }) => {
  if (deletesAt > latest(clock)) return {};
  await queueAccountJob({ kind: 'purge', accountId: AccountId.parse(accountId) });
  return { accountsErased: 1 };
};

const eraseBots: Step = async ({ clock }, account) => {
  const accountId = AccountId.parse(account.accountId);
  const due = (await deletedBotsOf(accountId)).filter(({ purgeAt }) => purgeAt <= latest(clock));
  for (const { botId } of due) await queueBotJob({ kind: 'purge', accountId, botId: BotId.parse(botId) });
  return { botsErased: due.length };
};

/** Conversations of which something may be left. In turn: of a day on which nothing was followed they are many. */
const finishErasures: Step = async ({ clock }, account) => {
  const accountId = AccountId.parse(account.accountId);
  let [found, cursor]: [number, string | null] = [0, null];
  do {
    const page: Page<StoredErasure> = await queryPage(
      ErasureEntity,
      { partition: accountPartition(accountId), prefix: ERASURES },
      { limit: 500, consistent: true, ...(cursor !== null && { cursor }) },
    );
    const due = page.items.filter(({ at }) => at <= latest(clock));
    await queueErasures(due);
    found += due.length;
    cursor = page.cursor;
  } while (cursor !== null);
  return { erasuresFinished: found };
};

const correctCounters: Step = async (_deps, { accountId }) => ({
  // One that works right now is counted another day.
  countersCorrected: (await recountPlaces(accountId)) === 'corrected' ? 1 : 0,
});

/** What of an account Stripe decides. */
const DECIDED = ['plan', 'subscriptionStatus', 'trialEndsAt', 'graceEndsAt', 'isSubscribed'] as const;

const correctSubscription: Step = async ({ clock, payments }, { accountId: id }) => {
  const accountId = AccountId.parse(id);
  const before = await findSubscription(accountId);
  if (!before) return {};
  try {
    const own = async () =>
      (await AccountEntity.build(GetItemCommand).key({ accountId }).options({ consistent: true }).send())
        .Item;
    const was = await own();
    await syncSubscription({ clock, stripe: await payments() }, accountId);
    const is = await own();
    return { subscriptionsCorrected: DECIDED.every((name) => was?.[name] === is?.[name]) ? 0 : 1 };
  } catch (error) {
    // A stage without payments has none to compare with.
    if (error instanceof ParleyError && error.code === 'billing.not_configured') return {};
    throw error;
  }
};

const STEPS: readonly Step[] = [
  eraseBots,
  finishErasures,
  correctCounters,
  correctSubscription,
  reconcileFiles,
];

function latest(clock: Clock): string {
  return addSeconds(clock(), -LATE_SECONDS).toISOString();
}
