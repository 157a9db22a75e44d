import { PutItemCommand } from 'dynamodb-toolbox';
import { DeliveryId } from '#contract/base/ids';
import { DELIVERY_LOG_DAYS } from '#contract/insight/webhooks';
import { addSeconds, epochSeconds } from '#platform/clock';
import { idOf } from '#platform/ids';
import { deletePartition } from '#platform/table';
import { readItem } from '#platform/table-reads';
import { ifHolds } from '#platform/table-writes';
import { attempt, giveUp } from './attempt';
import { DeliveryEntity, deliveriesPartition, type StoredDelivery, type StoredWebhook } from './entity';
import { queueWebhookJob, type WebhookJob } from './jobs';
import { writeEvent } from './payload';
import { findWebhook, readWebhooks, type WebhookDeps } from './webhooks';

type JobOf<KIND extends WebhookJob['kind']> = Extract<WebhookJob, { readonly kind: KIND }>;

/** Milliseconds that one more step may take; with less left the rest is another message's. */
const STEP_MILLISECONDS = 5_000;

/** Does what a message of the webhooks' queue asks for. Repeating it changes nothing. */
export async function runWebhookJob(
  deps: WebhookDeps,
  job: WebhookJob,
  { receiveCount, remainingTime }: { readonly receiveCount: number; remainingTime(): number },
): Promise<void> {
  switch (job.kind) {
    case 'event':
      return writeDown(deps, job);
    case 'deliver':
      return deliver(deps, job, receiveCount > 1);
    case 'erase': {
      const hasTime = () => remainingTime() > STEP_MILLISECONDS;
      if (!(await deletePartition(deliveriesPartition(job), { hasTime }))) await queueWebhookJob(job);
    }
  }
}

/** A delivery for each webhook that wants to know, under an id that is the same the next time. */
async function writeDown({ clock }: WebhookDeps, event: JobOf<'event'>): Promise<void> {
  const webhooks = (await readWebhooks(event)).filter(
    ({ enabled, events }) => enabled && events.includes(event.type),
  );
  if (webhooks.length === 0) return;
  const written = await writeEvent(event);
  // Erased meanwhile.
  if (!written) return;
  const now = clock();
  for (const webhook of webhooks) {
    const delivery = newDelivery(webhook, {
      deliveryId: idOf(new Date(event.at), `${event.eventId} ${webhook.webhookId}`),
      type: event.type,
      eventId: event.eventId,
      body: JSON.stringify(written),
      at: now,
    });
    await putOnce(delivery);
    // Also where it was there already: the function that wrote it may have died before it said so.
    await queueWebhookJob(deliverJob(delivery, 1, now));
  }
}

async function deliver(deps: WebhookDeps, job: JobOf<'deliver'>, isRepeated: boolean): Promise<void> {
  const now = deps.clock();
  const wait = epochSeconds(new Date(job.at)) - epochSeconds(now);
  // A queue holds a message back for 15 minutes at most, so a longer wait takes several.
  if (wait > 0) return queueWebhookJob(job, wait);
  const delivery = await findDelivery(job);
  if (delivery?.status !== 'pending') return;
  // Of the attempts before, only a message that comes again may have left its successor unsent.
  if (delivery.attempts.length >= job.attempt) return isRepeated ? queueNext(delivery) : undefined;
  const webhook = await findWebhook(job);
  if (!webhook?.enabled) return giveUp(delivery, now);
  const attempted = await attempt(deps, webhook, delivery, { retried: true });
  if (attempted?.status === 'pending') await queueNext(attempted);
}

async function queueNext(delivery: StoredDelivery): Promise<void> {
  const { nextAttemptAt, attempts } = delivery;
  if (nextAttemptAt === undefined) return;
  await queueWebhookJob(deliverJob(delivery, attempts.length + 1, new Date(nextAttemptAt)));
}

function deliverJob(delivery: StoredDelivery, attempt: number, at: Date) {
  const { accountId, botId, webhookId, deliveryId } = delivery;
  return {
    kind: 'deliver',
    accountId,
    botId,
    webhookId,
    deliveryId,
    attempt,
    at: at.toISOString(),
  } as const;
}

export interface NewDelivery {
  readonly deliveryId: string;
  readonly type: StoredDelivery['type'];
  readonly eventId: string;
  readonly body: string;
  readonly at: Date;
  readonly redeliveryOf?: string;
}

export function newDelivery(
  { accountId, botId, webhookId }: StoredWebhook,
  { at, ...delivery }: NewDelivery,
): StoredDelivery {
  return {
    accountId,
    botId,
    webhookId,
    ...delivery,
    status: 'pending',
    attempts: [],
    createdAt: at.toISOString(),
    expiresAt: epochSeconds(addSeconds(at, DELIVERY_LOG_DAYS * 24 * 60 * 60)),
  };
}

export async function putOnce(delivery: StoredDelivery): Promise<void> {
  await ifHolds(
    DeliveryEntity.build(PutItemCommand)
      .item(delivery)
      .options({ condition: { attr: 'deliveryId', exists: false } })
      .send(),
  );
}

export interface DeliveryRef {
  readonly accountId: string;
  readonly botId: string;
  readonly webhookId: string;
  readonly deliveryId: string;
}

export async function findDelivery(ref: DeliveryRef): Promise<StoredDelivery | undefined> {
  const { accountId, botId, webhookId, deliveryId } = ref;
  return readItem(DeliveryEntity, { accountId, botId, webhookId, deliveryId: DeliveryId.parse(deliveryId) });
}
