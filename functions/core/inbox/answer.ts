import { GetItemCommand, PutTransaction, UpdateItemCommand } from 'dynamodb-toolbox';
import { isWithPerson } from '../../contract/conversation-status';
import type { Message } from '../../contract/conversations';
import type { ConversationId } from '../../contract/ids';
import type { ActOnConversation, Conversation, MarkRead, ReplyToVisitor } from '../../contract/inbox';
import type { Actor } from '../../platform/actor';
import type { Clock } from '../../platform/clock';
import { ParleyError } from '../../platform/errors';
import type { Sockets } from '../../platform/sockets';
import { isConditionFailure } from '../../platform/table-writes';
import { findProfile } from '../accounts/stored-profile';
import { appendMessage } from '../conversations/append-message';
import { ClientMessageEntity, ConversationEntity, type StoredMessage } from '../conversations/entity';
import {
  type ConversationRef,
  findMessage,
  isMessageOf,
  messagesAfter,
  toMessage,
} from '../conversations/messages';
import { limitRate } from '../limits/rate-limit';
import { broadcast } from '../sockets/broadcast';
import { conversationChannel } from '../sockets/entity';
import { changeStatus } from './change-status';
import type { Happening } from './moves';
import { loadForInbox } from './reads';
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
  { id, text }: ReplyToVisitor,
): Promise<Message> {
  const ref = { accountId: actor.accountId, conversationId };
  const [conversation, by] = await Promise.all([
    loadForInbox(actor, conversationId),
    agentOf(actor),
    limitRate(clock, `REPLIES#${actor.userId}`, PER_AGENT),
  ]);
  // One that has been closed since takes none, but what was stored before has been.
  const before = await findSent(ref, id);
  if (before) return toMessage(before);
  try {
    const stored = await appendMessage(
      ref,
      { author: 'agent', authorName: by.name, text, createdAt: clock().toISOString(), clientMessageId: id },
      (messageId) => ({
        writes: [
          {
            write: ClientMessageEntity.build(PutTransaction)
              .item({ ...ref, clientMessageId: id, messageId })
              .options({ condition: { attr: 'messageId', exists: false } }),
            refused: () => new SentBefore(),
          },
        ],
        happening: { event: 'agent_message', by },
      }),
      conversation,
    );
    const message = toMessage(stored);
    await broadcast(sockets, conversationChannel(ref.accountId, conversationId), {
      type: 'message.added',
      message,
    });
    return message;
  } catch (error) {
    const sent = error instanceof SentBefore ? await findSent(ref, id) : undefined;
    if (!sent) throw error;
    return toMessage(sent);
  }
}

class SentBefore extends Error {}

async function findSent(ref: ConversationRef, clientMessageId: string): Promise<StoredMessage | undefined> {
  const { Item } = await ClientMessageEntity.build(GetItemCommand)
    .key({ ...ref, clientMessageId })
    .options({ consistent: true })
    .send();
  return Item && findMessage(ref, Item.messageId);
}

/** What an agent does with a conversation; its visitor and the dashboards are told by what follows the table. */
export async function actOnConversation(
  actor: Actor,
  conversationId: ConversationId,
  { action }: ActOnConversation,
): Promise<Conversation> {
  const [by] = await Promise.all([agentOf(actor), loadForInbox(actor, conversationId)]);
  return toConversation(
    await changeStatus({ accountId: actor.accountId, conversationId }, { event: action, by }),
  );
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
    try {
      await ConversationEntity.build(UpdateItemCommand)
        .item({ ...ref, ...changed })
        .options({
          condition: {
            and: [
              { attr: 'lastSequence', eq: lastSequence },
              { attr: 'status', eq: status },
            ],
          },
        })
        .send();
      return toConversation({ ...conversation, ...changed });
    } catch (error) {
      if (!isConditionFailure(error) || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

/** The agent, by the name that visitors read. */
async function agentOf({ userId }: Actor): Promise<NonNullable<Happening['by']>> {
  const profile = await findProfile(userId);
  if (!profile) throw new ParleyError('profile.not_found');
  return { userId, name: profile.fullName };
}
