import { setTimeout as sleep } from 'node:timers/promises';
import type { SendMessage, SentMessage } from '#contract/conversations/widget';
import { broadcast } from '#core/accounts/sockets/broadcast';
import { conversationChannel } from '#core/accounts/sockets/entity';
import { ParleyError } from '#platform/errors';
import { logger } from '#platform/logger';
import type { Visitor } from '#platform/visitor-token';
import { acceptMessage } from './accept-message';
import {
  type AnswerDeps,
  type AnswerOutcome,
  type AnswerRun,
  answerConversation,
  ENOUGH_TIME,
} from './answer-conversation';
import type { StoredMessage } from './entity';
import { type ConversationRef, toMessage } from './messages';
import { type ReceiveDeps, startAnswering } from './receive-message';
import { findAnswer } from './stored-answers';
import { takeWaitingPlace } from './waiting-calls';

export type SendDeps = AnswerDeps & Pick<ReceiveDeps, 'startAnswer'>;

/** The HTTP API ends a call after 30 seconds, and the way back takes some. */
const ANSWER_MILLISECONDS = 25_000;
const MODEL_MILLISECONDS = 18_000;
const LOOK_AGAIN_MILLISECONDS = 300;

/**
 * A message where sockets are blocked: stored and answered in the same call, with quotes when the model isn't
 * done in time. Null for an answer that isn't there by then: the answer function writes it, and asking for what
 * followed brings it. A caller who heard nothing sends the same message again and gets its answer. Only a few calls
 * of one conversation may wait at once.
 */
export async function sendMessage(
  deps: SendDeps,
  visitor: Visitor,
  input: SendMessage,
  call: { readonly requestId: string; remainingTime(): number },
): Promise<SentMessage> {
  const { accountId, conversationId } = visitor;
  const ref = { accountId, conversationId };
  const modelDeadline = AbortSignal.timeout(MODEL_MILLISECONDS);
  const end = performance.now() + Math.min(ANSWER_MILLISECONDS, call.remainingTime() - 2_000);
  const place = await takeWaitingPlace(deps.clock, ref, call.requestId);
  try {
    const stored = await acceptMessage(deps.clock, ref, input, { owner: call.requestId });
    const answer = await answerTo(deps, ref, stored, {
      owner: call.requestId,
      mode: 'generate',
      modelDeadline,
      through: stored.messageId,
      remainingTime: () => end - performance.now(),
    });
    return { message: toMessage(stored), answer: answer ? toMessage(answer) : null };
  } finally {
    await place.release();
  }
}

/** The answer, by this function or by another that is at it; undefined when there is none in time, or none at all. */
async function answerTo(
  deps: SendDeps,
  ref: ConversationRef,
  { messageId, failure, toPerson }: StoredMessage,
  run: AnswerRun,
): Promise<StoredMessage | undefined> {
  for (;;) {
    const answer = await findAnswer(ref, messageId);
    if (answer || failure !== undefined || toPerson) return answer;
    const isLate = run.remainingTime() < ENOUGH_TIME.quote;
    const outcome = isLate ? { waiting: messageId } : await attempt(deps, ref, messageId, run);
    if (outcome === 'busy') await sleep(LOOK_AGAIN_MILLISECONDS);
    else if (outcome === 'done') return findAnswer(ref, messageId);
    else {
      // The visitor's own, or one whose function was turned away while this one had the conversation.
      const failed = await startAnswering(deps, ref, outcome.waiting);
      if (failed)
        await broadcast(deps.sockets, conversationChannel(ref.accountId, ref.conversationId), failed);
      return findAnswer(ref, messageId);
    }
  }
}

/** The message is stored: what goes wrong here leaves it to the answer function, and to the quotes behind that. */
async function attempt(
  deps: SendDeps,
  ref: ConversationRef,
  messageId: string,
  run: AnswerRun,
): Promise<AnswerOutcome | { readonly waiting: string }> {
  try {
    return await answerConversation(deps, ref, run);
  } catch (error) {
    // What a caller may know of, like a bot that was deleted, no other function can change.
    if (error instanceof ParleyError) throw error;
    logger.error('The answer is left to the answer function.', {
      messageId,
      error: error instanceof Error ? error : String(error),
    });
    return { waiting: messageId };
  }
}
