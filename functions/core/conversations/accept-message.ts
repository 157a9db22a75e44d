import { GetItemCommand, PutTransaction } from 'dynamodb-toolbox';
import * as z from 'zod';
import { shareOfAddress } from '#contract/accounts/limits';
import { isWithPerson } from '#contract/conversations/conversation-status';
import type { SendMessage } from '#contract/conversations/widget';
import { isFull, withOneMoreMessage } from '#core/accounts/limits/conversation-messages';
import { limitPart, limitRate } from '#core/accounts/limits/rate-limit';
import type { Clock } from '#platform/clock';
import { ParleyError } from '#platform/errors';
import { mayGoOn } from './abandoned';
import { activateConversation } from './activate-conversation';
import { appendMessage } from './append-message';
import { askedConfig } from './asked-bot';
import { askerOf } from './asker';
import { arrivedFile } from './attachments';
import { ClientMessageEntity, type StoredConversation, type StoredMessage } from './entity';
import { askedField, type TurnChanges } from './flow-turn';
import { masked } from './mask';
import { type ConversationRef, findMessage, loadConversation } from './messages';
import { withinPace } from './pace';
import { movedTo } from './visitor-page';

/** Messages a minute, more than a bot's visitors together write. */
const PER_BOT = 900;
/**
 * Of all bots of an account. Each holds an answer function for some three seconds: 20 a second are 60 of the 200 that
 * a stage reserves for answers, so that no tenant keeps the visitors of others waiting.
 */
export const MESSAGES_PER_ACCOUNT = 1_200;

/**
 * Stores a visitor's message, once: the same client id again gives the message as it was stored before,
 * whatever its text is now.
 */
export async function acceptMessage(
  clock: Clock,
  ref: ConversationRef,
  { id, text, reply, attachment, page }: SendMessage,
  /** False: the caller answers it itself, and no sweep is to. What was said in the past is overdue from its beginning. */
  {
    isListed = true,
    repeated,
  }: {
    readonly isListed?: boolean;
    /** Is asked before a message that was taken before is told again. */
    readonly repeated?: () => Promise<void>;
  } = {},
): Promise<StoredMessage> {
  const { accountId, conversationId } = ref;
  const { conversation, config } = await openConversation(ref);
  withinPace(conversation, clock());
  const [file] = await Promise.all([
    attachment === undefined ? undefined : arrivedFile(clock, ref, attachment),
    admitMessage(clock, conversation),
  ]);
  const started = mayGoOn(conversation) ? await activateConversation(clock, conversation) : conversation;
  try {
    return await appendMessage(
      ref,
      {
        author: 'visitor',
        text: masked(text, config, {
          language: conversation.language,
          asked: askedField(config.flow, conversation.flowState),
        }),
        createdAt: clock().toISOString(),
        clientMessageId: id,
        ...(reply && { reply }),
        ...(file && { attachment: file.attachment }),
      },
      async (messageId, current) => ({
        isListed,
        // To a person she may write on: no model is paid for it.
        conversation: {
          pace: withinPace(current, clock()),
          ...movedTo(current, page),
          ...(isWithPerson(current.status)
            ? { changes: addressAskedOf(current, text) }
            : { visitorMessages: await withOneMoreMessage(current, clock()) }),
        },
        writes: [
          {
            write: ClientMessageEntity.build(PutTransaction)
              .item({ accountId, conversationId, clientMessageId: id, messageId })
              .options({ condition: { attr: 'messageId', exists: false } }),
            refused: () => new SentBefore(),
          },
          ...(file ? [file.keep(messageId)] : []),
        ],
      }),
      started,
    );
  } catch (error) {
    if (error instanceof SentBefore) {
      await repeated?.();
      return sentBefore(ref, id);
    }
    // What was taken before is told again, also when it was the last that there was room for.
    const isRefused = error instanceof ParleyError && error.code === 'conversation.full';
    const taken = isRefused ? await sentBefore(ref, id).catch(() => null) : null;
    if (!taken) throw error;
    return taken;
  }
}

/**
 * Counts a message: for those at its visitor's address, for its bot and then for its account. What one refuses is not counted at the next, so that who has
 * come to a limit uses up nothing of what others have. Neither is what a full conversation takes no more.
 */
async function admitMessage(clock: Clock, conversation: StoredConversation): Promise<void> {
  const { accountId, botId, status } = conversation;
  if (!isWithPerson(status) && (await isFull(conversation, clock()))) return;
  const asker = await askerOf(conversation);
  if (asker !== undefined)
    await limitRate(clock, `ASKER_MESSAGES#${accountId}#${asker}`, shareOfAddress(PER_BOT));
  await limitPart(clock, `MESSAGES#${accountId}`, MESSAGES_PER_ACCOUNT, { name: botId, perMinute: PER_BOT });
}

function addressAskedOf({ asksAddress, visitorEmail }: StoredConversation, text: string): TurnChanges {
  return asksAddress && visitorEmail === undefined ? addressIn(text) : {};
}

/** The only address in a text; of two nobody can tell which is hers. */
function addressIn(text: string): TurnChanges {
  const found = text.match(/[^\s<>()[\]"',;:]+@[^\s<>()[\]"',;:]+[^\s<>()[\]"',;:.!?]/g) ?? [];
  const { data } = z.email().max(254).safeParse(found[0]);
  return found.length === 1 && data !== undefined ? { visitorEmail: data, providedContact: true } : {};
}

class SentBefore extends Error {}

async function openConversation(ref: ConversationRef) {
  const conversation = await loadConversation(ref);
  return { conversation, config: await askedConfig(conversation) };
}

async function sentBefore(ref: ConversationRef, clientMessageId: string): Promise<StoredMessage> {
  const { accountId, conversationId } = ref;
  const { Item } = await ClientMessageEntity.build(GetItemCommand)
    .key({ accountId, conversationId, clientMessageId })
    .options({ consistent: true })
    .send();
  const message = Item && (await findMessage(ref, Item.messageId));
  if (!message) throw new ParleyError('conversation.not_found');
  return message;
}
