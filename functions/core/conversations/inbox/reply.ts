import { $add, PutTransaction, UpdateItemCommand } from 'dynamodb-toolbox';
import { AccountId, BotId, type ConversationId } from '#contract/base/ids';
import { messageIdOf } from '#contract/base/message-ids';
import { isWithPerson } from '#contract/conversations/conversation-status';
import type { Message } from '#contract/conversations/conversations';
import type {
  ActOnConversation,
  Conversation,
  MarkRead,
  ReplyToVisitor,
} from '#contract/conversations/inbox';
import { limitRate } from '#core/accounts/limits/rate-limit';
import { listenersOf, reach } from '#core/accounts/sockets/broadcast';
import { conversationChannel } from '#core/accounts/sockets/entity';
import { findBot } from '#core/bots/bots';
import { isPublic } from '#core/bots/stored-bot';
import type { Actor } from '#platform/actor';
import type { Clock } from '#platform/clock';
import { ParleyError } from '#platform/errors';
import type { Sockets } from '#platform/sockets';
import { readItem } from '#platform/table-reads';
import { ifHolds } from '#platform/table-writes';
import { appendMessage } from '../append-message';
import { changeStatus } from '../change-status';
import {
  ClientMessageEntity,
  ConversationEntity,
  type StoredConversation,
  type StoredMessage,
} from '../entity';
import { goesAt } from '../keeping';
import { type ConversationRef, findMessage, isMessageOf, messagesAfter, toMessage } from '../messages';
import { entryWrite } from '../timeline-entity';
import { markDelivered } from '../visitor-delivery';
import { doerOf } from './agents';
import { loadForInbox } from './list-conversations';
import { entryOf } from './timeline';
import { toConversation } from './views';

export interface AgentDeps {
  readonly clock: Clock;
  readonly sockets: Sockets;
}

/** Messages a minute that no person writes. */
const PER_AGENT = 60;

/**
 * Writes to the visitor, who hears it at once. Takes the conversation over from the bot. The same client id again
 * gives the message as it was stored before.
 */
export async function replyToVisitor(
  { clock, sockets }: AgentDeps,
  actor: Actor,
  conversationId: ConversationId,
  { id, text, seenThrough }: ReplyToVisitor,
): Promise<Message> {
  const ref = { accountId: actor.accountId, conversationId };
  const [conversation, by] = await Promise.all([
    loadForInbox(actor, conversationId),
    doerOf(actor),
    limitRate(clock, `REPLIES#${actor.userId}`, PER_AGENT),
  ]);
  // One that has been closed since takes none, but what was stored before has been.
  const before = await findSent(ref, id);
  if (before) return toMessage(before);
  await assertReachable(conversation);
  // Of one time: that they took over stands before the words by which they did.
  const now = clock();
  try {
    const stored = await appendMessage(
      ref,
      {
        author: 'agent',
        authorId: by.userId,
        authorName: by.name,
        text,
        createdAt: now.toISOString(),
        clientMessageId: id,
      },
      async (messageId, current) => {
        await assertNobodyAnswered(ref, current, by.userId, seenThrough);
        return {
          writes: [
            {
              write: ClientMessageEntity.build(PutTransaction)
                .item({ ...ref, clientMessageId: id, messageId, ...goesAt(current, now.toISOString()) })
                .options({ condition: { attr: 'messageId', exists: false } }),
              refused: () => new SentBefore(),
            },
            ...(current.assigneeId === by.userId && isWithPerson(current.status)
              ? []
              : [
                  entryWrite(
                    current,
                    entryOf(() => now, ref, by, 'take_over'),
                  ),
                ]),
          ],
          statusEvent: { type: 'agent_message', by },
        };
      },
      conversation,
    );
    const message = toMessage(stored);
    const listeners = await listenersOf(conversationChannel(ref.accountId, conversationId));
    const reached = await reach(sockets, listeners, { type: 'message.added', message });
    if (reached > 0) await markDelivered(ref, message.id);
    return message;
  } catch (error) {
    const sent = error instanceof SentBefore ? await findSent(ref, id) : undefined;
    if (!sent) throw error;
    return toMessage(sent);
  }
}

