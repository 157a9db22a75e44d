import { $remove, UpdateItemCommand } from 'dynamodb-toolbox';
import type { AlphaProgramme } from '#contract/accounts/alpha-programme';
import { TRIAL_DAYS } from '#contract/accounts/plans';
import type { AccountId } from '#contract/base/ids';
import type { Actor } from '#platform/actor';
import { addSeconds, type Clock } from '#platform/clock';
import { ParleyError } from '#platform/errors';
import { conditionally, ifHolds } from '#platform/table-writes';
import { AccountEntity, type StoredAccount } from './entity';
import { loadAccount } from './plan';

type Membership = Pick<
  StoredAccount,
  'alphaClaimedAt' | 'alphaLeftAt' | 'isSubscribed' | 'subscriptionStatus' | 'trialEndsAt'
>;

/** Whether the account is in the alpha programme: then the first year of a first subscription costs less. */
export function isInAlpha({ alphaClaimedAt, alphaLeftAt }: Membership): boolean {
  return alphaClaimedAt !== undefined && alphaLeftAt === undefined;
}

export async function getAlpha(
  clock: Clock,
  { accountId }: Pick<Actor, 'accountId'>,
): Promise<AlphaProgramme> {
  return toProgramme(await loadAccount(accountId), clock());
}

/** Whether the longer trial is there to be claimed: once, by who is in a trial without a subscription. */
export function alphaTrialOf(account: Membership, now: Date): 'claimed' | 'open' | 'closed' {
  if (account.alphaClaimedAt !== undefined) return 'claimed';
  return isInTrial(account, now) ? 'open' : 'closed';
}

/**
 * Joins the programme: the first time with its trial, which begins now and is given once; later as it was left. Whoever is in
 * it stays in it.
 */
export async function joinAlpha(
  clock: Clock,
  { accountId }: Pick<Actor, 'accountId'>,
): Promise<AlphaProgramme> {
  const account = await loadAccount(accountId);
  if (isInAlpha(account)) return toProgramme(account, clock());
  if (account.alphaClaimedAt === undefined) await claimAlphaTrial(clock, { accountId });
  else await changeMembership(clock, accountId, null);
  return getAlpha(clock, { accountId });
}

/** Leaves it. The trial that it gave stays; repeating changes nothing. */
export async function leaveAlpha(
  clock: Clock,
  { accountId }: Pick<Actor, 'accountId'>,
): Promise<AlphaProgramme> {
  await changeMembership(clock, accountId, clock().toISOString());
  return getAlpha(clock, { accountId });
}

/** Gives the account the trial of the alpha programme, from now. Of two claims at once one is refused. */
export async function claimAlphaTrial(
  clock: Clock,
  { accountId }: Pick<Actor, 'accountId'>,
): Promise<{ readonly trialEndsAt: string }> {
  const now = clock();
  const at = now.toISOString();
  const trialEndsAt = addSeconds(now, TRIAL_DAYS.alpha * 86_400).toISOString();
  await conditionally(
    AccountEntity.build(UpdateItemCommand)
      .item({ accountId, trialEndsAt, alphaClaimedAt: at, updatedAt: at })
      .options({
        condition: {
          and: [
            { attr: 'accountId', exists: true },
            { attr: 'subscriptionStatus', eq: 'trialing' },
            // The trial of a subscription is Stripe's: it ends when Stripe says so.
            { attr: 'isSubscribed', exists: false },
            { attr: 'alphaClaimedAt', exists: false },
            { attr: 'trialEndsAt', gt: at },
          ],
        },
      })
      .send(),
    () => new ParleyError('account.alpha_not_open'),
  );
  return { trialEndsAt };
}

/** `leftAt`: null comes back. */
async function changeMembership(clock: Clock, accountId: AccountId, leftAt: string | null): Promise<void> {
  // Refused: it is so already.
  await ifHolds(
    AccountEntity.build(UpdateItemCommand)
      .item({ accountId, alphaLeftAt: leftAt ?? $remove(), updatedAt: clock().toISOString() })
      .options({
        condition: {
          and: [
            { attr: 'alphaClaimedAt', exists: true },
            { attr: 'alphaLeftAt', exists: leftAt === null },
          ],
        },
      })
      .send(),
  );
}

function toProgramme(account: Membership, now: Date): AlphaProgramme {
  const isTrial = isInTrial(account, now);
  const mayJoin = account.alphaClaimedAt !== undefined || isTrial;
  return {
    membership: isInAlpha(account) ? 'joined' : mayJoin ? 'open' : 'closed',
    givesTrial: alphaTrialOf(account, now) === 'open',
    trialEndsAt: (isTrial && account.trialEndsAt) || null,
  };
}

function isInTrial({ subscriptionStatus, isSubscribed, trialEndsAt }: Membership, now: Date): boolean {
  const isTrial = subscriptionStatus === 'trialing' && isSubscribed !== true;
  return isTrial && trialEndsAt !== undefined && new Date(trialEndsAt) > now;
}
