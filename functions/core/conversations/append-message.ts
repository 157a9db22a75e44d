import { setTimeout as sleep } from 'node:timers/promises';
import { $add, $set, PutTransaction, UpdateTransaction } from 'dynamodb-toolbox';
import { isWithPerson } from '../../contract/conversation-status';
import { messageIdOf } from '../../contract/ids';
import type { ConditionalWrite } from '../../platform/table-writes';
import { transact } from '../../platform/table-writes';
import { replaced } from '../bots/entity';
import { type Happening, moveOf } from '../inbox/moves';
import { ConversationEntity, MessageEntity, type StoredConversation, type StoredMessage } from './entity';
import type { TurnChanges } from './flow-turn';
import { type ConversationRef, loadConversation } from './messages';
import { waitingList } from './waiting-messages';

const MAX_ATTEMPTS = 10;
/** Characters of the last message that lists show. */
const EXCERPT = 160;

export type NewMessage = Omit<StoredMessage, 'accountId' | 'conversationId' | 'messageId' | 'toPerson'>;

/** What else a message changes, in its own transaction. */
export interface Alongside {
  /** Decide first: the error of one that fails is thrown. */
  readonly writes: readonly ConditionalWrite[];
  /** Changes of the conversation itself. */
  readonly conversation?: {
    readonly answeredThrough?: string;
    readonly citedDocuments?: ReadonlySet<string>;
    readonly visitorMessages?: number;
    /** Of the flow. */
    readonly changes?: TurnChanges;
  };
  /** Where the message leads the conversation, beside what each of a visitor's does. */
  readonly happening?: Happening;
}

/**
 * Adds a message as the next of its conversation. Its number is taken in the transaction that stores it, so
 * that a message which can be read has none before it that can't yet: asking for what comes after one misses
 * nothing. Who finds the number taken tries the next. `known` saves reading the conversation again. A visitor's
 * message in a conversation that was closed throws `conversation.ended`.
 */
export async function appendMessage(
  ref: ConversationRef,
  message: NewMessage,
  alongside: (messageId: string, conversation: StoredConversation) => Alongside | Promise<Alongside>,
  known?: StoredConversation,
): Promise<StoredMessage> {
  const { accountId, conversationId } = ref;
  for (let attempt = 1; ; attempt += 1) {
    const conversation = (attempt === 1 && known) || (await loadConversation(ref));
    const { lastSequence, status } = conversation;
    const messageId = messageIdOf(conversationId, lastSequence + 1);
    const changes = await alongside(messageId, conversation);
    const move = moveBy(message, changes, conversation);
    const toPerson = message.author === 'visitor' && isWithPerson(status);
    const stored: StoredMessage = {
      accountId,
      conversationId,
      messageId,
      ...message,
      ...(toPerson && { toPerson }),
      ...(message.author === 'visitor' && !toPerson && waitingList(ref, messageId, message.createdAt)),
    };
    try {
      await transact(
        ...changes.writes,
        {
          write: ConversationEntity.build(UpdateTransaction)
            .item({
              accountId,
              conversationId,
              lastSequence: lastSequence + 1,
              lastMessageAt: message.createdAt,
              lastMessage: $set({ author: message.author, text: excerptOf(message.text) }),
              ...cited(changes, conversation),
              ...(changes.conversation?.visitorMessages !== undefined && {
                visitorMessages: changes.conversation.visitorMessages,
              }),
              ...turned(changes),
              ...move?.head,
              ...answered(changes, conversation, move?.head.answeredThrough),
              // Nothing that is said to a person waits for the bot, also when it answers again.
              ...(toPerson && {
                deliveredThrough: messageId,
                answeredThrough: messageId,
                unread: $add(1),
              }),
            })
            .options({
              condition: {
                and: [
                  { attr: 'lastSequence', eq: lastSequence },
                  { attr: 'status', eq: status },
                ],
              },
            }),
          refused: () => new NumberTaken(),
        },
        { write: MessageEntity.build(PutTransaction).item(stored) },
        ...(move?.writes ?? []),
      );
      return stored;
    } catch (error) {
      if (!(error instanceof NumberTaken) || attempt === MAX_ATTEMPTS) throw error;
      await sleep(Math.random() * 10 * attempt);
    }
  }
}

/** The number, or the conversation's status, is not what was read any more. */
class NumberTaken extends Error {}

function moveBy({ author }: NewMessage, { happening }: Alongside, conversation: StoredConversation) {
  if (happening) return moveOf(conversation, happening);
  return author === 'visitor' ? moveOf(conversation, { event: 'visitor_message' }) : undefined;
}

/** Never back: an answer that was begun before a person took over may come after what she was told. */
function answered(
  { conversation }: Alongside,
  { answeredThrough: before = '' }: StoredConversation,
  moved: string | undefined,
) {
  const through = [before, conversation?.answeredThrough ?? '', moved ?? ''].sort().at(-1);
  return through !== undefined && through > before ? { answeredThrough: through } : {};
}

function cited({ conversation }: Alongside, { citedDocuments = new Set() }: StoredConversation) {
  if (!conversation?.citedDocuments?.size) return {};
  return { citedDocuments: new Set([...citedDocuments, ...conversation.citedDocuments]) };
}

/** Whole values: written plainly, lists and maps would be merged into the former ones. */
function turned({ conversation }: Alongside) {
  const { flowState, collected, ...plain } = conversation?.changes ?? {};
  return {
    ...plain,
    ...(flowState && { flowState: replaced(flowState) }),
    ...(collected && { collected: replaced(collected) }),
  };
}

/** What lists show of the message that was said last. */
export function lastMessageOf({ author, text }: Pick<NewMessage, 'author' | 'text'>) {
  return { author, text: excerptOf(text) };
}

function excerptOf(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const letters = Array.from(line.slice(0, 2 * EXCERPT));
  return letters.length > EXCERPT ? `${letters.slice(0, EXCERPT - 1).join('')}…` : line;
}
