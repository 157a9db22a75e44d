import { DeleteItemCommand, UpdateItemCommand } from 'dynamodb-toolbox';
import { type AccountId, BotId, UserId } from '#contract/base/ids';
import { AccountEntity, accountPartition, type StoredAccount } from '#core/accounts/entity';
import { membershipsOf } from '#core/accounts/memberships';
import { dashboardChannel } from '#core/accounts/sockets/entity';
import { INVITATION_PREFIX, InvitationEntity, InvitationLinkEntity } from '#core/accounts/team/entity';
import { bury } from '#core/base/tombstones/entity';
import { botsOf, deletedBotsOf, formerBotsOf } from '#core/bots/bots';
import { cannedRepliesPartition } from '#core/conversations/inbox/entity';
import { wordsPartition } from '#core/conversations/words/entity';
import { activityPartition } from '#core/insight/activity/entity';
import { analyticsPartition, ratingsPartition } from '#core/insight/analytics/entity';
import { notificationsPartition } from '#core/insight/notifications/entity';
import { takeOffClock } from '#core/insight/reports/clock-name';
import {
  ReportScheduleEntity,
  recipientsPartition,
  reportsPartition,
  runsPartition,
} from '#core/insight/reports/entity';
import { schedulesOf } from '#core/insight/reports/stored-schedule';
import type { Actor } from '#platform/actor';
import { deleteEverything } from '#platform/buckets';
import type { Clock } from '#platform/clock';
import { environment } from '#platform/environment';
import { ParleyError } from '#platform/errors';
import type { Scheduler } from '#platform/scheduler';
import { deletePartition } from '#platform/table';
import { listAll, readItem } from '#platform/table-reads';
import { ifHolds } from '#platform/table-writes';
import { deleteBot } from '../bots/delete-bot';
import { purgeBot } from '../bots/purge-bot';
import { type PersonDeps, purgePerson } from './purge-person';
import { endSubscription, type OwnPayments } from './subscription';

export interface PurgeDeps extends PersonDeps {
  readonly clock: Clock;
  readonly scheduler: Pick<Scheduler, 'remove'>;
  readonly payments: OwnPayments;
  /** Erases what the administration's log holds of the account; false where time ran out. */
  readonly eraseLog: (accountId: AccountId, hasTime: () => boolean) => Promise<boolean>;
}

/** `more`: time ran out, and called again it goes on; `kept`: it was undone, or has gone already. */
export type PurgeOutcome = 'erased' | 'more' | 'kept';

type Step = (deps: PurgeDeps, account: StoredAccount, hasTime: () => boolean) => Promise<boolean>;

/**
 * Erases everything of an account whose days are over: its subscription, bots with all that they know and have said,
 * reports with their schedules, invitations, files, its owner where this was their only account, and at last the account
 * itself, by which the rest is found: so an erasing that was stopped goes on.
 */
export async function purgeAccount(
  deps: PurgeDeps,
  accountId: AccountId,
  hasTime: () => boolean,
): Promise<PurgeOutcome> {
  const account = await beginPurge(deps.clock, accountId);
  if (!account) return 'kept';
  await bury('account', accountId);
  await endSubscription(deps, accountId);
  const steps: readonly Step[] = [eraseBots, eraseReports, eraseInvitations, eraseNotifications, eraseOwner];
  for (const step of steps) if (!(await step(deps, account, hasTime))) return 'more';
  return (await sweepAccount(deps, accountId, hasTime)) ? 'erased' : 'more';
}

/**
 * Erases what lies in places that the account's id alone names. It is done once more after a while: what follows the
 * account's last changes may write a moment after they were made.
 */
