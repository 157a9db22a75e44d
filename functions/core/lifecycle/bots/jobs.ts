import * as z from 'zod';
import { AccountId, BotId, ConversationId } from '#contract/base/ids';
import { EndReason } from '#contract/conversations/conversations';
import { endConversationsUnderWay } from '#core/conversations/end-under-way';
import type { StoredErasure } from '#core/conversations/erasures';
import { train } from '#core/knowledge/ingest/training';
import type { Clock } from '#platform/clock';
import { environment } from '#platform/environment';
import { sendAllToQueue, sendToQueue } from '#platform/queues';
import { enforcePlan } from '../plans/enforce-plan';
import { copyKnowledge } from './copy-knowledge';
import { eraseDeleted, finishErasure } from './erase-conversation';
import { expireConversations } from './expire-conversations';
import { purgeBot, sweepBot } from './purge-bot';
import { botsWithRetention } from './retention';

/** What is done for a bot after the call that asked for it. */
export const BotJob = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('purge'), accountId: AccountId, botId: BotId }),
  /** What was written late about a bot that has gone. */
  z.object({ kind: z.literal('sweep'), accountId: AccountId, botId: BotId }),
  /** With `anew`, the name of the training, everything is read again, not only what failed. */
  z.object({ kind: z.literal('train'), accountId: AccountId, botId: BotId, anew: z.string().optional() }),
  z.object({ kind: z.literal('copy_knowledge'), accountId: AccountId, botId: BotId, from: BotId }),
  /** Visitors do not have the bot any more. */
  z.object({
    kind: z.literal('end_conversations'),
    accountId: AccountId,
    botId: BotId,
    because: EndReason,
    sessionTimeoutMinutes: z.number(),
  }),
  /** What was said longer ago than the bot keeps it is erased. */
  z.object({ kind: z.literal('expire_conversations'), accountId: AccountId, botId: BotId }),
  /** Nobody can bring it back any more. */
  z.object({
    kind: z.literal('erase_conversation'),
    accountId: AccountId,
    botId: BotId,
    conversationId: ConversationId,
    deletedAt: z.string(),
  }),
  /** Its erasure was promised a day ago, and has not come to its end. */
  z.object({
    kind: z.literal('finish_erasure'),
    accountId: AccountId,
    botId: BotId,
    conversationId: ConversationId,
  }),
  /** The account's plan is another one: bots and members are paused, or come back. */
  z.object({ kind: z.literal('fit_to_plan'), accountId: AccountId }),
  /** Comes every day, of no account. */
  z.object({ kind: z.literal('retention_due') }),
]);
export type BotJob = z.infer<typeof BotJob>;

type AccountJob = Exclude<BotJob, { readonly kind: 'retention_due' }>;

/** Milliseconds that one more step of a job may take; with less left the rest is another message's. */
const STEP_MILLISECONDS = 15_000;

/** In the group of its account: one tenant's flood delays nobody else. */
export async function queueBotJob(job: AccountJob, delaySeconds = 0): Promise<void> {
  await sendToQueue(environment('BOT_JOBS_QUEUE_URL'), {
    body: job,
    group: job.accountId,
    ...(delaySeconds > 0 && { delaySeconds }),
  });
}

/** Has erasures of one account finished that were promised. */
export async function queueErasures(promised: readonly StoredErasure[]): Promise<void> {
  const jobs = promised.map((erasure) => BotJob.parse({ ...erasure, kind: 'finish_erasure' }));
  await sendAllToQueue(
    environment('BOT_JOBS_QUEUE_URL'),
    jobs.map((body) => ({ body, ...('accountId' in body && { group: body.accountId }) })),
  );
}

/** Does what there is time for, and leaves the rest to another message. Repeating it changes nothing. */
export async function runBotJob(
  clock: Clock,
  job: BotJob,
  { remainingTime }: { remainingTime(): number },
): Promise<void> {
  const hasTime = () => remainingTime() > STEP_MILLISECONDS;
  if (job.kind === 'retention_due') {
    for await (const bot of botsWithRetention()) await queueBotJob({ kind: 'expire_conversations', ...bot });
    return;
  }
  if (!(await run(clock, job, hasTime))) await queueBotJob(job);
}

/** False when there is more to do than there was time for. */
async function run(clock: Clock, job: AccountJob, hasTime: () => boolean): Promise<boolean> {
  if (job.kind === 'fit_to_plan') return enforcePlan(clock, job.accountId, hasTime);
  const ref = { accountId: job.accountId, botId: job.botId };
  switch (job.kind) {
    case 'purge':
      return purgeBot(clock, ref, hasTime);
    case 'sweep':
      return sweepBot(ref, hasTime);
    case 'copy_knowledge':
      return copyKnowledge(clock, { ...ref, from: job.from }, hasTime);
    case 'expire_conversations':
      return expireConversations(clock, ref, hasTime);
    case 'end_conversations':
      return endConversationsUnderWay(clock, ref, job, hasTime);
    case 'erase_conversation':
      return eraseDeleted(job, hasTime);
    case 'finish_erasure':
      return finishErasure(clock, job, hasTime);
    case 'train':
      await train(ref, job.anew);
      return true;
  }
}
