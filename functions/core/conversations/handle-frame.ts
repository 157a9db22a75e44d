import { UpdateItemCommand } from 'dynamodb-toolbox';
import { AccountId, ClientMessageId, ConversationId, type MessageId } from '#contract/base/ids';
import { messageIdOf } from '#contract/base/message-ids';
import { MAX_MESSAGE_LENGTH } from '#contract/conversations/bounds';
import { ClientEvent } from '#contract/conversations/client-events';
import { bodyLimit } from '#contract/routes/body-limit';
import { admitFrame } from '#core/accounts/limits/tenant-calls';
import { sendTo } from '#core/accounts/sockets/broadcast';
import { findConnection } from '#core/accounts/sockets/connections';
import type { StoredConnection } from '#core/accounts/sockets/entity';
import type { Clock } from '#platform/clock';
import { asParleyError, busyReason, ParleyError } from '#platform/errors';
import { logger, ownersOf } from '#platform/logger';
import { ifHolds } from '#platform/table-writes';
import { ConversationEntity } from './entity';
import type { ConversationRef } from './messages';
import { type ReceiveDeps, receiveMessage, refusal } from './receive-message';
import { showTyping } from './visitor-typing';

/**
 * What a client says over its socket. A frame that can't be followed gets an `error` event; the socket stays open,
 * unless it floods: a refused frame costs as much as one that is followed. Frames are counted, but for a new message:
 * those its conversation counts (`pace.ts`), and what that refuses is counted here.
 */
export async function handleFrame(deps: ReceiveDeps, connectionId: string, frame: string): Promise<void> {
  const isTooLarge = Buffer.byteLength(frame) > LONGEST_FRAME;
  const raw = isTooLarge ? undefined : json(frame);
  const event = ClientEvent.safeParse(raw);
  const messageId = ClientMessageId.safeParse(property(raw, 'id')).data;
  try {
    if (event.data?.type !== 'message.send') await admitted(deps, connectionId);
    if (isTooLarge) throw new ParleyError('request.too_large');
    if (!event.success) throw new ParleyError(isTooLong(raw) ? 'message.too_long' : 'request.invalid');
    await follow(deps, connectionId, event.data);
  } catch (thrown) {
    let error = asParleyError(thrown);
    if (event.data?.type === 'message.send' && !(error instanceof Flood))
      error = await admitted(deps, connectionId).then(() => error, asParleyError);
    if (error.code === 'server.unavailable')
      logger.warn('The service was busy.', { connectionId, reason: busyReason(error) });
    else if (error.status >= 500)
      logger.error('A frame failed.', { connectionId, error: error.cause ?? error });
    const isFlood = error instanceof Flood;
    await sendTo(deps.sockets, [connectionId], refusal(error.code, isFlood ? undefined : messageId));
    if (isFlood) await deps.sockets.close(connectionId);
  }
}

async function follow(deps: ReceiveDeps, connectionId: string, event: ClientEvent): Promise<void> {
  if (event.type === 'ping') return sendTo(deps.sockets, [connectionId], { type: 'pong' });
  const connection = await findConnection(connectionId);
  const ref = conversationOf(connection);
  if (!ref) throw new ParleyError('auth.forbidden');
  logger.appendKeys(ownersOf(ref));
  if (event.type === 'message.read') return markRead(deps.clock, ref, event.messageId);
  if (event.type === 'visitor.typing') return showTyping(deps.sockets, ref);
  const audience = connection?.audience;
  return receiveMessage(deps, connectionId, ref, event, {
    ...(audience?.kind === 'visitor' && { sender: audience }),
    repeated: () => admitted(deps, connectionId),
  });
}

/** The socket has had its share of this minute. */
class Flood extends ParleyError {
  constructor() {
    super('request.rate_limited');
  }
}

/** Counts a frame. A counter that can't be reached refuses nobody. */
async function admitted({ clock }: ReceiveDeps, connectionId: string): Promise<void> {
  try {
    await admitFrame(clock, connectionId);
  } catch (error) {
    if (error instanceof ParleyError && error.code === 'request.rate_limited') throw new Flood();
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
async function markRead(
  clock: Clock,
  { accountId, conversationId }: ConversationRef,
  messageId: MessageId,
): Promise<void> {
  const sequence = Number(messageId.slice(conversationId.length + 1));
  if (!Number.isSafeInteger(sequence) || messageId !== messageIdOf(conversationId, sequence)) return;
  await ifHolds(
    ConversationEntity.build(UpdateItemCommand)
      .item({ accountId, conversationId, readThrough: messageId, readAt: clock().getTime() })
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
      .send(),
  );
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
