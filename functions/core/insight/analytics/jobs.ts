import * as z from 'zod';
import { AccountId, ConversationId } from '#contract/base/ids';
import type { DomainEvent } from '#core/base/events/events';
import { environment } from '#platform/environment';
import { sendToQueue } from '#platform/queues';
import { countConversation } from './count-conversation';

/** A conversation that is to be counted again: it says which, not what has changed. */
export const CountJob = z.object({ accountId: AccountId, conversationId: ConversationId });
export type CountJob = z.infer<typeof CountJob>;

/** A burst of messages is counted in few readings. */
const DELAY_SECONDS = 2;

/** Has a conversation counted whose figures may have changed. */
export async function queueCount({ before, after }: DomainEvent<'conversation.changed'>): Promise<void> {
  if (after.isTest === true || after.empty === true) return;
  if (before && COUNTED.every((name) => JSON.stringify(before[name]) === JSON.stringify(after[name]))) return;
  const job = CountJob.parse(after);
  await sendToQueue(environment('ANALYTICS_QUEUE_URL'), {
    body: job,
    group: job.accountId,
    delaySeconds: DELAY_SECONDS,
  });
}

/** Attributes of a head that figures are made of. */
const COUNTED = [
  'empty',
  'status',
  'lastSequence',
  'stars',
  'ratingComment',
  'providedContact',
  'escalation',
  'flowState',
] as const;

export async function runCountJob(job: CountJob): Promise<void> {
  await countConversation(job);
}
