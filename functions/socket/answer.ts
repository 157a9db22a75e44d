import type { Context } from 'aws-lambda';
import { answerConversation } from '../core/conversations/answer-conversation';
import { answerDeps } from '../core/conversations/answer-deps';
import { AnswerInvocation } from '../core/conversations/receive-message';
import { logger } from '../platform/logger';

const deps = answerDeps();

/** Invoked asynchronously, without retries: what it throws, or is killed at, goes to the failed answers. */
export const handler = async (event: unknown, context: Context): Promise<void> => {
  logger.addContext(context);
  await answerConversation(deps, AnswerInvocation.parse(event), {
    owner: context.awsRequestId,
    mode: 'generate',
    remainingTime: () => context.getRemainingTimeInMillis(),
  });
};