class SentBefore extends Error {}

/**
 * Throws where another agent has written after what this one has seen. The message is stored on condition that no other
 * came since `current` was read, so that of two who send at once the second is refused.
 */
async function assertNobodyAnswered(
  ref: ConversationRef,
  { lastSequence }: StoredConversation,
  userId: string,
  seenThrough: string | undefined,
): Promise<void> {
  if (seenThrough === undefined) return;
  if (!isMessageOf(ref, seenThrough))
    throw new ParleyError('request.invalid', {
      fields: { seenThrough: 'This is no message of the conversation.' },
    });
  if (seenThrough >= messageIdOf(ref.conversationId, lastSequence)) return;
  const since = await messagesAfter(ref, seenThrough);
  if (since.some(({ author, authorId }) => author === 'agent' && authorId !== userId))
    throw new ParleyError('conversation.answered_meanwhile');
}

async function findSent(ref: ConversationRef, clientMessageId: string): Promise<StoredMessage | undefined> {
  const item = await readItem(ClientMessageEntity, { ...ref, clientMessageId });
  return item && findMessage(ref, item.messageId);
}

/** What an agent does with a conversation; its visitor and the dashboards are told by what follows the table. */
export async function actOnConversation(
  clock: Clock,
  actor: Actor,
  conversationId: ConversationId,
  { action }: ActOnConversation,
): Promise<Conversation> {
  const [by, conversation] = await Promise.all([doerOf(actor), loadForInbox(actor, conversationId)]);
  if (action !== 'resolve') await assertReachable(conversation);
  const ref = { accountId: actor.accountId, conversationId };
  const entry = entryOf(clock, ref, by, action);
  return toConversation(await changeStatus(ref, { type: action, by }, [entryWrite(conversation, entry)]));
}

/** Times that messages may come between a reading and its writing. */
const MAX_ATTEMPTS = 5;

/**
 * How far an agent has read; never back. Only while a person answers: a visitor who talks to the bot is not told
 * that somebody looks on.
 */
export async function markConversationRead(
  actor: Actor,
  conversationId: ConversationId,
  { through }: MarkRead,
): Promise<Conversation> {
  if (!isMessageOf({ conversationId }, through))
    throw new ParleyError('request.invalid', {
      fields: { through: 'This is no message of the conversation.' },
    });
  const ref = { accountId: actor.accountId, conversationId };
  for (let attempt = 1; ; attempt += 1) {
    const conversation = await loadForInbox(actor, conversationId);
    const { status, lastSequence, agentReadThrough = '', unread = 0 } = conversation;
    if (!isWithPerson(status) || (through <= agentReadThrough && unread === 0))
      return toConversation(conversation);
    const upTo = through > agentReadThrough ? through : agentReadThrough;
    const [read, later] = await Promise.all([findMessage(ref, through), messagesAfter(ref, upTo)]);
    if (!read) throw new ParleyError('request.invalid', { fields: { through: 'There is no such message.' } });
    const changed = {
      agentReadThrough: upTo,
      unread: later.filter(({ toPerson }) => toPerson).length,
    };
    const isStored = await ifHolds(
      ConversationEntity.build(UpdateItemCommand)
        .item({ ...ref, revision: $add(1), ...changed })
        .options({
          condition: {
            and: [
              { attr: 'lastSequence', eq: lastSequence },
              { attr: 'status', eq: status },
            ],
          },
        })
        .send(),
    );
    if (isStored) return toConversation({ ...conversation, ...changed });
    if (attempt === MAX_ATTEMPTS) throw new ParleyError('server.unavailable');
  }
}

/**
 * Throws `conversation.unreachable` where nothing that is written reaches the visitor: their bot was deleted, or it is not
 * published any more and they left no address.
 */
async function assertReachable({ accountId, botId, visitorEmail }: StoredConversation): Promise<void> {
  const bot = await findBot({ accountId: AccountId.parse(accountId), botId: BotId.parse(botId) });
  if (!bot || (!isPublic(bot) && visitorEmail === undefined))
    throw new ParleyError('conversation.unreachable');
}
