import { $remove, UpdateItemCommand } from 'dynamodb-toolbox';
import {
  type DeliveryAttempt,
  DeliveryProblem,
  MAX_DELIVERY_ATTEMPTS,
  RETRY_SECONDS,
  SIGNATURE_HEADER,
} from '#contract/insight/webhooks';
import { replaced } from '#core/bots/entity';
import { addSeconds } from '#platform/clock';
import { type Guard, GuardedFetchError, guardedFetch } from '#platform/guarded-fetch';
import { ifHolds } from '#platform/table-writes';
import { DeliveryEntity, type StoredDelivery, type StoredWebhook, WebhookEntity } from './entity';
import { signatureOf } from './signature';
import type { WebhookDeps } from './webhooks';

/** How long a receiver may take. It should take the event in, and work on it afterwards. */
const ANSWER_MILLISECONDS = 10_000;
/** Longer than any function that attempts may run. */
export const BUSY_SECONDS = 60;
/** Of what a receiver answers, what the log keeps. */
const EXCERPT = 500;

/**
 * Posts a delivery once and stores the result. Null where there is nothing to do: this attempt was made before, another
 * function makes it, or the delivery is settled.
 *
 * The request has `Parley-Event`, `Parley-Event-Id` (the same at each attempt and each repetition),
 * `Parley-Delivery-Id`, and `Parley-Signature: t={seconds},v1={hex}`: the HMAC-SHA256 of `{t}.{body}` under the webhook's
 * secret, once for each secret while one is being replaced. The body is `WebhookEvent` of the contract. Any 2xx counts as
 * received, 410 switches the webhook off, a redirect is a failure. A failed attempt is repeated as `RETRY_SECONDS` says;
 * one that a person made by hand is not.
 */
export async function attempt(
  { clock, guard }: WebhookDeps,
  webhook: StoredWebhook,
  delivery: StoredDelivery,
  { retried }: { readonly retried: boolean },
): Promise<StoredDelivery | null> {
  if (!(await claim(delivery, clock()))) return null;
  const result = await post(guard, webhook, delivery, clock());
  const attempts = [...delivery.attempts, result];
  const isDelivered = result.status !== null && result.status >= 200 && result.status < 300;
  const isGone = result.status === 410;
  const isLast = isDelivered || isGone || !retried || attempts.length >= MAX_DELIVERY_ATTEMPTS;
  const wait = RETRY_SECONDS[attempts.length - 1] ?? 0;
  const settled: StoredDelivery = {
    ...delivery,
    attempts,
    status: isDelivered ? 'delivered' : isLast ? 'failed' : 'pending',
    nextAttemptAt: isLast ? undefined : addSeconds(clock(), wait).toISOString(),
  };
  await store(settled);
  // What a person tried by hand says nothing about how it goes, unless it goes well.
  if (isDelivered) await wentWell(webhook, result.at);
  else if (retried) await wentWrong(webhook, settled, result, isGone);
  return settled;
}

/** Ends a delivery of which nobody is to hear any more. */
export async function giveUp(delivery: StoredDelivery, at: Date): Promise<void> {
  const result: DeliveryAttempt = {
    at: at.toISOString(),
    milliseconds: 0,
    status: null,
    problem: 'switched_off',
    excerpt: '',
  };
  await store({
    ...delivery,
    attempts: [...delivery.attempts, result],
    status: 'failed',
    nextAttemptAt: undefined,
  });
}

/** An attempt belongs to one function, as long as functions run. */
async function claim({ attempts, ...delivery }: StoredDelivery, now: Date): Promise<boolean> {
  const { accountId, botId, webhookId, deliveryId } = delivery;
  return ifHolds(
    DeliveryEntity.build(UpdateItemCommand)
      .item({
        accountId,
        botId,
        webhookId,
        deliveryId,
        busyUntil: addSeconds(now, BUSY_SECONDS).toISOString(),
      })
      .options({
        condition: {
          and: [
            { attr: 'status', eq: 'pending' },
            { size: 'attempts', eq: attempts.length },
            {
              or: [
                { attr: 'busyUntil', exists: false },
                { attr: 'busyUntil', lte: now.toISOString() },
              ],
            },
          ],
        },
      })
      .send(),
  );
}

