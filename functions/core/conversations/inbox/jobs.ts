import * as z from 'zod';
import { SOLD_PLACES } from '#contract/accounts/limits';
import { AccountId, BotId, ConversationId, MessageId } from '#contract/base/ids';
import type { Clock } from '#platform/clock';
import { environment } from '#platform/environment';
import { sendMail } from '#platform/mail';
import { jobQueue } from '#platform/queues';
import { endAbandoned } from '../end-abandoned';
import { DIGEST_SECONDS, sendDigest } from './alert-digest';
import { alertLimit } from './alert-limit';
import { alertTeam } from './alert-team';
import { sendReplyMail, UNREAD_SECONDS } from './send-reply-mail';

const conversation = { accountId: AccountId, botId: BotId, conversationId: ConversationId };

/** What a team or a visitor is told, after the change that it tells of. */
export const InboxJob = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('alert_team'), ...conversation }),
  /** How many wait, where they were too many to be told of one by one. */
  z.object({ kind: z.literal('alert_digest'), accountId: AccountId }),
  /** Of a bot's day, or without one of the account's month: of a kind of place, or of its conversations. */
  z.object({
    kind: z.literal('alert_limit'),
    accountId: AccountId,
    botId: BotId.nullable(),
    period: z.string().max(10),
    place: z.enum(SOLD_PLACES).optional(),
  }),
  /** Whether its visitor has left it, to be looked at when they have been silent for long enough. */
  z.object({ kind: z.literal('abandoned'), ...conversation, at: z.iso.datetime() }),
  z.object({
    kind: z.literal('mail_replies'),
    ...conversation,
    through: MessageId,
    mayWait: z.boolean(),
  }),
]);
export type InboxJob = z.infer<typeof InboxJob>;

export const queueInboxJob = /* @__PURE__ */ jobQueue<InboxJob>('INBOX_JOBS_QUEUE_URL');

/** Repeating it changes nothing. */
export async function runInboxJob(clock: Clock, job: InboxJob): Promise<void> {
  const deps = { clock, sendMail, appOrigin: environment('APP_ORIGIN') };
  switch (job.kind) {
    case 'alert_limit':
      return alertLimit(deps, job);
    case 'alert_team':
      if ((await alertTeam(deps, job)) === 'digest')
        await queueInboxJob({ kind: 'alert_digest', accountId: job.accountId }, DIGEST_SECONDS);
      return;
    case 'alert_digest':
      if ((await sendDigest(deps, job.accountId)) === 'wait') await queueInboxJob(job, DIGEST_SECONDS);
      return;
    case 'abandoned': {
      const isEarly = new Date(job.at) > clock();
      const at = isEarly ? new Date(job.at) : await endAbandoned(clock, job);
      if (at) await queueLook(clock, job, at);
      return;
    }
    case 'mail_replies':
      if ((await sendReplyMail(deps, job, job)) === 'wait')
        await queueInboxJob({ ...job, mayWait: false }, UNREAD_SECONDS);
  }
}

/** Looks at a conversation then. A queue holds a message back for 15 minutes at most, so a longer wait takes several. */
async function queueLook(
  clock: Clock,
  { accountId, botId, conversationId }: Extract<InboxJob, { readonly kind: 'abandoned' }>,
  at: Date,
): Promise<void> {
  const seconds = Math.ceil((at.getTime() - clock().getTime()) / 1_000);
  await queueInboxJob(
    { kind: 'abandoned', accountId, botId, conversationId, at: at.toISOString() },
    Math.max(1, seconds),
  );
}
