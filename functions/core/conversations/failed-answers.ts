import * as z from 'zod';
import { AccountId, ConversationId, MessageId } from '../../contract/ids';
import { asParleyError, ParleyError } from '../../platform/errors';
import { logger } from '../../platform/logger';
import { broadcast } from '../sockets/broadcast';
import { conversationChannel } from '../sockets/entity';
import { type AnswerDeps, answerConversation } from './answer-conversation';
import { answerDone, findAnswer, storeFailure } from './stored-answers';

/** What Lambda puts into the queue when the answer function threw, was killed or ran out of time. */
export const FailedAnswer = z.object({
  requestContext: z.object({ requestId: z.string() }),
  requestPayload: z.object({
    accountId: AccountId,
    conversationId: ConversationId,
    messageId: MessageId,
  }),
});
export type FailedAnswer = z.infer<typeof FailedAnswer>;

/** Deliveries after which a visitor is told that there will be no answer. */
const LAST_ATTEMPT = 3;

/**
 * Answers with quotes what the answer function left behind, or says that it failed. While another function
 * answers in the conversation it throws, so that the queue brings the message again: that other may die too.
 */
export async function answerFailedMessage(
  deps: AnswerDeps,
  { requestContext, requestPayload }: FailedAnswer,
  delivery: { readonly requestId: string; readonly receiveCount: number; remainingTime(): number },
): Promise<void> {
  const { messageId, ...ref } = requestPayload;
  const channel = conversationChannel(ref.accountId, ref.conversationId);
  const before = await findAnswer(ref, messageId);
  // Stored, but its function may have died before it said so. Hearing it twice changes nothing.
  if (before) return broadcast(deps.sockets, channel, answerDone(before));

  try {
    const outcome = await answerConversation(deps, ref, {
      owner: delivery.requestId,
      deadOwner: requestContext.requestId,
      mode: 'quote',
      remainingTime: delivery.remainingTime,
    });
    if (outcome === 'busy') throw new Error('Another function answers in this conversation.');
  } catch (error) {
    if (isGone(error)) return;
    if (delivery.receiveCount < LAST_ATTEMPT) throw error;
    logger.error('A message gets no answer.', {
      messageId,
      error: error instanceof Error ? error : String(error),
    });
    await broadcast(deps.sockets, channel, await storeFailure(ref, messageId, asParleyError(error).code));
  }
}

/** The conversation or its bot was deleted: nobody waits any more. */
function isGone(error: unknown): boolean {
  return (
    error instanceof ParleyError &&
    (error.code === 'conversation.not_found' || error.code === 'bot.not_found')
  );
}
