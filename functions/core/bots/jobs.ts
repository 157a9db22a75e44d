import * as z from 'zod';
import { AccountId, BotId } from '../../contract/ids';
import type { Clock } from '../../platform/clock';
import { environment } from '../../platform/environment';
import { sendToQueue } from '../../platform/queues';
import { copyKnowledge } from './copy-knowledge';
import { purgeBot } from './purge-bot';
import { train } from './training';

/** What is done for a bot after the call that asked for it. */
export const BotJob = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('purge'), accountId: AccountId, botId: BotId }),
  /** With `anew`, the name of the training, everything is read again, not only what failed. */
  z.object({ kind: z.literal('train'), accountId: AccountId, botId: BotId, anew: z.string().optional() }),
  z.object({ kind: z.literal('copy_knowledge'), accountId: AccountId, botId: BotId, from: BotId }),
]);
export type BotJob = z.infer<typeof BotJob>;

/** Milliseconds that one more step of a job may take; with less left the rest is another message's. */
const STEP_MILLISECONDS = 15_000;

/** In the group of its account: one tenant's flood delays nobody else. */
export async function queueBotJob(job: BotJob): Promise<void> {
  await sendToQueue(environment('BOT_JOBS_QUEUE_URL'), { body: job, group: job.accountId });
}

/** Does what there is time for, and leaves the rest to another message. Repeating it changes nothing. */
export async function runBotJob(
  clock: Clock,
  job: BotJob,
  { remainingTime }: { remainingTime(): number },
): Promise<void> {
  const hasTime = () => remainingTime() > STEP_MILLISECONDS;
  if (!(await run(clock, job, hasTime))) await queueBotJob(job);
}

/** False when there is more to do than there was time for. */
async function run(clock: Clock, job: BotJob, hasTime: () => boolean): Promise<boolean> {
  const ref = { accountId: job.accountId, botId: job.botId };
  switch (job.kind) {
    case 'purge':
      return purgeBot(clock, ref, hasTime);
    case 'copy_knowledge':
      return copyKnowledge(clock, { ...ref, from: job.from }, hasTime);
    case 'train':
      await train(ref, job.anew);
      return true;
  }
}
