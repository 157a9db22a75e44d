import { GetItemCommand, UpdateItemCommand } from 'dynamodb-toolbox';
import type { Limits } from '#contract/accounts/plans';
import type { KeepBots, PlanPreview, PreviewPlan } from '#contract/accounts/usage';
import { BotId, UserId } from '#contract/base/ids';
import { AccountEntity, type StoredMembership } from '#core/accounts/entity';
import { MonthlyUsageEntity, monthOf } from '#core/accounts/limits/monthly-usage';
import { limitsOf, placesTaken } from '#core/accounts/limits/quotas';
import { membershipsOf } from '#core/accounts/memberships';
import { loadAccount } from '#core/accounts/plan';
import { profilesOf } from '#core/accounts/team/list-team';
import { botsOf } from '#core/bots/bots';
import { replaced } from '#core/bots/entity';
import type { StoredBot } from '#core/bots/stored-bot';
import type { Actor } from '#platform/actor';
import type { Clock } from '#platform/clock';
import { type Fit, fitBots, fitMembers } from './places-kept';

/** What another plan would change in the caller's account, by the same rule that then changes it. Changes nothing. */
export async function previewPlan(
  clock: Clock,
  { accountId }: Pick<Actor, 'accountId'>,
  { plan, keep }: PreviewPlan,
): Promise<PlanPreview> {
  const [account, bots, members, { Item: month }] = await Promise.all([
    loadAccount(accountId),
    botsOf(accountId),
    membershipsOf(accountId),
    MonthlyUsageEntity.build(GetItemCommand)
      .key({ accountId, month: monthOf(clock()) })
      .send(),
  ]);
  // Known as administrators have set them once the account was read.
  const limits = limitsOf(plan);
  const profiles = await profilesOf(members);
  const names = new Map(members.map(({ userId }, index) => [userId, profiles[index]?.fullName ?? '']));
  const used = (resource: keyof Limits, count: number) => ({
    used: Math.max(0, count),
    limit: limits[resource],
  });
  return {
    plan,
    bots: {
      ...used('bots', placesTaken(account, 'bots')),
      ...mapped(fitBots(bots, limits.bots, keep ?? account.keptBots ?? []), toBot),
    },
    teamMembers: {
      ...used('teamMembers', placesTaken(account, 'teamMembers')),
      ...mapped(fitMembers(members, limits.teamMembers), ({ userId }: StoredMembership) => ({
        id: UserId.parse(userId),
        name: names.get(userId) ?? '',
      })),
    },
    allBots: used('allBots', placesTaken(account, 'allBots')),
    documents: used('documents', placesTaken(account, 'documents')),
    conversations: used('conversations', month?.conversations ?? 0),
  };
}

/** Keeps which bots are to stay on the air where a plan has no room for all of them. */
export async function keepBots({ accountId }: Pick<Actor, 'accountId'>, { keep }: KeepBots): Promise<void> {
  const own = new Set<string>((await botsOf(accountId)).map(({ botId }) => botId));
  await AccountEntity.build(UpdateItemCommand)
    .item({ accountId, keptBots: replaced([...new Set(keep)].filter((botId) => own.has(botId))) })
    .options({ condition: { attr: 'accountId', exists: true } })
    .send();
}

function toBot({ botId, name }: StoredBot) {
  return { id: BotId.parse(botId), name };
}

function mapped<FROM, TO>({ stay, pause, resume }: Fit<FROM>, to: (from: FROM) => TO) {
  return { stay: stay.map(to), pause: pause.map(to), resume: resume.map(to) };
}
