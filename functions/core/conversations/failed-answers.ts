import * as z from 'zod';
import { ErrorCode } from '#contract/base/error-body';
import type { ServerEvent } from '#contract/socket';
import { broadcast } from '#core/accounts/sockets/broadcast';
import { conversationChannel } from '#core/accounts/sockets/entity';
import { asParleyError, ParleyError } from '#platform/errors';
import { logger } from '#platform/logger';
import {
  type AnswerDeps,
  type AnswerOutcome,
  type AnswerRun,
  answerConversation,
  nextWaiting,
} from './answer-conversation';
import type { StoredMessage } from './entity';
import { type ConversationRef, findMessage, messagesAfter } from './messages';
import type { OverdueMessage } from './overdue-messages';
import { AnswerInvocation } from './receive-message';
import { answerDone, answerFailed, storeFailure } from './stored-answers';
import { removeFromWaitingList } from './waiting-messages';

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

interface Delivery {
  readonly requestId: string;
  remainingTime(): number;
}

/**
 * Answers with quotes what the answer function left behind, or says that it failed. That is more than the message it
 * was invoked for: one function answers all that waits in a conversation, and those of the later messages have seen it
 * at work and ended. All attempts are made in one delivery: the visitor waits, and the queue would bring the message
 * again only after minutes.
 */
export async function answerFailedMessage(
  deps: FailedAnswerDeps,
  { requestContext, requestPayload }: FailedAnswer,
  delivery: Delivery,
): Promise<void> {
  const { messageId, accountId, conversationId, owner } = requestPayload;
  const ref = { accountId, conversationId };
  await broadcastAgain(deps, ref, messageId);
  const run = quotingRun(delivery, owner ?? requestContext.requestId);
  await settleAll(deps, ref, () => answerOrWait(deps, ref, run));
}

/** Answers with quotes what the sweep found. Where another function is at work it is left to that, and to the next sweep. */
export async function answerOverdue(
  deps: FailedAnswerDeps,
  { messageId, accountId, conversationId }: OverdueMessage,
  delivery: Delivery,
): Promise<void> {
  const ref = { accountId, conversationId };
  const run = quotingRun(delivery);
  if ((await settleAll(deps, ref, () => answerConversation(deps, ref, run))) !== 'done') return;
  const message = await findMessage(ref, messageId);
  if (message) await removeFromWaitingList(message);
}

function quotingRun({ requestId, remainingTime }: Delivery, deadOwner?: string): AnswerRun {
  return { owner: requestId, ...(deadOwner !== undefined && { deadOwner }), mode: 'quote', remainingTime };
}

/**
 * Says once more how a message was settled, and all that was stored after it: its function may have died between
 * storing and saying. Hearing it twice changes nothing.
 */
async function broadcastAgain(deps: AnswerDeps, ref: ConversationRef, messageId: string): Promise<void> {
  const [own, later] = await Promise.all([findMessage(ref, messageId), messagesAfter(ref, messageId)]);
  const events = [...(own ? [own] : []), ...later].flatMap((message) => settling(message) ?? []);
  for (const event of events)
    await broadcast(deps.sockets, conversationChannel(ref.accountId, ref.conversationId), event);
}

function settling(message: StoredMessage): ServerEvent | undefined {
  if (message.author === 'bot' && message.inReplyTo !== undefined) return answerDone(message);
  if (message.failure === undefined) return undefined;
  return answerFailed(message.messageId, ErrorCode.catch('server.failed').parse(message.failure));
}

/** Runs `answer` until it ends without an error. The message at which it fails again and again is said to have failed. */
async function settleAll<OUTCOME extends AnswerOutcome>(
  deps: FailedAnswerDeps,
  ref: ConversationRef,
  answer: () => Promise<OUTCOME>,
): Promise<OUTCOME | 'done'> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await answer();
    } catch (error) {
      if (error instanceof Unfinished) throw error;
      if (isGone(error)) return 'done';
      const failing = await nextWaiting(ref);
      // Not a message's fault: the delivery is repeated.
      if (!failing) throw error;
      const { messageId } = failing.asked;
      logger.error('Quotes failed.', {
        messageId,
        attempt,
        error: error instanceof Error ? error : String(error),
      });
      const pause = PAUSES[attempt];
      if (pause !== undefined) await deps.sleep(pause);
      // The messages behind it get one attempt each.
      else
        await broadcast(
          deps.sockets,
          conversationChannel(ref.accountId, ref.conversationId),
          await storeFailure(ref, messageId, asParleyError(error).code),
        );
    }
  }
}

/** A living function that is at it picks the message up; it may die as well, so its end is waited for. */
async function answerOrWait(deps: FailedAnswerDeps, ref: ConversationRef, run: AnswerRun): Promise<'done'> {
  for (let waited = 0; waited <= OTHER_MILLISECONDS; waited += LOOK_AGAIN_MILLISECONDS) {
    const outcome = await answerConversation(deps, ref, run);
    if (outcome === 'done') return outcome;
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
