import type { SoldPlace } from '#contract/accounts/limits';
import { isFollowed } from '#contract/base/followed-entities';
import { AccountId, BotId } from '#contract/base/ids';
import { type GoldenRun, regressions } from '#contract/insight/golden';
import { idOf } from '#platform/ids';
import type { TableChange } from '#platform/stream-handler';
import { conversationEvents } from './conversation-events';
import type { DomainEvent, EventDraft, Image } from './events';
import { isRestoring } from './restored-mark';

/** What happened, as a change of the table tells it, in the order in which it is to be followed. */
export function eventsOf({ pk, sk, before, after, expired, at }: TableChange): readonly DomainEvent[] {
  const happened = expired ? expiryOf(before) : changeOf(before, after);
  return happened.map(({ subject, ...event }) => ({
    ...event,
    at,
    id: idOf(at, `${pk} ${sk} ${event.type} ${subject ?? at.toISOString()}`),
  })) as readonly DomainEvent[];
}

/** What its time to live removes has no meaning any more, but for what says that a time has come. */
function expiryOf(before: Image | null): readonly EventDraft[] {
  if (before?.entity === 'Attachment') return [{ type: 'attachment.removed', before }];
  if (before?.entity === 'BotPurge') return [{ type: 'bot.purge_due', ...botOf(before) }];
  if (before?.entity === 'AccountPurge')
    return [{ type: 'account.purge_due', accountId: AccountId.parse(before.accountId) }];
  return [];
}

function changeOf(before: Image | null, after: Image | null): readonly EventDraft[] {
  if (isRestoring(before, after)) return [];
  const entity = (after ?? before)?.entity;
  // The stream's filter lets nothing else through.
  if (!isFollowed(entity)) return [];
  switch (entity) {
    case 'Conversation':
      if (after)
        return [{ type: 'conversation.changed', before, after }, ...conversationEvents(before, after)];
      return before ? [{ type: 'conversation.removed', before }] : [];
    case 'Message':
      return after ? messageEvents(before, after) : [];
    case 'Document':
      return documentEvents(before, after);
    case 'Bot':
      return [{ type: 'bot.changed', before, after }];
    case 'DeletedBot':
      // One that was brought back is no longer deleted either.
      return !after && before?.isPurged ? [{ type: 'bot.purged', ...botOf(before) }] : [];
    case 'Manifest':
      return [{ type: 'index.changed', before, after }];
    case 'Membership':
      return [...memberEvents(before, after), { type: 'team.changed', before, after }];
    case 'Invitation':
      return [
        ...(after && isInvited(before, after) ? [{ type: 'member.invited', after } as const] : []),
        { type: 'team.changed', before, after },
      ];
    case 'Account':
      if (!after) return before ? [{ type: 'account.removed', before }] : [];
      return [{ type: 'account.changed', before, after }];
    case 'MonthlyUsage':
    case 'PlaceUsage':
    case 'BotUsage':
      return usageEvents(before, after);
    case 'GoldenSet':
      return after ? goldenEvents(before, after) : [];
    case 'ReportRun':
      return after?.status === 'failed' && before?.status !== 'failed'
        ? [{ type: 'report.failed', after }]
        : [];
    case 'Subscription':
      return after ? subscriptionEvents(before, after) : [];
    case 'Profile':
      if (!after) return before ? [{ type: 'profile.removed', before }] : [];
      return [{ type: 'profile.changed', before, after }];
    case 'TimelineEntry':
      // A rating takes the place of the one before.
      return after && after.at !== before?.at ? [{ type: 'conversation.worked_on', after }] : [];
    case 'UserSession':
      return after && !before ? [{ type: 'session.begun', after }] : [];
    case 'Webhook':
      return removal('webhook.removed', before, after);
    case 'Attachment':
      return removal('attachment.removed', before, after);
    case 'Segment':
      return removal('segment.removed', before, after);
    case 'BotPurge':
    case 'AccountPurge':
      // Only its end by time to live says something.
      return [];
  }
}

