import { UpdateItemCommand } from 'dynamodb-toolbox';
import type { ErrorCode } from '#contract/base/errors';
import { AccountId, ClientMessageId, ConversationId, type MessageId, messageIdOf } from '#contract/base/ids';
import { ClientEvent } from '#contract/conversations/client-events';
import { MAX_MESSAGE_LENGTH } from '#contract/conversations/conversations';
import { bodyLimit } from '#contract/routes/body-limit';
import { admitFrame } from '#core/accounts/limits/tenant-calls';
import { sendTo } from '#core/accounts/sockets/broadcast';
import { findConnection } from '#core/accounts/sockets/connections';
import type { StoredConnection } from '#core/accounts/sockets/entity';
import { asParleyError, busyReason, ParleyError } from '#platform/errors';
import { logger } from '#platform/logger';
import { isConditionFailure } from '#platform/table-writes';
import { ConversationEntity } from './entity';
import type { ConversationRef } from './messages';
import { type ReceiveDeps, receiveMessage, refusal } from './receive-message';
import { tellTyping } from './visitor-typing';

/**
 * What a client says over its socket. A frame that can't be followed gets an `error` event; the socket stays open,
 * unless it floods: a refused frame costs as much as one that is followed.
 */
export async function handleFrame(deps: ReceiveDeps, connectionId: string, frame: string): Promise<void> {
  if (!(await isAdmitted(deps, connectionId))) {
    await sendTo(deps.sockets, [connectionId], refusal('request.rate_limited'));
    return deps.sockets.close(connectionId);
  }
  if (Buffer.byteLength(frame) > LONGEST_FRAME)
    return sendTo(deps.sockets, [connectionId], refusal('request.too_large'));
  const raw = json(frame);
  const event = ClientEvent.safeParse(raw);
  const messageId = ClientMessageId.safeParse(property(raw, 'id')).data;
  const refuse = (code: ErrorCode) => sendTo(deps.sockets, [connectionId], refusal(code, messageId));
  if (!event.success) return refuse(isTooLong(raw) ? 'message.too_long' : 'request.invalid');
  if (event.data.type === 'ping') return sendTo(deps.sockets, [connectionId], { type: 'pong' });

  try {
    const ref = conversationOf(await findConnection(connectionId));
    if (!ref) return await refuse('auth.forbidden');
    if (event.data.type === 'message.read') await markRead(ref, event.data.messageId);
    else if (event.data.type === 'visitor.typing') await tellTyping(deps.sockets, ref);
    else await receiveMessage(deps, connectionId, ref, event.data);
  } catch (thrown) {
    const error = asParleyError(thrown);
    if (error.code === 'server.unavailable')
      logger.warn('The service was busy.', { connectionId, reason: busyReason(error) });
    else if (error.status >= 500)
      logger.error('A frame failed.', { connectionId, error: error.cause ?? error });
    await refuse(error.code);
  }
}

/** Whether the socket has had its share of this minute. A counter that can't be reached refuses nobody. */
async function isAdmitted({ clock }: ReceiveDeps, connectionId: string): Promise<boolean> {
  try {
    await admitFrame(clock, connectionId);
    return true;
  } catch (error) {
    return !(error instanceof ParleyError && error.code === 'request.rate_limited');
  }
}

/** In bytes; nothing is read of a longer one. */
const LONGEST_FRAME = bodyLimit({ body: ClientEvent });

/** Only visitors speak in a conversation. */
function conversationOf(connection: StoredConnection | undefined): ConversationRef | null {
  if (connection?.audience.kind !== 'visitor') return null;
  return {
    accountId: AccountId.parse(connection.accountId),
    conversationId: ConversationId.parse(connection.audience.conversationId),
  };
}

/** How far the visitor has read; never back. A message of another conversation, or none, changes nothing. */
async function markRead({ accountId, conversationId }: ConversationRef, messageId: MessageId): Promise<void> {
  const sequence = Number(messageId.slice(conversationId.length + 1));
  if (!Number.isSafeInteger(sequence) || messageId !== messageIdOf(conversationId, sequence)) return;
  try {
    await ConversationEntity.build(UpdateItemCommand)
      .item({ accountId, conversationId, readThrough: messageId })
      .options({
        condition: {
          and: [
            { attr: 'botId', exists: true },
            // What is not there yet is not read yet.
            { attr: 'lastSequence', gte: sequence },
            {
              or: [
                { attr: 'readThrough', exists: false },
                { attr: 'readThrough', lt: messageId },
              ],
            },
          ],
        },
      })
      .send();
  } catch (error) {
    if (!isConditionFailure(error)) throw error;
  }
}

function isTooLong(raw: unknown): boolean {
  const text = property(raw, 'text');
  return (
    property(raw, 'type') === 'message.send' &&
    typeof text === 'string' &&
    text.trim().length > MAX_MESSAGE_LENGTH
  );
}

function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
