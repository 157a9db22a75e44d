import * as z from 'zod';
import { AccountId, BotId, ConversationId, MessageId } from '../../contract/ids';
import type { Clock } from '../../platform/clock';
import { environment } from '../../platform/environment';
import { sendMail } from '../../platform/mail';
import { sendToQueue } from '../../platform/queues';
import { alertLimit } from '../inbox/alert-limit';
import { alertTeam } from '../inbox/alert-team';
import { mailReplies, UNREAD_SECONDS } from '../inbox/mail-replies';
import { copyKnowledge } from './copy-knowledge';
import { purgeBot } from './purge-bot';
import { train } from './training';

/** What is done for a bot after the call that asked for it. */
export const BotJob = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('purge'), accountId: AccountId, botId: BotId }),
  /** With `anew`, the name of the training, everything is read again, not only what failed. */
  z.object({ kind: z.literal('train'), accountId: AccountId, botId: BotId, anew: z.string().optional() }),
  z.object({ kind: z.literal('copy_knowledge'), accountId: AccountId, botId: BotId, from: BotId }),
  z.object({
    kind: z.literal('alert_team'),
    accountId: AccountId,
    botId: BotId,
    conversationId: ConversationId,
  }),
  /** Of a bot's day, or without one of the account's month. */
  z.object({
    kind: z.literal('alert_limit'),
    accountId: AccountId,
    botId: BotId.nullable(),
    period: z.string().max(10),
  }),
  z.object({
    kind: z.literal('mail_replies'),
    accountId: AccountId,
    botId: BotId,
    conversationId: ConversationId,
    through: MessageId,
    mayWait: z.boolean(),
  }),
]);
export type BotJob = z.infer<typeof BotJob>;

/** Milliseconds that one more step of a job may take; with less left the rest is another message's. */
const STEP_MILLISECONDS = 15_000;

/** In the group of its account: one tenant's flood delays nobody else. */
export async function queueBotJob(job: BotJob, delaySeconds = 0): Promise<void> {
  await sendToQueue(environment('BOT_JOBS_QUEUE_URL'), {
    body: job,
    group: job.accountId,
    ...(delaySeconds > 0 && { delaySeconds }),
  });
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
  if (job.kind === 'alert_limit') {
    await alertLimit({ clock, sendMail, appOrigin: environment('APP_ORIGIN') }, job);
    return true;
  }
  const ref = { accountId: job.accountId, botId: job.botId };
  switch (job.kind) {
    case 'purge':
      return purgeBot(clock, ref, hasTime);
    case 'copy_knowledge':
      return copyKnowledge(clock, { ...ref, from: job.from }, hasTime);
    case 'train':
      await train(ref, job.anew);
      return true;
    case 'alert_team':
      await alertTeam(
        { clock, sendMail, appOrigin: environment('APP_ORIGIN') },
        { ...ref, conversationId: job.conversationId },
      );
      return true;
    case 'mail_replies': {
      const outcome = await mailReplies(
        { clock, sendMail },
        { ...ref, conversationId: job.conversationId },
        job,
      );
      if (outcome === 'wait') await queueBotJob({ ...job, mayWait: false }, UNREAD_SECONDS);
      return true;
    }
  }
}
