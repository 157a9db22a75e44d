import { $remove, PutItemCommand, UpdateItemCommand } from 'dynamodb-toolbox';
import { permits } from '#contract/base/permissions';
import { RETENTION_DAYS } from '#contract/conversations/retention';
import { wants } from '#contract/insight/notification-kinds';
import type { NotificationKind } from '#contract/insight/notifications';
import type { StoredProfile } from '#core/accounts/entity';
import { type PostDeps, post, unlessRefused } from '#core/accounts/mail/post';
import { broadcast } from '#core/accounts/sockets/broadcast';
import { userChannel } from '#core/accounts/sockets/entity';
import { findProfile } from '#core/accounts/stored-profile';
import { activeMembers } from '#core/accounts/team/managers';
import { type Clock, epochSeconds } from '#platform/clock';
import type { Sockets } from '#platform/sockets';
import { ifHolds } from '#platform/table-writes';
import { NotificationEntity, type StoredNotification } from './entity';
import type { Notice } from './notice';
import { notificationMail } from './notification-mail';
import { toNotification } from './read-notifications';

export interface NotifyDeps extends PostDeps {
  readonly sockets: Sockets;
  /** Of the dashboard. */
  readonly appOrigin: string;
}

/** Kinds of which mails of their own are sent: what they tell is more than a line. */
const MAILED_ELSEWHERE: ReadonlySet<NotificationKind> = new Set([
  'invitation',
  'conversation_waiting',
  'limit',
  'feedback_answered',
  'export_ready',
]);

/**
 * Tells people of something, each by the ways that they have chosen. Repeating it changes nothing; where a mail could not be
 * sent it throws, and another delivery sends what is missing.
 */
export async function notify(deps: NotifyDeps, notice: Notice): Promise<void> {
  const outcomes = await Promise.allSettled(
    (await recipientsOf(notice)).map((profile) => notifyPerson(deps, notice, profile)),
  );
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason;
}

async function recipientsOf({ accountId, to }: Notice): Promise<readonly StoredProfile[]> {
  if ('person' in to) {
    const profile = await findProfile(to.person);
    return profile && !profile.bannedAt ? [profile] : [];
  }
  const members = await activeMembers(accountId);
  return members
    .filter(({ profile, role }) =>
      'permission' in to
        ? permits(to.permission, { profile: profile.role, team: role })
        : to.userIds.some((userId) => userId === profile.userId),
    )
    .map(({ profile }) => profile);
}

async function notifyPerson(deps: NotifyDeps, notice: Notice, profile: StoredProfile): Promise<void> {
  const by = (channel: Parameters<typeof wants>[2]) => wants(profile.notifications, notice.kind, channel);
  const byMail = by('email') && !MAILED_ELSEWHERE.has(notice.kind);
  if (!by('app') && !by('browser') && !byMail) return;
  const stored: StoredNotification = {
    accountId: notice.accountId,
    userId: profile.userId,
    notificationId: notice.id,
    kind: notice.kind,
    at: notice.at,
    ...(notice.name !== null && { name: notice.name }),
    ...(notice.detail !== null && { detail: notice.detail }),
    ...(notice.path !== null && { path: notice.path }),
    inApp: by('app'),
    expiresAt: epochSeconds(new Date(notice.at)) + RETENTION_DAYS.notifications * 86_400,
  };
  if (await isNew(stored))
    await broadcast(deps.sockets, userChannel(profile.userId), {
      type: 'notification.added',
      accountId: notice.accountId,
      notification: toNotification(stored, null),
      inApp: by('app'),
      inBrowser: by('browser'),
    });
  if (byMail && (await claimMail(deps.clock, stored))) {
    try {
      await unlessRefused(post(deps, 'notification', {}, notificationMail(profile, notice, deps.appOrigin)));
    } catch (error) {
      await giveMailBack(stored);
      throw error;
    }
  }
}

async function isNew(notification: StoredNotification): Promise<boolean> {
  return ifHolds(
    NotificationEntity.build(PutItemCommand)
      .item(notification)
      .options({ condition: { attr: 'notificationId', exists: false } })
      .send(),
  );
}

/** False where another delivery has sent it. */
async function claimMail(
  clock: Clock,
  { accountId, userId, notificationId }: StoredNotification,
): Promise<boolean> {
  return ifHolds(
    NotificationEntity.build(UpdateItemCommand)
      .item({ accountId, userId, notificationId, mailedAt: clock().toISOString() })
      .options({
        condition: {
          and: [
            { attr: 'notificationId', exists: true },
            { attr: 'mailedAt', exists: false },
          ],
        },
      })
      .send(),
  );
}

async function giveMailBack({ accountId, userId, notificationId }: StoredNotification): Promise<void> {
  await NotificationEntity.build(UpdateItemCommand)
    .item({ accountId, userId, notificationId, mailedAt: $remove() })
    .send();
}
