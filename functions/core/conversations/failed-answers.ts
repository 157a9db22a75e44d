import * as z from 'zod';
import { asParleyError, ParleyError } from '../../platform/errors';
import { logger } from '../../platform/logger';
import { broadcast } from '../sockets/broadcast';
import { conversationChannel } from '../sockets/entity';
import { type AnswerDeps, type AnswerRun, answerConversation } from './answer-conversation';
import type { ConversationRef } from './messages';
import { AnswerInvocation } from './receive-message';
import { answerDone, findAnswer, storeFailure } from './stored-answers';

/** What Lambda puts into the queue when the answer function threw, was killed or ran out of time. */
export const FailedAnswer = z.object({
  requestContext: z.object({ requestId: z.string() }),
  requestPayload: AnswerInvocation,
});
export type FailedAnswer = z.infer<typeof FailedAnswer>;

/** Pauses before further attempts; after the last one the visitor is told that there will be no answer. */
const PAUSES = [1_000, 3_000] as const;

/** How long another function that answers in the conversation is waited for: longer than a dead one's lease. */
const OTHER_MILLISECONDS = 20_000;
const LOOK_AGAIN_MILLISECONDS = 500;

export interface FailedAnswerDeps extends AnswerDeps {
  sleep(milliseconds: number): Promise<unknown>;
}

/**
 * Answers with quotes what the answer function left behind, or says that it failed. All attempts are made in
 * one delivery: the visitor waits, and the queue would bring the message again only after minutes.
 */
export async function answerFailedMessage(
  deps: FailedAnswerDeps,
  { requestContext, requestPayload }: FailedAnswer,
  delivery: { readonly requestId: string; remainingTime(): number },
): Promise<void> {
  const { messageId, ...ref } = requestPayload;
  const channel = conversationChannel(ref.accountId, ref.conversationId);
  const before = await findAnswer(ref, messageId);
  // Stored, but its function may have died before it said so. Hearing it twice changes nothing.
  if (before) return broadcast(deps.sockets, channel, answerDone(before));

  const run: AnswerRun = {
    owner: delivery.requestId,
    deadOwner: requestContext.requestId,
    mode: 'quote',
    remainingTime: delivery.remainingTime,
  };
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await answerOrWait(deps, ref, run);
    } catch (error) {
      if (error instanceof Unfinished) throw error;
      if (isGone(error)) return;
      logger.error('Quotes failed.', {
        messageId,
        attempt,
        error: error instanceof Error ? error : String(error),
      });
      const pause = PAUSES[attempt];
      if (pause === undefined)
        return broadcast(
          deps.sockets,
          channel,
          await storeFailure(ref, messageId, asParleyError(error).code),
        );
      await deps.sleep(pause);
    }
  }
}

/** A living function that is at it picks the message up; it may die as well, so its end is waited for. */
async function answerOrWait(deps: FailedAnswerDeps, ref: ConversationRef, run: AnswerRun): Promise<void> {
  for (let waited = 0; waited <= OTHER_MILLISECONDS; waited += LOOK_AGAIN_MILLISECONDS) {
    const outcome = await answerConversation(deps, ref, run);
    if (outcome === 'done') return;
    if (outcome !== 'busy') throw new Unfinished('No time is left.');
    await deps.sleep(LOOK_AGAIN_MILLISECONDS);
  }
  throw new Unfinished('Another function answers in this conversation.');
}

/** The delivery is repeated then. */
class Unfinished extends Error {}

/** The conversation or its bot was deleted: nobody waits any more. */
function isGone(error: unknown): boolean {
  return (
    error instanceof ParleyError &&
    (error.code === 'conversation.not_found' || error.code === 'bot.not_found')
  );
}
