import { BotId, DeliveryId } from '#contract/base/ids';
import type { Delivery, DeliveryPage, WholeDelivery } from '#contract/insight/webhooks';
import { limitRate } from '#core/accounts/limits/rate-limit';
import type { Actor } from '#platform/actor';
import { addSeconds, type Clock } from '#platform/clock';
import { ParleyError } from '#platform/errors';
import { newId } from '#platform/ids';
import { type PageRequest, queryPage } from '#platform/pages';
import { attempt, BUSY_SECONDS } from './attempt';
import { DeliveryEntity, deliveriesPartition, type StoredDelivery, type StoredWebhook } from './entity';
import { testEvent } from './payload';
import { findDelivery, type NewDelivery, newDelivery, putOnce } from './run-job';
import { loadOwnWebhook, type WebhookDeps, type WebhookRef } from './webhooks';

type OwnWebhook = Omit<WebhookRef, 'accountId'>;

/** What an account may have posted by hand in a minute. */
const BY_HAND_PER_MINUTE = 20;

/** What was posted to a webhook, newest first. */
export async function listDeliveries(
  clock: Clock,
  actor: Actor,
  ref: OwnWebhook,
  request: PageRequest,
): Promise<DeliveryPage> {
  const webhook = await loadOwnWebhook(actor, ref);
  const page = await queryPage(
    DeliveryEntity,
    { partition: deliveriesPartition(webhook), prefix: 'DELIVERY#' },
    { ...request, newestFirst: true, consistent: true },
  );
  return { items: page.items.map((delivery) => toDelivery(delivery, clock())), cursor: page.cursor };
}

export async function getDelivery(
  clock: Clock,
  actor: Actor,
  ref: OwnWebhook,
  deliveryId: DeliveryId,
): Promise<WholeDelivery> {
  const delivery = await loadDelivery(await loadOwnWebhook(actor, ref), deliveryId);
  return { ...toDelivery(delivery, clock()), body: delivery.body };
}

/** Posts a test event once, also to a webhook that is switched off, and tells how it went. */
export async function testWebhook(deps: WebhookDeps, actor: Actor, ref: OwnWebhook): Promise<Delivery> {
  const webhook = await loadOwnWebhook(actor, ref);
  const at = deps.clock();
  const eventId = newId(at);
  const body = JSON.stringify(testEvent(BotId.parse(webhook.botId), eventId, at));
  return postNow(deps, webhook, { deliveryId: newId(at), type: 'test', eventId, body, at });
}

/** Posts an event of the log again, once, word for word and under its own event id. */
export async function redeliver(
  deps: WebhookDeps,
  actor: Actor,
  ref: OwnWebhook,
  deliveryId: DeliveryId,
): Promise<Delivery> {
  const webhook = await loadOwnWebhook(actor, ref);
  const { type, eventId, body } = await loadDelivery(webhook, deliveryId);
  const at = deps.clock();
  return postNow(deps, webhook, {
    deliveryId: newId(at),
    type,
    eventId,
    body,
    at,
    redeliveryOf: deliveryId,
  });
}

async function postNow(deps: WebhookDeps, webhook: StoredWebhook, event: NewDelivery): Promise<Delivery> {
  await limitRate(deps.clock, `WEBHOOKS_BY_HAND#${webhook.accountId}`, BY_HAND_PER_MINUTE);
  const delivery = newDelivery(webhook, event);
  await putOnce(delivery);
  return toDelivery((await attempt(deps, webhook, delivery, { retried: false })) ?? delivery, deps.clock());
}

async function loadDelivery(webhook: StoredWebhook, deliveryId: DeliveryId): Promise<StoredDelivery> {
  const delivery = await findDelivery({ ...webhook, deliveryId });
  if (!delivery) throw new ParleyError('webhook.delivery_not_found');
  return delivery;
}

function toDelivery(stored: StoredDelivery, now: Date): Delivery {
  const delivery = isInterrupted(stored, now) ? interrupted(stored) : stored;
  const { deliveryId, eventId, type, status, createdAt, nextAttemptAt, redeliveryOf } = delivery;
  return {
    id: DeliveryId.parse(deliveryId),
    eventId,
    type,
    status,
    createdAt,
    nextAttemptAt: nextAttemptAt ?? null,
    attempts: [...delivery.attempts],
    redeliveryOf: redeliveryOf === undefined ? null : DeliveryId.parse(redeliveryOf),
  };
}

/**
 * Whether a delivery by hand was left in the middle of its one attempt by a function that died: no message of a queue
 * takes it up again, so it would be under way for ever.
 */
function isInterrupted({ status, type, redeliveryOf, createdAt }: StoredDelivery, now: Date): boolean {
  const isByHand = type === 'test' || redeliveryOf !== undefined;
  return status === 'pending' && isByHand && addSeconds(new Date(createdAt), BUSY_SECONDS) < now;
}

function interrupted(delivery: StoredDelivery): StoredDelivery {
  const nobody = { milliseconds: 0, status: null, problem: 'interrupted', excerpt: '' } as const;
  return {
    ...delivery,
    status: 'failed',
    attempts: [...delivery.attempts, { at: delivery.createdAt, ...nobody }],
  };
}
