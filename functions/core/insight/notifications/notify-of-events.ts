import { GetItemCommand } from 'dynamodb-toolbox';
import type { Language } from '#contract/accounts/profile';
import { AccountId, BotId, NotificationId, UserId } from '#contract/base/ids';
import type { NotificationKind } from '#contract/insight/notifications';
import { AddressEntity, type StoredMembership } from '#core/accounts/entity';
import { homeOf } from '#core/accounts/own-account';
import { loadAccount } from '#core/accounts/plan';
import { SESSION_SECONDS, type StoredUserSession } from '#core/accounts/sessions/entity';
import { sessionsBefore } from '#core/accounts/sessions/sessions-before';
import { findProfile } from '#core/accounts/stored-profile';
import type { StoredInvitation } from '#core/accounts/team/entity';
import type { DomainEvent, EventType } from '#core/base/events/events';
import { findBot } from '#core/bots/bots';
import type { StoredTimelineEntry } from '#core/conversations/timeline-entity';
import type { StoredDocument } from '#core/knowledge/documents/stored-document';
import { ReportScheduleEntity, type StoredRun } from '../reports/entity';
import { queueNotice } from './jobs';
import type { Notice } from './notice';

// Which events people are told of, each as a subscriber.

export async function notifyOfWaiting(event: DomainEvent<'conversation.escalated'>): Promise<void> {
  await tell(event, 'conversation_waiting', {
    accountId: event.accountId,
    to: { permission: 'conversations.answer' },
    name: await botName(event),
    path: `/conversations/${event.conversationId}`,
  });
}

/** Those whom a note mentions, but its writer. The words stay in the note: they go when its conversation is erased. */
export async function notifyOfMention(event: DomainEvent<'conversation.worked_on'>): Promise<void> {
  const entry = event.after as StoredTimelineEntry;
  const { accountId, conversationId, byId, byName = '', mentions = [] } = entry;
  const userIds = mentions.filter((userId) => userId !== byId).map((userId) => UserId.parse(userId));
  if (userIds.length === 0) return;
  await tell(event, 'mention', {
    accountId: AccountId.parse(accountId),
    to: { userIds },
    name: byName,
    path: `/conversations/${conversationId}`,
  });
}

export async function notifyOfFailedDocument(event: DomainEvent<'document.failed'>): Promise<void> {
  const { title, accountId, botId } = event.after as unknown as StoredDocument;
  const bot = { accountId: AccountId.parse(accountId), botId: BotId.parse(botId) };
  await tell(event, 'document_failed', {
    accountId: bot.accountId,
    to: { permission: 'documents.manage' },
    name: title,
    detail: await botName(bot),
    path: `/bots/${botId}/knowledge`,
  });
}

export async function notifyOfLimit(event: DomainEvent<'limit.warned'>): Promise<void> {
  const { accountId, botId } = event;
  await tell(event, 'limit', {
    accountId,
    to: { permission: 'settings.edit' },
    name: botId && (await botName({ accountId, botId })),
    path: '/usage',
  });
}

export async function notifyOfRegression(event: DomainEvent<'golden.regressed'>): Promise<void> {
  await tell(event, 'golden_regression', {
    accountId: event.accountId,
    to: { permission: 'bots.manage' },
    name: await botName(event),
    detail: String(event.questions),
    path: `/bots/${event.botId}/questions?tab=tests`,
  });
}

export async function notifyOfFailedReport(event: DomainEvent<'report.failed'>): Promise<void> {
  const { accountId, scheduleId } = event.after as unknown as StoredRun;
  const { Item: schedule } = await ReportScheduleEntity.build(GetItemCommand)
    .key({ accountId, scheduleId })
    .send();
  if (!schedule) return;
  await tell(event, 'report_failed', {
    accountId: AccountId.parse(accountId),
    to: { permission: 'data.export' },
    name: schedule.content.title,
    path: '/analytics/reports',
  });
}

export async function notifyOfFailedPayment(event: DomainEvent<'payment.failed'>): Promise<void> {
  await tell(event, 'payment', {
    accountId: AccountId.parse(event.after.accountId),
    to: { permission: 'billing.manage' },
    path: '/billing',
  });
}

/** Notifies invitees who have an account; the link is only mailed. */
export async function notifyOfInvitation(event: DomainEvent<'member.invited'>): Promise<void> {
  const { email, accountId, inviterName } = event.after as unknown as StoredInvitation;
  const { Item: address } = await AddressEntity.build(GetItemCommand).key({ email }).send();
  const profile = address && (await findProfile(UserId.parse(address.userId)));
  if (!profile) return;
  const account = await loadAccount(AccountId.parse(accountId));
  await tell(event, 'invitation', {
    accountId: homeOf(profile),
    to: { userIds: [UserId.parse(profile.userId)] },
    name: account.name,
    detail: inviterName,
  });
}

const UNKNOWN_DEVICE: Readonly<Record<Language, string>> = {
  en: 'an unknown browser',
  de: 'ein unbekannter Browser',
};

/** A person hears of a sign-in by a browser, or on a system, that none of their sessions before was of. */
export async function notifyOfSignIn(event: DomainEvent<'session.begun'>): Promise<void> {
  const session = event.after as unknown as StoredUserSession;
  const { browser, system, signedInAt } = session;
  const userId = UserId.parse(session.userId);
  const [profile, known] = await Promise.all([findProfile(userId), sessionsBefore(session)]);
  if (!profile || known.some((each) => each.browser === browser && each.system === system)) return;
  // A new user without a session of a known browser signs in by one for the first time.
  const isFirst =
    !known.some((each) => each.browser) &&
    signedInAt - SESSION_SECONDS < Date.parse(profile.createdAt) / 1_000;
  if (isFirst) return;
  await tell(event, 'sign_in', {
    accountId: homeOf(profile),
    to: { userIds: [userId] },
    detail: [browser, system].filter(Boolean).join(', ') || UNKNOWN_DEVICE[profile.language],
    path: '/settings/security',
  });
}

/** Whoever is suspended hears of it in their own account: they can't come into the other one any more. */
export async function notifyOfSuspension(event: DomainEvent<'member.suspended'>): Promise<void> {
  const { userId, accountId } = event.after as unknown as StoredMembership;
  const profile = await findProfile(UserId.parse(userId));
  if (!profile) return;
  const account = await loadAccount(AccountId.parse(accountId));
  await tell(event, 'member_suspended', {
    accountId: homeOf(profile),
    to: { person: UserId.parse(userId) },
    name: account.name,
  });
}

async function tell(
  { id, at }: DomainEvent<EventType>,
  kind: NotificationKind,
  {
    name = null,
    detail = null,
    path = null,
    ...told
  }: Pick<Notice, 'accountId' | 'to'> & Partial<Pick<Notice, 'name' | 'detail' | 'path'>>,
): Promise<void> {
  await queueNotice({
    id: NotificationId.parse(id),
    kind,
    at: at.toISOString(),
    name: name?.slice(0, 500) ?? null,
    detail,
    path,
    ...told,
  });
}

async function botName(bot: {
  readonly accountId: AccountId;
  readonly botId: BotId;
}): Promise<string | null> {
  return (await findBot(bot))?.name ?? null;
}
