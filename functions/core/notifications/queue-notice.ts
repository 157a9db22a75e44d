import { environment } from '#platform/environment';
import { sendToQueue } from '#platform/queues';
import type { Notice } from './notice';

/** Queued so that the stream never waits. */
export async function queueNotice(notice: Notice): Promise<void> {
  await sendToQueue(environment('INBOX_JOBS_QUEUE_URL'), {
    body: { kind: 'notify', notice },
    group: notice.accountId,
  });
}
