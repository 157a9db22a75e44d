import { setTimeout as sleep } from 'node:timers/promises';
import { $add, $set, PutTransaction, UpdateTransaction } from 'dynamodb-toolbox';
import { messageIdOf } from '#contract/base/message-ids';
import { isWithPerson } from '#contract/conversations/conversation-status';
import type { ConditionalWrite } from '#platform/table-writes';
import { transact } from '#platform/table-writes';
import { replaced } from '../bots/entity';
import { ConversationEntity, MessageEntity, type StoredConversation, type StoredMessage } from './entity';
import type { TurnChanges } from './flow-turn';
import { goesAt } from './keeping';
import { lastMessageOf } from './last-message';
import { turnFor } from './lease';
import { type ConversationRef, loadConversation } from './messages';
import type { Pace } from './pace';
import { movedUp, type StatusEvent, type Transition, transitionOf } from './transitions';
import { waitingList } from './waiting-messages';

const MAX_ATTEMPTS = 10;

export type NewMessage = Omit<StoredMessage, 'accountId' | 'conversationId' | 'messageId' | 'toPerson'>;

/** Further writes of the transaction that stores a message. */
export interface MessageSideEffects {
  /** Decide first: the error of one that fails is thrown. */
  readonly writes: readonly ConditionalWrite[];
  /** Changes of the conversation itself. */
  readonly conversation?: {
    readonly answeredThrough?: string;
    readonly citedDocuments?: ReadonlySet<string>;
    readonly visitorMessages?: number;
    /** Who answers a visitor's message, if nobody is at it. */
    readonly answerer?: { readonly owner: string; readonly now: Date };
    /** How many of their messages were taken in a minute. */
    readonly pace?: Pace;
    readonly currentPage?: string | undefined;
    /** Of the flow. */
    readonly changes?: TurnChanges;
  };
  /** A status event that the message causes, in place of `visitor_message`. */
  readonly statusEvent?: StatusEvent;
  /** False of a visitor's message that no sweep is to find: whoever stores it answers it. */
  readonly isListed?: boolean;
}

/**
 * Adds a message as the next of its conversation. Its number is taken in the transaction that stores it, so
 * that a message which can be read has none before it that can't yet: asking for what comes after one misses
 * nothing. Where the number is taken, the next one is tried. `known` saves reading the conversation again. A visitor's
 * message in a conversation that was closed throws `conversation.ended`.
 */
export async function appendMessage(...of: Parameters<typeof appendTo>): Promise<StoredMessage> {
  return (await appendTo(...of)).message;
}

/** The same; gives the conversation's head with it, as far as answering goes by it. */
export async function appendTo(
  ref: ConversationRef,
  message: NewMessage,
  alongside: (
    messageId: string,
    conversation: StoredConversation,
  ) => MessageSideEffects | Promise<MessageSideEffects>,
  known?: StoredConversation,
): Promise<{ readonly message: StoredMessage; readonly conversation: StoredConversation }> {
  const { accountId, conversationId } = ref;
  for (let attempt = 1; ; attempt += 1) {
    const conversation = (attempt === 1 && known) || (await loadConversation(ref));
    const { lastSequence, status } = conversation;
    const messageId = messageIdOf(conversationId, lastSequence + 1);
    const changes = await alongside(messageId, conversation);
    const grown = { ...conversation, lastMessageAt: message.createdAt };
    const move = transitionBy(message, changes, grown);
    const place = move?.status === undefined || move.status === status ? placeBy(message, grown) : undefined;
    const toPerson = message.author === 'visitor' && isWithPerson(status);
    const isToBot = message.author === 'visitor' && !toPerson;
    const waits = isToBot && changes.isListed !== false;
    const { answerer } = changes.conversation ?? {};
    const turn =
      isToBot && answerer ? turnFor(conversation, answerer.owner, lastSequence + 1, answerer.now) : undefined;
    const stored: StoredMessage = {
      accountId,
      conversationId,
      messageId,
      ...message,
      ...goesAt(conversation, message.createdAt),
      ...(toPerson && { toPerson }),
      ...(waits && waitingList(ref, messageId, message.createdAt)),
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
              lastMessage: $set(lastMessageOf(message)),
              ...(message.author === 'visitor' && { lastQuestion: lastMessageOf(message).text }),
              ...(turn && { turn: $set(turn) }),
              ...cited(changes, conversation),
              ...(changes.conversation?.visitorMessages !== undefined && {
                visitorMessages: changes.conversation.visitorMessages,
              }),
              ...(changes.conversation?.pace && { pace: $set(changes.conversation.pace) }),
              ...(changes.conversation?.currentPage !== undefined && {
                currentPage: changes.conversation.currentPage,
              }),
              ...turned(changes),
              ...(message.unanswered !== undefined && { unanswered: $add(1) }),
              ...move?.head,
              ...place?.head,
              ...(isTold(changes, move) || toPerson ? { revision: $add(1) } : {}),
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
                  // Given to a person and back meanwhile, all before is not the bot's to answer any more.
                  conversation.answeredThrough === undefined
                    ? { attr: 'answeredThrough', exists: false }
                    : { attr: 'answeredThrough', eq: conversation.answeredThrough },
                ],
              },
            }),
          refused: () => new NumberTaken(),
        },
        { write: MessageEntity.build(PutTransaction).item(stored) },
        ...(move?.writes ?? []),
        ...(place?.writes ?? []),
      );
      return {
        message: stored,
        conversation: { ...grown, lastSequence: lastSequence + 1, ...(turn && { turn }) },
      };
    } catch (error) {
      if (!(error instanceof NumberTaken) || attempt === MAX_ATTEMPTS) throw error;
      await sleep(Math.random() * 10 * attempt);
    }
  }
}

