import { $add, QueryCommand, UpdateItemCommand } from 'dynamodb-toolbox';
import { conversationChannel } from '#core/accounts/sockets/entity';
import type { DomainEvent } from '#core/base/events/events';
import { table } from '#platform/table';
import { MessageEntity, parseMessageId, type StoredConversation, type StoredMessage } from '../entity';
import { headsOf } from '../heads-of';
import { visitorNumber } from '../visitor-number';
import { ConversationWordsEntity, MESSAGES_A_PART } from './entity';
import { forgetWords } from './forget-words';
import { packWords } from './pack-words';
import { wordsToIndex } from './stems';

/**
 * Conversations can be found by the words of what was said in them and of who their visitor is: one write a conversation
 * for all that a batch tells of it. Told again, it adds the same.
 */
export async function indexWords(events: readonly DomainEvent[]): Promise<void> {
  const headOf = headsOf(events);
  const changed: StoredConversation[] = [];
  const found = new Map<string, Found>();
  const add = ({ accountId, conversationId }: Found['ref'], part: number, words: readonly string[]) => {
    const name = `${conversationId}#${part}`;
    const known = found.get(name) ?? { ref: { accountId, conversationId }, part, words: new Set<string>() };
    for (const word of words) known.words.add(word);
    found.set(name, known);
  };
  for (const event of events) {
    if (event.type === 'message.added') {
      const { text, messageId, ...ref } = event.after as StoredMessage;
      add(ref, partOf(messageId), wordsToIndex(text));
    }
    if (event.type !== 'conversation.changed') continue;
    const [before, after] = [event.before as StoredConversation | null, event.after as StoredConversation];
    changed.push(after);
    const known = before && !before.empty ? namesOf(before) : '';
    if (namesOf(after) !== known) add(after, 0, wordsToIndex(namesOf(after)));
  }
  await Promise.all(
    [...found.values()].map(async (words) => {
      const head = await headOf(words.ref);
      // A trial is in no list, and what was opened without a word is in none yet.
      if (head && !head.isTest && !head.empty) await write(words);
    }),
  );
  for (const accountId of new Set(changed.filter(isTimeToPack).map((head) => head.accountId)))
    await packWords(accountId);
}

interface Found {
  readonly ref: { readonly accountId: string; readonly conversationId: string };
  readonly part: number;
  readonly words: Set<string>;
}

async function write({ ref: { accountId, conversationId }, part, words }: Found): Promise<void> {
  if (words.size === 0) return;
  await ConversationWordsEntity.build(UpdateItemCommand)
    .item({ accountId, conversationId, part, words: $add(words), changes: $add(1) })
    .send();
}

function namesOf(conversation: StoredConversation): string {
  const { visitorName = '', visitorEmail = '' } = conversation;
  return `${visitorName} ${visitorEmail} ${visitorNumber(conversation)}`;
}

function partOf(messageId: string): number {
  return Math.floor((parseMessageId(messageId)?.sequence ?? 0) / MESSAGES_A_PART);
}

/** One conversation in 32, by its id: packing is looked at often enough, and needs no count. */
function isTimeToPack({ conversationId, empty }: StoredConversation): boolean {
  return !empty && conversationId.endsWith('0');
}

/** Indexes a conversation anew by all its words, of which an earlier version may have kept others. */
export async function renewWords(conversation: StoredConversation): Promise<void> {
  if (conversation.isTest || conversation.empty) return;
  const { accountId, conversationId } = conversation;
  await forgetWords(accountId, [conversationId]);
  const { Items = [] } = await table
    .build(QueryCommand)
    .query({
      partition: conversationChannel(accountId, conversationId),
      range: { beginsWith: 'MESSAGE#' },
    })
    .entities(MessageEntity)
    .options({ consistent: true, maxPages: Number.POSITIVE_INFINITY, noEntityMatchBehavior: 'DISCARD' })
    .send();
  const parts = new Map([[0, new Set(wordsToIndex(namesOf(conversation)))]]);
  for (const { text, messageId } of Items) {
    const part = partOf(messageId);
    parts.set(part, new Set([...(parts.get(part) ?? []), ...wordsToIndex(text)]));
  }
  for (const [part, words] of parts) await write({ ref: { accountId, conversationId }, part, words });
}
