import * as z from 'zod';
import { NotificationId } from '../base/ids';
import { NOTIFICATION_CHANNELS, NOTIFICATION_KINDS } from './notification-kinds';

export const NotificationKind = z.enum(NOTIFICATION_KINDS);
export type NotificationKind = z.infer<typeof NotificationKind>;

export const NotificationChannel = z.enum(NOTIFICATION_CHANNELS);
export type NotificationChannel = z.infer<typeof NotificationChannel>;

/** A person's own ways of each kind that they have chosen for; the defaults hold for the others. */
export const NotificationChoices = z.partialRecord(NotificationKind, z.array(NotificationChannel).max(3));
export type NotificationChoices = z.infer<typeof NotificationChoices>;

/** What a person has chosen, with the defaults where they have not. */
export const NotificationSettings = z.object({
  channels: z.record(NotificationKind, z.array(NotificationChannel)),
});
export type NotificationSettings = z.infer<typeof NotificationSettings>;

/** New ways of one kind or several; the others stay. */
export const ChooseNotifications = z.object({ channels: NotificationChoices });
export type ChooseNotifications = z.infer<typeof ChooseNotifications>;

/** Something that a person was told of. Its words are made by `kind` where it is read, in their language. */
export const Notification = z.object({
  id: NotificationId,
  kind: NotificationKind,
  at: z.iso.datetime(),
  isRead: z.boolean(),
  /** What it is about: a bot, a document, a report, an account. */
  name: z.string().nullable(),
  /** What more there is to say: a bot's name, figures, who did it. */
  detail: z.string().nullable(),
  /** Page of the dashboard that it leads to. */
  path: z.string().nullable(),
});
export type Notification = z.infer<typeof Notification>;

/** Unread ones are counted up to this; more are told as that many. */
export const MOST_UNREAD = 100;

export const NotificationPage = z.object({
  items: z.array(Notification),
  cursor: z.string().nullable(),
  unread: z.number().int().nonnegative().max(MOST_UNREAD),
});
export type NotificationPage = z.infer<typeof NotificationPage>;

/** One, or all that are no newer than one. */
export const ReadNotifications = z.union([
  z.object({ id: NotificationId }),
  z.object({ upTo: NotificationId }),
]);
export type ReadNotifications = z.infer<typeof ReadNotifications>;
