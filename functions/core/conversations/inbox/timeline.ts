import { PutTransaction, QueryCommand } from 'dynamodb-toolbox';
import { type ConversationId, UserId } from '#contract/base/ids';
import type { AddNote, Timeline, TimelineEntry } from '#contract/conversations/inbox-work';
import { limitRate } from '#core/accounts/limits/rate-limit';
import { conversationChannel } from '#core/accounts/sockets/entity';
import type { Actor } from '#platform/actor';
import type { Clock } from '#platform/clock';
import { ParleyError } from '#platform/errors';
import { newId } from '#platform/ids';
import { table } from '#platform/table';
import { readItem } from '#platform/table-reads';
import { transact } from '#platform/table-writes';
import { ClientMessageEntity } from '../entity';
import { goesAt } from '../keeping';
import type { ConversationRef } from '../messages';
import { entryWrite, type StoredTimelineEntry, TimelineEntity } from '../timeline-entity';
import { agentsOf, type Doer, doerOf } from './agents';
import { loadForInbox } from './list-conversations';

/** The newest entries that are shown of a conversation. */
const MOST_SHOWN = 300;
/** Notes a minute that no person writes. */
const PER_AGENT = 30;

export async function getTimeline(actor: Actor, conversationId: ConversationId): Promise<Timeline> {
  await loadForInbox(actor, conversationId);
  const { Items = [] } = await table
    .build(QueryCommand)
    .query({
      partition: conversationChannel(actor.accountId, conversationId),
      range: { beginsWith: 'TIMELINE#' },
    })
    .entities(TimelineEntity)
    .options({ consistent: true, limit: MOST_SHOWN, reverse: true })
    .send();
  // The rating has no id by time.
  return { items: Items.reverse().map(toEntry).sort(byTime) };
}

/** Those of one millisecond stay as they are. */
function byTime(one: TimelineEntry, other: TimelineEntry): number {
  return Date.parse(one.at) - Date.parse(other.at);
}

/** Writes a note, once: the same id again gives what was stored before. Whoever is mentioned is told by what follows it. */
export async function addNote(
  clock: Clock,
  actor: Actor,
  conversationId: ConversationId,
  { id, text, mentions }: AddNote,
): Promise<TimelineEntry> {
  const ref = { accountId: actor.accountId, conversationId };
  const [by, agents, conversation] = await Promise.all([
    doerOf(actor),
    agentsOf(actor.accountId),
    loadForInbox(actor, conversationId),
    limitRate(clock, `NOTES#${actor.userId}`, PER_AGENT),
  ]);
  if (mentions.some((userId) => !agents.some((agent) => agent.userId === userId)))
    throw new ParleyError('request.invalid', { fields: { mentions: 'This is nobody who answers here.' } });
  const entry = entryOf(clock, ref, by, 'note', { text, mentions: [...new Set(mentions)] });
  try {
    await transact(
      {
        write: ClientMessageEntity.build(PutTransaction)
          .item({ ...ref, clientMessageId: id, messageId: entry.entryId, ...goesAt(conversation, entry.at) })
          .options({ condition: { attr: 'messageId', exists: false } }),
        refused: () => new WrittenBefore(),
      },
      entryWrite(conversation, entry),
    );
    return toEntry(entry);
  } catch (error) {
    if (!(error instanceof WrittenBefore)) throw error;
    return toEntry(await writtenBefore(ref, id));
  }
}

class WrittenBefore extends Error {}

async function writtenBefore(ref: ConversationRef, clientMessageId: string): Promise<StoredTimelineEntry> {
  const known = await readItem(ClientMessageEntity, { ...ref, clientMessageId });
  const found = await readItem(TimelineEntity, { ...ref, entryId: known?.messageId ?? '' });
  // The id is that of a message to the visitor.
  if (!found) throw new ParleyError('request.invalid', { fields: { id: 'This id is taken.' } });
  return found;
}

export function entryOf(
  clock: Clock,
  { accountId, conversationId }: ConversationRef,
  { userId, name }: Doer,
  kind: StoredTimelineEntry['kind'],
  more: Pick<StoredTimelineEntry, 'text' | 'toName' | 'mentions'> = {},
): StoredTimelineEntry {
  const now = clock();
  return {
    ...{ accountId, conversationId, entryId: newId(now), kind, at: now.toISOString() },
    ...{ byId: userId, byName: name, ...more },
  };
}

function toEntry(stored: StoredTimelineEntry): TimelineEntry {
  const { entryId, kind, at, byId, byName = '', text = null, toName = null, stars = null } = stored;
  return {
    ...{ id: entryId, kind, at, text, to: toName, stars },
    by: byId === undefined ? null : { userId: UserId.parse(byId), name: byName },
  };
}
