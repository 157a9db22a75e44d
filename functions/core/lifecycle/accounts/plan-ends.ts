import type * as z from 'zod';
import { PLAN_NAMES } from '#contract/accounts/plans';
import { AccountId } from '#contract/base/ids';
import { findSubscription } from '#core/accounts/billing/customer';
import { accountsOfStatus } from '#core/accounts/billing/listing';
import type { StoredAccount } from '#core/accounts/entity';
import { queueNotice } from '#core/insight/notifications/jobs';
import type { Clock } from '#platform/clock';
import { queueBotJob } from '../bots/jobs';
import { notifyThatPlanEnded } from '../plans/notify-of-ended-plan';
import { firstTold } from '../plans/plan-end';
import { EndingStatus } from './jobs';

interface Position {
  readonly status: z.infer<typeof EndingStatus>;
  readonly cursor: string;
}

const PAGE = 50;
const DAY = 86_400;
const TOLD_BEFORE_SECONDS = 3 * DAY;
/** An end that is longer ago is no news any more. */
const TOLD_AFTER_SECONDS = 7 * DAY;

/**
 * Tells who pays that the trial, or the days of grace after a failed payment, end soon or have ended: nothing else happens
 * on that day that could tell it. What a smaller plan has no place for is paused then.
 *
 * @returns where it goes on when time ran out. Repeating it changes nothing.
 */
export async function notifyOfPlanEnds(
  clock: Clock,
  from: Position | undefined,
  hasTime: () => boolean,
): Promise<Position | null> {
  const statuses = EndingStatus.options;
  for (const status of statuses.slice(from ? statuses.indexOf(from.status) : 0)) {
    let cursor = from?.status === status ? from.cursor : null;
    do {
      const page: Awaited<ReturnType<typeof accountsOfStatus>> = await accountsOfStatus(status, {
        limit: PAGE,
        ...(cursor !== null && { cursor }),
      });
      for (const account of page.items) await notifyOfPlanEnd(clock, account);
      cursor = page.cursor;
      if (cursor !== null && !hasTime()) return { status, cursor };
    } while (cursor !== null);
  }
  return null;
}

async function notifyOfPlanEnd(clock: Clock, account: StoredAccount): Promise<void> {
  const { subscriptionStatus, trialEndsAt, graceEndsAt, isSubscribed, deletesAt } = account;
  const isTrial = subscriptionStatus === 'trialing';
  const end = isTrial ? trialEndsAt : subscriptionStatus === 'past_due' ? graceEndsAt : undefined;
  if (end === undefined || deletesAt !== undefined) return;
  const now = clock();
  const secondsLeft = (Date.parse(end) - now.getTime()) / 1_000;
  if (secondsLeft > TOLD_BEFORE_SECONDS || secondsLeft < -TOLD_AFTER_SECONDS) return;
  const accountId = AccountId.parse(account.accountId);
  const plan = (await findSubscription(accountId))?.plan ?? account.plan;
  if (secondsLeft > 0) {
    const kind = isTrial ? 'trial_ending' : 'grace_ending';
    const { id, at } = await firstTold(now, accountId, kind, end);
    await queueNotice({
      id,
      kind,
      at: at.toISOString(),
      accountId,
      to: { permission: 'billing.manage' },
      name: PLAN_NAMES[plan],
      detail: end,
      path: '/billing',
    });
    return;
  }
  // The trial of a subscription goes over into its paid time; Stripe only has not said so yet.
  if (isTrial && isSubscribed === true) return;
  await queueBotJob({ kind: 'fit_to_plan', accountId });
  await notifyThatPlanEnded(accountId, plan, await firstTold(now, accountId, 'plan_ended', end));
}
