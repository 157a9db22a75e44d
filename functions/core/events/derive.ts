import { isFollowed } from '../../contract/followed-entities';
import { AccountId, BotId } from '../../contract/ids';
import { idOf } from '../../platform/ids';
import type { TableChange } from '../../platform/stream-handler';
import { conversationEvents } from './conversation-events';
import type { DomainEvent, Happened, Image } from './events';

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
function expiryOf(before: Image | null): readonly Happened[] {
  if (before?.entity === 'Attachment') return [{ type: 'attachment.removed', before }];
  if (before?.entity === 'BotPurge') return [{ type: 'bot.purge_due', ...botOf(before) }];
  return [];
}

function changeOf(before: Image | null, after: Image | null): readonly Happened[] {
  const entity = (after ?? before)?.entity;
  // The stream's filter lets nothing else through.
  if (!isFollowed(entity)) return [];
  switch (entity) {
    case 'Conversation':
      return after
        ? [{ type: 'conversation.changed', before, after }, ...conversationEvents(before, after)]
        : [];
    case 'Message':
      return !before && after ? messageEvents(after) : [];
    case 'Document':
      return documentEvents(before, after);
    case 'Bot':
      return [{ type: 'bot.changed', before, after }];
    case 'Manifest':
      return [{ type: 'index.changed', before, after }];
    case 'Membership':
      return !before && after ? [{ type: 'member.joined', after }] : [];
    case 'MonthlyUsage':
    case 'BotUsage':
      return usageEvents(before, after);
    case 'Profile':
      return after ? [{ type: 'profile.changed', before, after }] : [];
    case 'Webhook':
      return removal('webhook.removed', before, after);
    case 'Attachment':
      return removal('attachment.removed', before, after);
    case 'Segment':
      return removal('segment.removed', before, after);
    case 'BotPurge':
      // Only its end by time to live says something.
      return [];
  }
}

function messageEvents(after: Image): readonly Happened[] {
  const events: Happened[] = [{ type: 'message.added', after }];
  if (after.author === 'bot' && after.inReplyTo !== undefined) events.push({ type: 'answer.given', after });
  if (after.unanswered !== undefined) events.push({ type: 'answer.abstained', after });
  return events;
}

function documentEvents(before: Image | null, after: Image | null): readonly Happened[] {
  const changed = after ?? before;
  if (!changed) return [];
  const moved: readonly Happened[] =
    before?.status === after?.status ? [] : [{ type: 'document.moved', ...botOf(changed) }];
  if (after) {
    const failed: readonly Happened[] =
      after.status === 'failed' && before?.status !== 'failed' ? [{ type: 'document.failed', after }] : [];
    return [...moved, { type: 'document.changed', before, after }, ...failed];
  }
  return before ? [...moved, { type: 'document.removed', before }] : [];
}

function usageEvents(before: Image | null, after: Image | null): readonly Happened[] {
  if (!after || levelOf(after) <= levelOf(before)) return [];
  const { accountId, botId, day, month } = after;
  return [
    {
      type: 'limit.warned',
      accountId: AccountId.parse(accountId),
      botId: botId === undefined ? null : BotId.parse(botId),
      period: String(day ?? month),
    },
  ];
}

/** The highest share of its limit, in per cent, that somebody was to be told of. */
function levelOf(usage: Image | null): number {
  return typeof usage?.warned === 'number' ? usage.warned : 0;
}

function removal(
  type: 'webhook.removed' | 'attachment.removed' | 'segment.removed',
  before: Image | null,
  after: Image | null,
): readonly Happened[] {
  return before && !after ? [{ type, before }] : [];
}

function botOf({ accountId, botId }: Image) {
  return { accountId: AccountId.parse(accountId), botId: BotId.parse(botId) };
}
