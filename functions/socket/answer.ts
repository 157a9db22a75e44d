import type { Context } from 'aws-lambda';
import { answerConversation } from '#core/conversations/answer-conversation';
import { answerDeps } from '#core/conversations/answer-deps';
import { unpackKnown } from '#core/conversations/known';
import { AnswerInvocation } from '#core/conversations/receive-message';
import { beginLog } from '#platform/logger';

const deps = answerDeps();
const QUOTE_MILLISECONDS = 8_000;

/** Invoked asynchronously, without retries: what it throws, or is killed at, goes to the failed answers. */
export const handler = async (event: unknown, context: Context): Promise<void> => {
  beginLog(context);
  const { known, owner, queuedAt, ...ref } = AnswerInvocation.parse(event);
  const outcome = await answerConversation(deps, ref, {
    owner: owner ?? context.awsRequestId,
    ...(known !== undefined && { known: unpackKnown(known) }),
    ...(queuedAt !== undefined && { queued: { messageId: ref.messageId, at: queuedAt } }),
    mode: 'generate',
    // Time for the quotes, should the model be slow to the end.
    modelDeadline: AbortSignal.timeout(Math.max(0, context.getRemainingTimeInMillis() - QUOTE_MILLISECONDS)),
    remainingTime: () => context.getRemainingTimeInMillis(),
  });
  if (typeof outcome !== 'string') throw new Error(`No time is left to answer ${outcome.waiting}.`);
};
