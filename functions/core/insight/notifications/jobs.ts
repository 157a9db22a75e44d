import * as z from 'zod';
import { noteReturnedMail, ReturnedMail } from '#core/accounts/mail/returned';
import { InboxJob, runInboxJob } from '#core/conversations/inbox/jobs';
import type { Clock } from '#platform/clock';
import { environment } from '#platform/environment';
import { sendMail } from '#platform/mail';
import { sendToQueue } from '#platform/queues';
import type { Sockets } from '#platform/sockets';
import { Notice } from './notice';
import { notify } from './notify';

/** Whatever a team or a visitor is told after a change: one queue, in which each account has its turn. */
export const TellingJob = z.discriminatedUnion('kind', [
  ...InboxJob.options,
  z.object({ kind: z.literal('notify'), notice: Notice }),
  ReturnedMail,
]);
export type TellingJob = z.infer<typeof TellingJob>;

/** Queued so that the stream never waits. */
export async function queueNotice(notice: Notice): Promise<void> {
  await sendToQueue(environment('INBOX_JOBS_QUEUE_URL'), {
    body: { kind: 'notify', notice } satisfies TellingJob,
    group: notice.accountId,
  });
}

/** Repeating it changes nothing. */
export async function runTellingJob(clock: Clock, sockets: Sockets, job: TellingJob): Promise<void> {
  if (job.kind === 'mail_returned') return noteReturnedMail(clock, job);
  if (job.kind !== 'notify') return runInboxJob(clock, job);
  await notify({ clock, sendMail, appOrigin: environment('APP_ORIGIN'), sockets }, job.notice);
}
