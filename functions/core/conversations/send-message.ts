import { setTimeout as sleep } from 'node:timers/promises';
import type { SendMessage, SentMessage } from '../../contract/widget';
import type { Visitor } from '../../platform/visitor-token';
import { acceptMessage } from './accept-message';
import { type AnswerDeps, type AnswerRun, answerConversation, ENOUGH_TIME } from './answer-conversation';
import { toMessage } from './messages';
import { findAnswer } from './stored-answers';

/** The HTTP API ends a call after 30 seconds, and the way back takes some. */
const ANSWER_MILLISECONDS = 25_000;
const MODEL_MILLISECONDS = 18_000;
const LOOK_AGAIN_MILLISECONDS = 300;

/**
 * A message where sockets are blocked: stored and answered in the same call, with quotes when the model isn't
 * done in time. Null for an answer that another function is still writing. A caller who heard nothing sends
 * the same message again and gets its answer.
 */
export async function sendMessage(
  deps: AnswerDeps,
  visitor: Visitor,
  input: SendMessage,
  call: { readonly requestId: string; remainingTime(): number },
): Promise<SentMessage> {
  const { accountId, conversationId } = visitor;
  const ref = { accountId, conversationId };
  const modelDeadline = AbortSignal.timeout(MODEL_MILLISECONDS);
  const end = performance.now() + Math.min(ANSWER_MILLISECONDS, call.remainingTime() - 2_000);
  const remainingTime = () => end - performance.now();

  const stored = await acceptMessage(deps.clock, ref, input);
  const message = toMessage(stored);
  for (;;) {
    const answer = await findAnswer(ref, stored.messageId);
    if (answer) return { message, answer: toMessage(answer) };
    if (stored.failure !== undefined || remainingTime() < ENOUGH_TIME.quote) return { message, answer: null };
    const mode = remainingTime() < ENOUGH_TIME.generate ? 'quote' : 'generate';
    const run: AnswerRun = { owner: call.requestId, mode, modelDeadline, remainingTime };
    const outcome = await answerConversation(deps, ref, run);
    if (outcome === 'busy') await sleep(LOOK_AGAIN_MILLISECONDS);
  }
}