/** The number, or the conversation's status, is not what was read any more. */
class NumberTaken extends Error {}

function transitionBy(
  { author }: NewMessage,
  { statusEvent }: MessageSideEffects,
  conversation: StoredConversation,
) {
  if (statusEvent) return transitionOf(conversation, statusEvent);
  return author === 'visitor' ? transitionOf(conversation, { type: 'visitor_message' }) : undefined;
}

/** Of a conversation that nobody waits in, so often at most. */
const MOVED_EVERY_MS = 60_000;

/**
 * What people write brings their conversation to the head of its list. A bot's answer follows a visitor's message within
 * seconds: it would cost as much again, and change the order of none that wait. Nor does anybody wait where the bot has
 * the conversation: there lists are in order to the minute.
 */
function placeBy({ author }: NewMessage, grown: StoredConversation) {
  if (author === 'bot' || grown.isTest || grown.empty) return undefined;
  const { status, gsi1sk = '', lastMessageAt = '' } = grown;
  // Whoever waits for a person keeps the place by since when.
  if (status === 'escalated') return undefined;
  const since = Date.parse(lastMessageAt) - Date.parse(gsi1sk.split('#')[0] ?? '');
  return status === 'active' && author === 'visitor' && since < MOVED_EVERY_MS ? undefined : movedUp(grown);
}

/** Whether the message's transaction changes more of what its visitor is told (`stateOf`) than how far it has come. */
function isTold({ conversation }: MessageSideEffects, move: Transition | undefined): boolean {
  return Object.keys(move?.head ?? {}).length > 0 || conversation?.changes?.visitorEmail !== undefined;
}

/** Never back: a message to a person may have come before the answer to an earlier one. */
function answered(
  { conversation }: MessageSideEffects,
  { answeredThrough: before = '' }: StoredConversation,
  moved: string | undefined,
) {
  const through = [before, conversation?.answeredThrough ?? '', moved ?? ''].sort().at(-1);
  return through !== undefined && through > before ? { answeredThrough: through } : {};
}

function cited({ conversation }: MessageSideEffects, { citedDocuments = new Set() }: StoredConversation) {
  if (!conversation?.citedDocuments?.size) return {};
  return { citedDocuments: new Set([...citedDocuments, ...conversation.citedDocuments]) };
}

/** Whole values: written plainly, lists and maps would be merged into the former ones. */
function turned({ conversation }: MessageSideEffects) {
  const { flowState, collected, ...plain } = conversation?.changes ?? {};
  return {
    ...plain,
    ...(flowState && { flowState: replaced(flowState) }),
    ...(collected && { collected: replaced(collected) }),
  };
}
