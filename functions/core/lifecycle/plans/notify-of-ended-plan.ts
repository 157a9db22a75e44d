import { PLAN_NAMES, PLANS, type PlanId } from '#contract/accounts/plans';
import { AccountId, NotificationId } from '#contract/base/ids';
import type { StoredSubscription } from '#core/accounts/billing/entity';
import { graceUntil } from '#core/accounts/billing/sync';
import { membershipsOf } from '#core/accounts/memberships';
import { loadAccount } from '#core/accounts/plan';
import { profilesOf } from '#core/accounts/team/list-team';
import type { DomainEvent } from '#core/base/events/events';
import { botsOf } from '#core/bots/bots';
import { queueNotice } from '#core/insight/notifications/jobs';
import { fitBots, fitMembers } from './places-kept';
import { firstTold } from './plan-end';

/** Names that are listed; the others are counted. */
const MOST = 5;

/** Whoever pays is told that Stripe has ended the plan; where its days of grace had been over before, with what tells of that. */
export async function notifyOfEndedPlan({ id, at, before, after }: DomainEvent<'plan.ended'>): Promise<void> {
  const { plan = 'free', status, pastDueSince } = (before ?? after) as StoredSubscription;
  const accountId = AccountId.parse(after.accountId);
  const graceEnd = status && graceUntil({ status, pastDueSince });
  await notifyThatPlanEnded(
    accountId,
    plan,
    graceEnd && graceEnd <= at
      ? await firstTold(at, accountId, 'plan_ended', graceEnd.toISOString())
      : { id: NotificationId.parse(id), at },
  );
}

/** Whoever pays is told that the plan has ended, what pauses with it, and where it comes back. */
export async function notifyThatPlanEnded(
  accountId: AccountId,
  plan: PlanId,
  { id, at }: { readonly id: NotificationId; readonly at: Date },
): Promise<void> {
  await queueNotice({
    id,
    kind: 'plan_ended',
    at: at.toISOString(),
    accountId,
    to: { permission: 'billing.manage' },
    name: PLAN_NAMES[plan],
    detail: listed(await pausedOf(accountId)),
    path: '/billing',
  });
}

/** What the free plan has no place for, whether it is paused already or not yet. */
async function pausedOf(accountId: AccountId): Promise<readonly string[]> {
  const { limits } = PLANS.free;
  const [{ keptBots = [] }, bots, members] = await Promise.all([
    loadAccount(accountId),
    botsOf(accountId),
    membershipsOf(accountId),
  ]);
  const pausing = new Set(fitBots(bots, limits.bots, keptBots).pause);
  const leaving = new Set(fitMembers(members, limits.teamMembers).pause);
  const profiles = await profilesOf(
    members.filter((member) => member.suspendedByPlan === true || leaving.has(member)),
  );
  return [
    ...bots.filter((bot) => bot.heldByPlan !== null || pausing.has(bot)).map(({ name }) => name),
    ...profiles.flatMap((profile) => profile?.fullName ?? []),
  ];
}

function listed(names: readonly string[]): string | null {
  if (names.length === 0) return null;
  const more = names.length > MOST ? ` +${names.length - MOST}` : '';
  return `${names.slice(0, MOST).join(', ')}${more}`.slice(0, 500);
}
