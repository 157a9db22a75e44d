import { boolean, Entity, type FormattedItem, item, number, string } from 'dynamodb-toolbox';
import { NotificationKind } from '#contract/insight/notifications';
import { table } from '#platform/table';

/** What a person was told of an account. */
export function notificationsPartition(accountId: string, userId: string): string {
  return `ACCOUNT#${accountId}#NOTIFICATIONS#${userId}`;
}

/** Something that a person was told of, by whatever way. */
export const NotificationEntity = new Entity({
  name: 'Notification',
  table,
  timestamps: false,
  schema: item({
    accountId: string().key(),
    userId: string().key(),
    /** Sorts by time. Of the same event and person it is the same. */
    notificationId: string().key(),
    kind: string().enum(...NotificationKind.options),
    at: string(),
    name: string().optional(),
    detail: string().optional(),
    path: string().optional(),
    /** Whether the notification centre lists it: some people want only the mail. */
    inApp: boolean(),
    readAt: string().optional(),
    mailedAt: string().optional(),
    expiresAt: number(),
  }),
  computeKey: ({ accountId, userId, notificationId }) => ({
    pk: notificationsPartition(accountId, userId),
    sk: `NOTIFICATION#${notificationId}`,
  }),
});
export type StoredNotification = FormattedItem<typeof NotificationEntity>;

/** Up to where a person has read all. */
export const NotificationsReadEntity = new Entity({
  name: 'NotificationsRead',
  table,
  timestamps: false,
  schema: item({
    accountId: string().key(),
    userId: string().key(),
    readUpTo: string(),
  }),
  computeKey: ({ accountId, userId }) => ({ pk: notificationsPartition(accountId, userId), sk: 'READ' }),
});
