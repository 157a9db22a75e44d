import * as z from 'zod';
import { broadcast } from '#core/accounts/sockets/broadcast';
import { conversationChannel } from '#core/accounts/sockets/entity';
import { environment } from '#platform/environment';
import { logger } from '#platform/logger';
import { sendToQueue } from '#platform/queues';
import type { AnswerDeps } from './answer-conversation';
import { AnswerInvocation } from './receive-message';
import { storeFailure } from './stored-answers';
import { type Overdue, overdueMessages, postpone } from './waiting-messages';

/** Looks for messages that have waited for too long. A rule of the stage sends it each minute. */
export const Sweep = z.object({ kind: z.literal('sweep') });

/** A message that has waited for too long, to be answered with quotes. */
export const OverdueMessage = AnswerInvocation.extend({ kind: z.literal('overdue') });
export type OverdueMessage = z.infer<typeof OverdueMessage>;

export interface SweepDeps extends Pick<AnswerDeps, 'clock' | 'sockets'> {
  queueOverdue(message: OverdueMessage): Promise<void>;
}

/** Sends into the queue that the sweep itself comes from. */
export function queueOverdue(message: OverdueMessage): Promise<void> {
  return sendToQueue(environment('ANSWER_FAILURES_QUEUE_URL'), { body: message });
}

/** How often an overdue message is given to a function that quotes. Each may have been killed. */
const TRIES = 3;
const AT_ONCE = 10;
/** Milliseconds that a page of the list may take. */
const PAGE_MILLISECONDS = 10_000;

/**
 * Has every message answered that waits for longer than any living function lets it, and says of one that was tried
 * several times that it failed. It holds whichever function dies: also this one, since the next minute's looks again.
 *
 * A visitor whose functions died hears of an answer within 20 to 80 seconds. Where nothing is overdue a sweep is four
 * queries of an index: with its queue and its function some 0.2 USD a month.
 */
export async function sweepOverdue(
  deps: SweepDeps,
  { remainingTime }: { remainingTime(): number },
): Promise<void> {
  for await (const page of overdueMessages(deps.clock())) {
    for (let first = 0; first < page.length; first += AT_ONCE) {
      await Promise.all(page.slice(first, first + AT_ONCE).map((overdue) => takeUp(deps, overdue)));
    }
    // The next sweep goes on.
    if (remainingTime() < PAGE_MILLISECONDS) return;
  }
}

async function takeUp(deps: SweepDeps, overdue: Overdue): Promise<void> {
  const { ref, messageId } = overdue;
  const times = await postpone(deps.clock(), overdue);
  if (times === undefined) return;
  logger.warn('A message waits for too long.', { messageId, times });
  if (times <= TRIES) return deps.queueOverdue({ kind: 'overdue', ...ref, messageId });
  await broadcast(
    deps.sockets,
    conversationChannel(ref.accountId, ref.conversationId),
    await storeFailure(ref, messageId, 'server.unavailable'),
  );
}
