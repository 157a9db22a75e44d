import { ReconcileJob } from '#core/operator/reconcile/jobs';
import { reconcile } from '#core/operator/reconcile/reconcile';
import { systemClock as clock } from '#platform/clock';
import { environment } from '#platform/environment';
import { payments } from '#platform/payments';
import { queueHandler } from '#platform/queue-handler';
import { sendToQueue } from '#platform/queues';
import { listUserIdsOf } from '#platform/user-sessions';

/** Milliseconds that one more account may take; with less left the rest is another message's. */
const ACCOUNT_MILLISECONDS = 60_000;

export const handler = queueHandler(ReconcileJob, async (job, { remainingTime }) => {
  const deps = { clock, payments, listUserIds: listUserIdsOf(environment('USER_POOL_ID')) };
  const rest = await reconcile(deps, job, () => remainingTime() > ACCOUNT_MILLISECONDS);
  if (rest !== null) {
    const body: ReconcileJob = { kind: 'reconcile', run: rest };
    await sendToQueue(environment('RECONCILE_QUEUE_URL'), { body });
  }
});