export async function sweepAccount(
  { eraseLog }: Pick<PurgeDeps, 'eraseLog'>,
  accountId: AccountId,
  hasTime: () => boolean,
): Promise<boolean> {
  const folders = [
    ['UPLOADS_BUCKET', 'uploads/'],
    ['UPLOADS_BUCKET', 'attachments/'],
    ['INDEX_BUCKET', 'index/'],
    ['INDEX_BUCKET', 'parts/'],
    ['INDEX_BUCKET', 'pictures/'],
    ['EXPORTS_BUCKET', 'exports/'],
    ['EXPORTS_BUCKET', 'reports/'],
    ['WIDGET_BUCKET', 'w/account/'],
  ] as const;
  for (const [bucket, prefix] of folders)
    if (!(await deleteEverything(environment(bucket), `${prefix}${accountId}/`, hasTime))) return false;
  for (const partition of [
    activityPartition(accountId),
    ratingsPartition(accountId),
    dashboardChannel(accountId),
    reportsPartition(accountId),
    cannedRepliesPartition(accountId),
    wordsPartition(accountId),
  ])
    if (!(await deletePartition(partition, { hasTime }))) return false;
  if (!(await eraseLog(accountId, hasTime))) return false;
  return deletePartition(accountPartition(accountId), { hasTime, last: 'ACCOUNT' });
}

/** From here on there is no way back: undoing and this exclude each other. */
async function beginPurge(clock: Clock, accountId: AccountId): Promise<StoredAccount | undefined> {
  const isStored = await ifHolds(
    AccountEntity.build(UpdateItemCommand)
      .item({ accountId, isPurged: true })
      .options({ condition: { attr: 'deletesAt', lte: clock().toISOString() } })
      .send(),
  );
  if (!isStored) return undefined;
  return readItem(AccountEntity, { accountId });
}

const eraseBots: Step = async ({ clock }, account, hasTime) => {
  const actor = ownerOf(account);
  for (const bot of await botsOf(actor.accountId)) {
    if (!hasTime()) return false;
    await deleteBot(clock, actor, bot.botId, { name: bot.name }).catch(unlessGone);
  }
  for (const { botId } of await deletedBotsOf(actor.accountId)) {
    const ref = { accountId: actor.accountId, botId: BotId.parse(botId) };
    if (!(await purgeBot(clock, ref, hasTime, { atOnce: true }))) return false;
  }
  for (const botId of await formerBotsOf(actor.accountId))
    if (!(await deletePartition(analyticsPartition({ accountId: actor.accountId, botId }), { hasTime })))
      return false;
  return true;
};

/** Another delivery of the same message was faster. */
function unlessGone(error: unknown): void {
  if (!(error instanceof ParleyError) || error.code !== 'bot.not_found') throw error;
}

const eraseReports: Step = async ({ scheduler }, { accountId }, hasTime) => {
  for (const { scheduleId } of await schedulesOf(accountId)) {
    if (!hasTime()) return false;
    await takeOffClock(scheduler, { accountId, scheduleId });
    if (!(await deletePartition(recipientsPartition(accountId, scheduleId), { hasTime }))) return false;
    if (!(await deletePartition(runsPartition(accountId, scheduleId), { hasTime }))) return false;
    // Last: by it the others are found.
    await ReportScheduleEntity.build(DeleteItemCommand).key({ accountId, scheduleId }).send();
  }
  return true;
};

const eraseInvitations: Step = async (_deps, { accountId }, hasTime) => {
  const items = await listAll(InvitationEntity, accountPartition(accountId), INVITATION_PREFIX);
  for (const { tokenHash, invitationId } of items) {
    if (!hasTime()) return false;
    await InvitationLinkEntity.build(DeleteItemCommand).key({ tokenHash }).send();
    await InvitationEntity.build(DeleteItemCommand).key({ accountId, invitationId }).send();
  }
  return true;
};

const eraseNotifications: Step = async (_deps, account, hasTime) => {
  const { accountId } = ownerOf(account);
  for (const { userId } of await membershipsOf(accountId))
    if (!(await deletePartition(notificationsPartition(accountId, userId), { hasTime }))) return false;
  return true;
};

const eraseOwner: Step = (deps, account, hasTime) => purgePerson(deps, ownerOf(account), hasTime);

/** In whose name the bots of the account are deleted. */
function ownerOf({ accountId, ownerId }: StoredAccount): Actor {
  return {
    accountId: accountId as AccountId,
    userId: UserId.parse(ownerId),
    sessionId: 'account-deletion',
    signedInAt: 0,
    profileRole: 'client',
    teamRole: 'owner',
  };
}
