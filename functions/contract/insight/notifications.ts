import * as z from 'zod';
import { NotificationId } from '../base/ids';

/** What a person can be told of. */
export const NOTIFICATION_KINDS = [
  'invitation',
  'member_suspended',
  'conversation_waiting',
  'mention',
  'limit',
  'document_failed',
  'report_failed',
  'export_ready',
  'golden_regression',
  'payment',
  'trial_ending',
  'grace_ending',
  'plan_ended',
  'feedback_answered',
  'sign_in',
] as const;
export const NotificationKind = z.enum(NOTIFICATION_KINDS);
export type NotificationKind = z.infer<typeof NotificationKind>;

/** The notification centre of the dashboard, a mail, and a message of the browser while the dashboard is open in it. */
export const NOTIFICATION_CHANNELS = ['app', 'email', 'browser'] as const;
export const NotificationChannel = z.enum(NOTIFICATION_CHANNELS);
export type NotificationChannel = z.infer<typeof NotificationChannel>;

/** By which ways a person is told of each kind who has chosen nothing. */
export const DEFAULT_CHANNELS: Readonly<Record<NotificationKind, readonly NotificationChannel[]>> = {
  invitation: ['app', 'email'],
  member_suspended: ['app', 'email'],
  conversation_waiting: ['app', 'email', 'browser'],
  mention: ['app', 'email', 'browser'],
  limit: ['app', 'email'],
  document_failed: ['app'],
  report_failed: ['app', 'email'],
  export_ready: ['app', 'email'],
  golden_regression: ['app'],
  payment: ['app', 'email'],
  trial_ending: ['app', 'email'],
  grace_ending: ['app', 'email'],
  plan_ended: ['app', 'email'],
  feedback_answered: ['app', 'email'],
  sign_in: ['app'],
};

/** Kinds whose `detail` is a time, which is written as a day where it is read. */
export const DATED_KINDS: ReadonlySet<NotificationKind> = new Set(['trial_ending', 'grace_ending']);

/** A person's own ways of each kind that she has chosen for; the defaults hold for the others. */
export const NotificationChoices = z.partialRecord(NotificationKind, z.array(NotificationChannel).max(3));
export type NotificationChoices = z.infer<typeof NotificationChoices>;

export function wants(
  choices: NotificationChoices | undefined,
  kind: NotificationKind,
  channel: NotificationChannel,
): boolean {
  return (choices?.[kind] ?? DEFAULT_CHANNELS[kind]).includes(channel);
}

/** What a person has chosen, with the defaults where she has not. */
export const NotificationSettings = z.object({
  channels: z.record(NotificationKind, z.array(NotificationChannel)),
});
export type NotificationSettings = z.infer<typeof NotificationSettings>;

/** New ways of one kind or several; the others stay. */
export const ChooseNotifications = z.object({ channels: NotificationChoices });
export type ChooseNotifications = z.infer<typeof ChooseNotifications>;

/** Something that a person was told of. Its words are made by `kind` where it is read, in her language. */
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
