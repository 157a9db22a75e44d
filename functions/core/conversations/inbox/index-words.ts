import { BatchDeleteRequest, BatchPutRequest, QueryCommand } from 'dynamodb-toolbox';
import { AccountId, ConversationId } from '#contract/base/ids';
import { conversationChannel } from '#core/accounts/sockets/entity';
import type { DomainEvent } from '#core/base/events/events';
import { isStopWord, stemIn, tokenise } from '#core/text/analysis';
import { writeItems } from '#platform/batch-writes';
import { table } from '#platform/table';
import { messageKey, type StoredConversation, type StoredMessage } from '../entity';
import { type ConversationRef, findConversation } from '../messages';
import { visitorNumber } from '../visitor-number';
import { ConversationWordEntity, conversationsWith, wordKey } from '../word-entity';

/** Different words of one message that are indexed: a longer text is found by its beginning. */
const WORDS_OF_MESSAGE = 60;
/** Words of a search that count. */
const WORDS_OF_SEARCH = 5;
/** Characters of a word. */
const LONGEST = 40;

/** A message can be found by its words. Repeating it writes the same items. */
export async function indexMessage({ after }: DomainEvent<'message.added'>): Promise<void> {
  const message = after as StoredMessage;
  const ref = refOf(message);
  const conversation = await findConversation(ref);
  // A trial is in no list, and what was opened without a word is in none yet.
  if (!conversation || conversation.isTest || conversation.empty) return;
  await write(conversation, wordsToIndex(message.text).slice(0, WORDS_OF_MESSAGE));
}

/** A conversation can be found by who its visitor is, and where nobody knows by her number. */
export async function indexVisitor(event: DomainEvent<'conversation.changed'>): Promise<void> {
  const before = event.before as StoredConversation | null;
  const after = event.after as StoredConversation;
  if (after.isTest || after.empty) return;
  const known = before && !before.empty ? namesOf(before) : '';
  if (namesOf(after) === known) return;
  await write(after, wordsToIndex(namesOf(after)).slice(0, WORDS_OF_MESSAGE));
}

function namesOf(conversation: StoredConversation): string {
  const { visitorName = '', visitorEmail = '' } = conversation;
  return `${visitorName} ${visitorEmail} ${visitorNumber(conversation)}`;
}

/** The words by which a text is found: the stem of each once, without those that every text has, accents folded. */
export function wordsToIndex(text: string): readonly string[] {
  const words = tokenise(text)
    .filter((word) => !isStopWord(word, 'en') && !isStopWord(word, 'de'))
    .map((word) => [...stemInEither(word)].slice(0, LONGEST).join(''));
  return [...new Set(words)];
}

/** Rounds in which one language's endings may be left by the other's. */
const ROUNDS = 4;

/** One stem for both languages, as nobody says in which of them a word was written or is searched for. */
function stemInEither(word: string): string {
  let stem = word;
  for (let round = 1; round <= ROUNDS; round += 1) {
    const next = stemIn(stemIn(stem, 'de'), 'en');
    if (next === stem) break;
    stem = next;
  }
  return stem;
}

/** Indexes a conversation anew by all its words, of which an earlier version may have kept others. */
export async function renewWords(conversation: StoredConversation): Promise<void> {
  if (conversation.isTest || conversation.empty) return;
  const ref = refOf(conversation);
  const words = new Set(wordsToIndex(namesOf(conversation)).slice(0, WORDS_OF_MESSAGE));
  for (const { text } of await itemsOf(ref, messageKey('')))
    for (const word of wordsToIndex(String(text)).slice(0, WORDS_OF_MESSAGE)) words.add(word);
  const known = await itemsOf(ref, wordKey(''));
  await write(conversation, [...words]);
  const stale = known
    .map(({ sk }) => String(sk).slice(wordKey('').length))
    .filter((word) => !words.has(word));
  await writeItems(
    stale.map((word) => ConversationWordEntity.build(BatchDeleteRequest).key({ ...ref, word })),
  );
}

/** As they are stored: an item that is invalid keeps no other from being indexed. */
async function itemsOf({ accountId, conversationId }: ConversationRef, prefix: string) {
  const { Items = [] } = await table
    .build(QueryCommand)
    .query({ partition: conversationChannel(accountId, conversationId), range: { beginsWith: prefix } })
    .options({ consistent: true, maxPages: Number.POSITIVE_INFINITY })
    .send();
  return Items;
}

/** What a visitor without a name is called in the dashboard: her number alone is indexed. */
const NUMBERED = /(?<!\p{L})(?:visitor|besucher)(?=\s+\d{4}(?!\d))/giu;

/** The words of a search, the longest first: it has the fewest conversations. */
export function wordsToFind(text: string): readonly string[] {
  return [...wordsToIndex(text.replace(NUMBERED, ''))]
    .sort((one, other) => other.length - one.length)
    .slice(0, WORDS_OF_SEARCH);
}

async function write(
  { accountId, conversationId, startedAt }: StoredConversation,
  words: readonly string[],
): Promise<void> {
  await writeItems(
    words.map((word) =>
      ConversationWordEntity.build(BatchPutRequest).item({
        accountId,
        conversationId,
        word,
        gsi1pk: conversationsWith(accountId, word),
        gsi1sk: `${startedAt}#${conversationId}`,
      }),
    ),
  );
}

function refOf({
  accountId,
  conversationId,
}: Pick<StoredMessage, 'accountId' | 'conversationId'>): ConversationRef {
  return { accountId: AccountId.parse(accountId), conversationId: ConversationId.parse(conversationId) };
}