async function post(
  guard: Guard,
  webhook: StoredWebhook,
  { deliveryId, eventId, type, body }: StoredDelivery,
  now: Date,
): Promise<DeliveryAttempt> {
  const began = performance.now();
  const ended = () => ({ at: now.toISOString(), milliseconds: Math.round(performance.now() - began) });
  try {
    const { status, text } = await guardedFetch(guard, webhook.url, {
      method: 'POST',
      body,
      milliseconds: ANSWER_MILLISECONDS,
      maxBytes: 4 * EXCERPT,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'Parley-Webhooks/1.0',
        'parley-event': type,
        'parley-event-id': eventId,
        'parley-delivery-id': deliveryId,
        [SIGNATURE_HEADER]: signatureOf(webhook, body, now),
      },
    });
    return { ...ended(), status, problem: null, excerpt: excerptOf(text) };
  } catch (error) {
    if (!(error instanceof GuardedFetchError)) throw error;
    const problem = DeliveryProblem.safeParse(error.reason).data ?? 'address_refused';
    return { ...ended(), status: null, problem, excerpt: '' };
  }
}

/** Whole characters, and none that a log can't show. */
function excerptOf(text: string): string {
  const letters = Array.from(text.replace(/(?!\s)\p{Cc}/gu, '').trim());
  return letters.length > EXCERPT ? `${letters.slice(0, EXCERPT).join('')}…` : letters.join('');
}

/** Written by the function that claimed the attempt; a log that was deleted meanwhile stays deleted. */
async function store(delivery: StoredDelivery): Promise<void> {
  const { accountId, botId, webhookId, deliveryId, status, attempts, nextAttemptAt } = delivery;
  await ifHolds(
    DeliveryEntity.build(UpdateItemCommand)
      .item({
        accountId,
        botId,
        webhookId,
        deliveryId,
        status,
        attempts: replaced([...attempts]),
        busyUntil: $remove(),
        nextAttemptAt: nextAttemptAt ?? $remove(),
      })
      .options({
        condition: {
          and: [
            { attr: 'status', eq: 'pending' },
            { size: 'attempts', eq: attempts.length - 1 },
          ],
        },
      })
      .send(),
  );
}

/** How often, at most, it is written down that deliveries go well. */
const NOTED_EVERY_SECONDS = 60;

async function wentWell(webhook: StoredWebhook, at: string): Promise<void> {
  const { accountId, botId, place, webhookId, failingSince, lastDeliveredAt } = webhook;
  const noted = lastDeliveredAt !== undefined && addSeconds(new Date(lastDeliveredAt), NOTED_EVERY_SECONDS);
  if (failingSince === undefined && noted && noted > new Date(at)) return;
  await unlessReplaced(
    WebhookEntity.build(UpdateItemCommand)
      .item({ accountId, botId, place, lastDeliveredAt: at, failingSince: $remove() })
      .options({ condition: { attr: 'webhookId', eq: webhookId } })
      .send(),
  );
}

/**
 * A webhook is switched off when a delivery has failed for the last time, and since its first attempt none has gone
 * through; or at once when the receiver says that it is gone.
 */
async function wentWrong(
  webhook: StoredWebhook,
  delivery: StoredDelivery,
  { at }: DeliveryAttempt,
  isGone: boolean,
): Promise<void> {
  const { accountId, botId, place, webhookId } = webhook;
  const key = { accountId, botId, place };
  const itself = { attr: 'webhookId', eq: webhookId } as const;
  await unlessReplaced(
    WebhookEntity.build(UpdateItemCommand)
      .item({ ...key, failingSince: at })
      .options({ condition: { and: [itself, { attr: 'failingSince', exists: false }] } })
      .send(),
  );
  if (delivery.status !== 'failed') return;
  const since = delivery.attempts[0]?.at ?? at;
  await unlessReplaced(
    WebhookEntity.build(UpdateItemCommand)
      .item({
        ...key,
        enabled: false,
        switchedOffBy: isGone ? 'gone' : 'failing',
        switchedOffAt: at,
      })
      .options({
        condition: {
          and: [
            itself,
            { attr: 'enabled', eq: true },
            ...(isGone ? [] : [{ attr: 'failingSince', lte: since } as const]),
          ],
        },
      })
      .send(),
  );
}

async function unlessReplaced(write: Promise<unknown>): Promise<void> {
  await ifHolds(write);
}
