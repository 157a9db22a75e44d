import * as z from 'zod';
import type { ErrorCode } from '#contract/base/errors';
import { AccountId, type ClientMessageId, ConversationId, MessageId } from '#contract/base/ids';
import type { SendMessage } from '#contract/conversations/widget';
import type { ServerEvent } from '#contract/socket';
import { broadcast, sendTo } from '#core/accounts/sockets/broadcast';
import { conversationChannel } from '#core/accounts/sockets/entity';
import type { Clock } from '#platform/clock';
import { newId } from '#platform/ids';
import { logger } from '#platform/logger';
import type { Sockets } from '#platform/sockets';
import { type AcceptOptions, accept } from './accept-message';
import type { StoredMessage } from './entity';
import { packKnown } from './known';
import { type ConversationRef, toMessage } from './messages';
import { answerDone, answerFailed, findAnswer, storeFailure } from './stored-answers';

export interface ReceiveDeps {
  readonly clock: Clock;
  readonly sockets: Sockets;
  /** Has the conversation answered by another function, and doesn't wait. */
  startAnswer(request: AnswerInvocation): Promise<void>;
}

/** What the answer function is invoked with. */
export const AnswerInvocation = z.object({
  accountId: AccountId,
  conversationId: ConversationId,
  messageId: MessageId,
  /** Who has the turn, where the message's transaction gave it. */
  owner: z.string().max(64).optional(),
  /** What was read then: see known.ts. */
  known: z.string().optional(),
  /** When it was asked, in milliseconds since 1970. */
  queuedAt: z.number().optional(),
});
export type AnswerInvocation = z.infer<typeof AnswerInvocation>;

/**
 * A message over the socket: stored, given to another function to be answered, since a route of the WebSocket API has
 * 29 seconds, and acknowledged. Of a resend the sender hears what became of the message.
 */
export async function receiveMessage(
  deps: ReceiveDeps,
  connectionId: string,
  ref: ConversationRef,
  input: SendMessage,
  { sender, repeated }: Pick<AcceptOptions, 'sender' | 'repeated'> = {},
): Promise<void> {
  // Short, since the head that has it is written with each message.
  const owner = newId(deps.clock()).slice(-10);
  const { message: stored, known } = await accept(deps.clock, ref, input, {
    owner,
    ...(sender && { sender }),
    ...(repeated && { repeated }),
  });
  const accepted: ServerEvent = { type: 'message.accepted', id: input.id, message: toMessage(stored) };
  // Its answer is asked for first: what was acknowledged is not sent again, and nobody would answer it if this function
  // died in between.
  const hasTurn = known?.conversation.turn?.owner === owner;
  const failed = isSettled(stored)
    ? null
    : await startAnswering(deps, ref, stored.messageId, hasTurn ? { owner, known: packKnown(known) } : {});
  await sendTo(deps.sockets, [connectionId], accepted);
  if (failed) await broadcast(deps.sockets, conversationChannel(ref.accountId, ref.conversationId), failed);
  const outcome = isSettled(stored) ? await outcomeOf(ref, stored) : undefined;
  if (outcome) await sendTo(deps.sockets, [connectionId], outcome);
}

/** Says to a client that its frame was refused; `id` names the message that was meant. */
export function refusal(code: ErrorCode, id?: ClientMessageId): ServerEvent {
  return { type: 'error', code, ...(id !== undefined && { id }) };
}

/** One that went to a person has come to where it is answered. */
function isSettled({ answeredBy, failure, toPerson }: StoredMessage): boolean {
  return answeredBy !== undefined || failure !== undefined || toPerson === true;
}

/**
 * Has a message answered by the answer function. One whose answer nobody could be asked for must not leave its
 * visitor waiting: what the conversation is to be told of it is returned.
 */
export async function startAnswering(
  deps: Pick<ReceiveDeps, 'clock' | 'startAnswer'>,
  ref: ConversationRef,
  messageId: string,
  turn: Pick<AnswerInvocation, 'owner' | 'known'> = {},
): Promise<ServerEvent | null> {
  try {
    const { accountId, conversationId } = ref;
    await deps.startAnswer({
      accountId,
      conversationId,
      messageId: MessageId.parse(messageId),
      queuedAt: deps.clock().getTime(),
      ...turn,
    });
    return null;
  } catch (error) {
    logger.error('The answer function could not be invoked.', {
      messageId,
      error: error instanceof Error ? error : String(error),
    });
    return await storeFailure(ref, messageId, 'server.unavailable');
  }
}

async function outcomeOf(ref: ConversationRef, stored: StoredMessage): Promise<ServerEvent | undefined> {
  const answer = await findAnswer(ref, stored.messageId);
  if (answer) return answerDone(answer);
  return stored.failure === undefined ? undefined : answerFailed(stored.messageId, 'server.unavailable');
}
