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
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

/** The notification centre of the dashboard, a mail, and a message of the browser while the dashboard is open in it. */
export const NOTIFICATION_CHANNELS = ['app', 'email', 'browser'] as const;
export type NotificationChannel = (typeof NOTIFICATION_CHANNELS)[number];

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

/** A person's own ways of each kind that they have chosen for; the defaults hold for the others. */
export type NotificationChoices = Readonly<Partial<Record<NotificationKind, readonly NotificationChannel[]>>>;

export function wants(
  choices: NotificationChoices | undefined,
  kind: NotificationKind,
  channel: NotificationChannel,
): boolean {
  return (choices?.[kind] ?? DEFAULT_CHANNELS[kind]).includes(channel);
}
