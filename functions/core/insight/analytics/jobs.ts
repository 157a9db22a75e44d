import * as z from 'zod';
import { AccountId, ConversationId } from '#contract/base/ids';
import type { DomainEvent, Image } from '#core/base/events/events';
import { environment } from '#platform/environment';
import { sendToQueue } from '#platform/queues';
import { type AddToPlatform, countConversation } from './count-conversation';

/** A conversation that is to be counted again: it says which, not what has changed. */
export const CountJob = z.object({ accountId: AccountId, conversationId: ConversationId });
export type CountJob = z.infer<typeof CountJob>;

/**
 * Has a conversation counted whose figures may have changed. What is said within one span of time is counted together at
 * its end: the first message of a span asks for that, the others need not. Spans are counted from a conversation's
 * beginning, so that most have one, and figures are late by no more than one.
 */
export async function queueCount({ before, after, at }: DomainEvent<'conversation.changed'>): Promise<void> {
  if (after.isTest === true || after.empty === true) return;
  if (before && COUNTED.every((name) => isEqual(before[name], after[name]))) return;
  const span = Number(environment('COUNT_EVERY_SECONDS')) * 1_000;
  const { saidAt, isOnlySaid } = whatWasSaid(before, after, at);
  const startedAt = Date.parse(String(after.startedAt));
  // The stream tells times to the second.
  const spanOf = (time: Date) => Math.max(0, Math.floor((time.getTime() - startedAt) / span));
  if (isOnlySaid && spanOf(new Date(String(before?.lastMessageAt))) === spanOf(saidAt)) return;
  const end = startedAt + (spanOf(saidAt) + 1) * span;
  const job = CountJob.parse(after);
  await sendToQueue(environment('ANALYTICS_QUEUE_URL'), {
    body: job,
    group: job.accountId,
    // A message is stored a moment after the time that it has.
    delaySeconds: MOMENT_SECONDS + Math.ceil(Math.min(span, Math.max(0, end - at.getTime())) / 1_000),
  });
}

const MOMENT_SECONDS = 2;

/** When it was, and whether a message is all that has changed, and not the first. */
function whatWasSaid(before: Image | null, after: Image, at: Date) {
  const others = COUNTED.filter((name) => name !== 'lastSequence');
  const isSame = before !== null && others.every((name) => isEqual(before[name], after[name]));
  const isOnlySaid = isSame && before.lastMessageAt !== undefined;
  return { saidAt: isSame ? new Date(String(after.lastMessageAt)) : at, isOnlySaid };
}

function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
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

export async function runCountJob(job: CountJob, onPlatform?: AddToPlatform): Promise<void> {
  await countConversation(job, { ...(onPlatform && { onPlatform }) });
}
