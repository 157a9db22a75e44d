import { PutItemCommand } from 'dynamodb-toolbox';
import { AccountId, BotId } from '#contract/base/ids';
import { RETENTION_DAYS } from '#contract/conversations/retention';
import { broadcast } from '#core/accounts/sockets/broadcast';
import { dashboardChannel } from '#core/accounts/sockets/entity';
import { isCounted } from '#core/base/events/conversation-events';
import type { DomainEvent } from '#core/base/events/events';
import { findBot } from '#core/bots/bots';
import type { BotItem } from '#core/bots/entity';
import type { StoredMessage } from '#core/conversations/entity';
import { headsOf } from '#core/conversations/heads-of';
import { lastMessageOf } from '#core/conversations/last-message';
import type { StoredDocument } from '#core/knowledge/documents/stored-document';
import { epochSeconds } from '#platform/clock';
import type { Sockets } from '#platform/sockets';
import { toActivity } from './activity';
import { ActivityEntity, type StoredActivity } from './entity';

/** What is older when it is told of is history, which nobody watches live. */
const LIVE_MS = 60 * 60 * 1000;

/** Conversations that have begun, and what visitors wrote in them; what bot and team say is no news to the team. */
export async function recordTalk(events: readonly DomainEvent[], sockets: Sockets): Promise<void> {
  const headOf = headsOf(events);
  const names = new Map<string, ReturnType<typeof ofBot>>();
  const botOf = (ref: BotRef) => {
    const known = names.get(ref.botId) ?? ofBot(ref);
    names.set(ref.botId, known);
    return known;
  };
  for (const event of events) {
    const said =
      event.type === 'message.added' && event.after.author === 'visitor'
        ? (event.after as StoredMessage)
        : undefined;
    if (event.type !== 'conversation.started' && !said) continue;
    const head = await headOf(said ?? (event as DomainEvent<'conversation.started'>));
    if (!head || !isCounted(head)) continue;
    await record(
      sockets,
      event.at,
      {
        ...(await botOf(refOf(head))),
        eventId: event.id,
        type: said ? 'message' : 'conversation',
        at: said?.createdAt ?? head.startedAt,
        conversationId: head.conversationId,
        ...(said && { messageId: said.messageId }),
      },
      said && lastMessageOf(said).text,
    );
  }
}

export async function recordDocument(
  sockets: Sockets,
  { id, at, ...event }: DomainEvent<'document.changed'>,
): Promise<void> {
  const [before, after] = [event.before as StoredDocument | null, event.after as unknown as StoredDocument];
  if (after.status !== 'success' || before?.status === 'success') return;
  await record(sockets, at, {
    ...(await ofBot(refOf(after))),
    eventId: id,
    type: 'document',
    at: after.updatedAt,
    documentId: after.documentId,
    text: after.title,
  });
}

export async function recordBot(
  sockets: Sockets,
  { id, at, ...event }: DomainEvent<'bot.changed'>,
): Promise<void> {
  const [before, after] = [event.before as BotItem | null, event.after as BotItem | null];
  // Counters of its documents change it too; its version tells what an editor did.
  if (!after || before?.version === after.version) return;
  await record(sockets, at, {
    ...refOf(after),
    botName: after.name,
    eventId: id,
    type: before ? 'bot_updated' : 'bot_created',
    at: after.updatedAt,
  });
}

interface BotRef {
  readonly accountId: AccountId;
  readonly botId: BotId;
}

function refOf({ accountId, botId }: { readonly accountId: string; readonly botId: string }): BotRef {
  return { accountId: AccountId.parse(accountId), botId: BotId.parse(botId) };
}

async function ofBot({ accountId, botId }: BotRef) {
  const bot = await findBot({ accountId, botId });
  return { accountId, botId, botName: bot?.name ?? '' };
}

/** Stores it under the event's id: told twice, it is the same item. Then says it to the account's dashboards. */
async function record(
  sockets: Sockets,
  happenedAt: Date,
  activity: Omit<StoredActivity, 'expiresAt'>,
  said?: string,
): Promise<void> {
  const at = new Date(activity.at);
  const expiresAt = epochSeconds(at) + RETENTION_DAYS.activity * 86_400;
  if (expiresAt <= epochSeconds(happenedAt)) return;
  const stored: StoredActivity = { ...activity, expiresAt };
  await ActivityEntity.build(PutItemCommand).item(stored).send();
  if (happenedAt.getTime() - at.getTime() > LIVE_MS) return;
  await broadcast(sockets, dashboardChannel(activity.accountId), {
    type: 'activity.added',
    activity: toActivity(stored, said),
  });
}
