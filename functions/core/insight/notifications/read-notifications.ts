import { PutItemCommand, QueryCommand, UpdateItemCommand } from 'dynamodb-toolbox';
import { NotificationId } from '#contract/base/ids';
import {
  MOST_UNREAD,
  type Notification,
  type NotificationPage,
  type ReadNotifications,
} from '#contract/insight/notifications';
import type { Actor } from '#platform/actor';
import type { Clock } from '#platform/clock';
import { type PageRequest, queryPage } from '#platform/pages';
import { table } from '#platform/table';
import { readItem } from '#platform/table-reads';
import { ifHolds } from '#platform/table-writes';
import {
  NotificationEntity,
  NotificationsReadEntity,
  notificationsPartition,
  type StoredNotification,
} from './entity';

type Reader = Pick<Actor, 'accountId' | 'userId'>;

/** The caller's notifications in this account, newest first, and how many of them are unread. */
export async function listNotifications(reader: Reader, request: PageRequest): Promise<NotificationPage> {
  const partition = notificationsPartition(reader.accountId, reader.userId);
  const [page, readUpTo, newest] = await Promise.all([
    queryPage(NotificationEntity, { partition, prefix: 'NOTIFICATION#' }, { ...request, newestFirst: true }),
    readMark(reader),
    newestOf(partition),
  ]);
  return {
    items: page.items.filter(({ inApp }) => inApp).map((stored) => toNotification(stored, readUpTo)),
    cursor: page.cursor,
    unread: newest.filter((stored) => stored.inApp && !isRead(stored, readUpTo)).length,
  };
}

/** Marks one as read, or all that are no newer than one. One that is gone is read as well. */
export async function readNotifications(
  clock: Clock,
  reader: Reader,
  read: ReadNotifications,
): Promise<void> {
  const { accountId, userId } = reader;
  await ifHolds(
    'upTo' in read
      ? NotificationsReadEntity.build(PutItemCommand)
          .item({ accountId, userId, readUpTo: read.upTo })
          .options({
            // Another window may have read further.
            condition: {
              or: [
                { attr: 'readUpTo', exists: false },
                { attr: 'readUpTo', lt: read.upTo },
              ],
            },
          })
          .send()
      : NotificationEntity.build(UpdateItemCommand)
          .item({ accountId, userId, notificationId: read.id, readAt: clock().toISOString() })
          .options({
            condition: {
              and: [
                { attr: 'kind', exists: true },
                { attr: 'readAt', exists: false },
              ],
            },
          })
          .send(),
  );
}

export function toNotification(stored: StoredNotification, readUpTo: string | null): Notification {
  const { notificationId, kind, at, name, detail, path } = stored;
  return {
    id: NotificationId.parse(notificationId),
    kind,
    at,
    isRead: isRead(stored, readUpTo),
    name: name ?? null,
    // A mention's note may be erased by now: none of its words are told here.
    detail: kind === 'mention' ? null : (detail ?? null),
    path: path ?? null,
  };
}

function isRead({ notificationId, readAt }: StoredNotification, readUpTo: string | null): boolean {
  return readAt !== undefined || (readUpTo !== null && notificationId <= readUpTo);
}

async function readMark({ accountId, userId }: Reader): Promise<string | null> {
  const found = await readItem(NotificationsReadEntity, { accountId, userId });
  return found?.readUpTo ?? null;
}

async function newestOf(partition: string): Promise<readonly StoredNotification[]> {
  const { Items = [] } = await table
    .build(QueryCommand)
    .query({ partition, range: { beginsWith: 'NOTIFICATION#' } })
    .entities(NotificationEntity)
    .options({ limit: MOST_UNREAD, reverse: true, consistent: true })
    .send();
  return Items;
}