function memberEvents(before: Image | null, after: Image | null): readonly EventDraft[] {
  if (!after) return before ? [{ type: 'member.removed', before }] : [];
  if (!before) return [];
  const events: EventDraft[] = [];
  if (before.role !== 'owner' && after.role === 'owner')
    events.push({ type: 'ownership.transferred', before, after });
  if (before.status !== 'suspended' && after.status === 'suspended')
    events.push({ type: 'member.suspended', after });
  return events;
}

function isInvited(before: Image | null, after: Image): boolean {
  return after.status === 'pending' && after.tokenHash !== before?.tokenHash;
}

function messageEvents(before: Image | null, after: Image): readonly EventDraft[] {
  if (before)
    return before.failure === undefined && after.failure !== undefined
      ? [{ type: 'answer.failed', after }]
      : [];
  const events: EventDraft[] = [{ type: 'message.added', after }];
  if (after.author === 'bot' && after.inReplyTo !== undefined) events.push({ type: 'answer.given', after });
  if (after.unanswered !== undefined) events.push({ type: 'answer.abstained', after });
  return events;
}

function documentEvents(before: Image | null, after: Image | null): readonly EventDraft[] {
  const changed = after ?? before;
  if (!changed) return [];
  const moved: readonly EventDraft[] =
    before?.status === after?.status
      ? []
      : [
          {
            type: 'document.moved',
            ...botOf(changed),
            isRead: isInWork(before) && !isInWork(after) && !!after,
          },
        ];
  if (after) {
    const failed: readonly EventDraft[] =
      after.status === 'failed' && before?.status !== 'failed' ? [{ type: 'document.failed', after }] : [];
    return [...moved, { type: 'document.changed', before, after }, ...failed];
  }
  return before ? [...moved, { type: 'document.removed', before }] : [];
}

function isInWork(document: Image | null): boolean {
  return document?.status === 'pending' || document?.status === 'processing';
}

function usageEvents(before: Image | null, after: Image | null): readonly EventDraft[] {
  if (!after || levelOf(after) <= levelOf(before)) return [];
  const { accountId, botId, day, month, resource } = after;
  return [
    {
      type: 'limit.warned',
      accountId: AccountId.parse(accountId),
      botId: botId === undefined ? null : BotId.parse(botId),
      period: String(day ?? month),
      ...(resource !== undefined && { place: resource as SoldPlace }),
    },
  ];
}

const STANDING = [
  'subscriptionId',
  'plan',
  'interval',
  'status',
  'periodEnd',
  'endsAt',
  'discountEndsAt',
  'pendingUntil',
] as const;

function subscriptionEvents(before: Image | null, after: Image): readonly EventDraft[] {
  const events: EventDraft[] = [];
  if (STANDING.some((name) => before?.[name] !== after[name]))
    events.push({ type: 'subscription.changed', before, after });
  if (after.status === 'past_due' && before?.status !== 'past_due')
    events.push({ type: 'payment.failed', after });
  if (!isOver(before) && isOver(after)) events.push({ type: 'plan.ended', before, after });
  return events;
}

/** A checkout that was never paid is over before it began: it has no plan. */
function isOver(subscription: Image | null): boolean {
  return !subscription?.status || subscription.status === 'canceled' || subscription.status === 'unpaid';
}

function goldenEvents(before: Image | null, after: Image): readonly EventDraft[] {
  const [was, is] = [before?.latest, after.latest] as (Pick<GoldenRun, 'ranAt' | 'results'> | undefined)[];
  if (was?.ranAt === is?.ranAt) return [];
  const failing = regressions(was ?? null, is ?? null);
  return failing.length > 0 ? [{ type: 'golden.regressed', ...botOf(after), questions: failing.length }] : [];
}

/** The highest share of its limit, in per cent, that somebody was to be told of. */
function levelOf(usage: Image | null): number {
  return typeof usage?.warned === 'number' ? usage.warned : 0;
}

function removal(
  type: 'webhook.removed' | 'attachment.removed' | 'segment.removed',
  before: Image | null,
  after: Image | null,
): readonly EventDraft[] {
  return before && !after ? [{ type, before }] : [];
}

function botOf({ accountId, botId }: Image) {
  return { accountId: AccountId.parse(accountId), botId: BotId.parse(botId) };
}
