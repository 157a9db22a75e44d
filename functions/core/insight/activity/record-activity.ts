import { BatchPutRequest } from 'dynamodb-toolbox';
import { AccountId, BotId } from '#contract/base/ids';
import { RETENTION_DAYS } from '#contract/conversations/retention';
import { listenersOf, sendTo } from '#core/accounts/sockets/broadcast';
import { dashboardChannel } from '#core/accounts/sockets/entity';
import { isCounted } from '#core/base/events/conversation-events';
import type { DomainEvent } from '#core/base/events/events';
import { findBot } from '#core/bots/bots';
import type { BotItem } from '#core/bots/entity';
import type { StoredMessage } from '#core/conversations/entity';
import { headsOf } from '#core/conversations/heads-of';
import { lastMessageOf } from '#core/conversations/last-message';
import type { StoredDocument } from '#core/knowledge/documents/stored-document';
import { writeItems } from '#platform/batch-writes';
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
  const happened: Happened[] = [];
  for (const event of events) {
    const said =
      event.type === 'message.added' && event.after.author === 'visitor'
        ? (event.after as StoredMessage)
        : undefined;
    if (event.type !== 'conversation.started' && !said) continue;
    const head = await headOf(said ?? (event as DomainEvent<'conversation.started'>));
    if (!head || !isCounted(head)) continue;
    happened.push({
      happenedAt: event.at,
      ...(await botOf(refOf(head))),
      eventId: event.id,
      type: said ? 'message' : 'conversation',
      at: said?.createdAt ?? head.startedAt,
      conversationId: head.conversationId,
      ...(said && { messageId: said.messageId, said: lastMessageOf(said).text }),
    });
  }
  await record(sockets, happened);
}

export async function recordDocument(
  sockets: Sockets,
  { id, at, ...event }: DomainEvent<'document.changed'>,
): Promise<void> {
  const [before, after] = [event.before as StoredDocument | null, event.after as unknown as StoredDocument];
  if (after.status !== 'success' || before?.status === 'success') return;
  await record(sockets, [
    {
      happenedAt: at,
      ...(await ofBot(refOf(after))),
      eventId: id,
      type: 'document',
      at: after.updatedAt,
      documentId: after.documentId,
      text: after.title,
    },
  ]);
}

export async function recordBot(
  sockets: Sockets,
  { id, at, ...event }: DomainEvent<'bot.changed'>,
): Promise<void> {
  const [before, after] = [event.before as BotItem | null, event.after as BotItem | null];
  // Counters of its documents change it too; its version tells what an editor did.
  if (!after || before?.version === after.version) return;
  await record(sockets, [
    {
      happenedAt: at,
      ...refOf(after),
      botName: after.name,
      eventId: id,
      type: before ? 'bot_updated' : 'bot_created',
      at: after.updatedAt,
    },
  ]);
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

/** `said`: the beginning of the message that it is of, which is told and not kept. */
type Happened = Omit<StoredActivity, 'expiresAt'> & { readonly happenedAt: Date; readonly said?: string };

/** Stores each under its event's id: told twice, it is the same item. Then says them to their accounts' dashboards. */
async function record(sockets: Sockets, happened: readonly Happened[]): Promise<void> {
  const kept = happened.flatMap(({ happenedAt, said, ...activity }) => {
    const at = new Date(activity.at);
    const expiresAt = epochSeconds(at) + RETENTION_DAYS.activity * 86_400;
    const isLive = happenedAt.getTime() - at.getTime() <= LIVE_MS;
    return expiresAt > epochSeconds(happenedAt) ? [{ stored: { ...activity, expiresAt }, said, isLive }] : [];
  });
  await writeItems(kept.map(({ stored }) => ActivityEntity.build(BatchPutRequest).item(stored)));
  const live = kept.filter(({ isLive }) => isLive);
  for (const accountId of new Set(live.map(({ stored }) => stored.accountId))) {
    const listeners = await listenersOf(dashboardChannel(accountId));
    for (const { stored, said } of live.filter((each) => each.stored.accountId === accountId))
      await sendTo(sockets, listeners, { type: 'activity.added', activity: toActivity(stored, said) });
  }
}
