import { any, boolean, Entity, type FormattedItem, item, list, number, string } from 'dynamodb-toolbox';
import type { DeliveryAttempt } from '#contract/insight/webhooks';
import { Delivery, DeliveryStatus, SwitchedOffBy, WebhookEventType } from '#contract/insight/webhooks';
import { integrationsPartition } from '#core/bots/integrations-partition';
import { table } from '#platform/table';

/** Where a bot's events are posted: in one of the bot's few places, which is what keeps them few. */
export const WebhookEntity = new Entity({
  name: 'Webhook',
  table,
  timestamps: false,
  schema: item({
    accountId: string().key(),
    botId: string().key(),
    place: number().key(),
    webhookId: string(),
    url: string(),
    events: list(string().enum(...WebhookEventType.options)),
    enabled: boolean(),
    switchedOffBy: string()
      .enum(...SwitchedOffBy.options)
      .optional(),
    switchedOffAt: string().optional(),
    failingSince: string().optional(),
    lastDeliveredAt: string().optional(),
    secret: string(),
    formerSecret: string().optional(),
    formerUntil: string().optional(),
    createdAt: string(),
  }),
  computeKey: ({ place, ...ref }) => ({ pk: integrationsPartition(ref), sk: `WEBHOOK#${place}` }),
});
export type StoredWebhook = FormattedItem<typeof WebhookEntity>;

interface WebhookKey {
  readonly accountId: string;
  readonly botId: string;
  readonly webhookId: string;
}

/** The log of a webhook. Ids sort by time: newest first is descending. */
export function deliveriesPartition({ accountId, botId, webhookId }: WebhookKey): string {
  return `ACCOUNT#${accountId}#BOT#${botId}#WEBHOOK#${webhookId}`;
}

/** One event on its way to one webhook: kept for the log, then removed by its time to live. */
export const DeliveryEntity = new Entity({
  name: 'WebhookDelivery',
  table,
  timestamps: false,
  schema: item({
    accountId: string().key(),
    botId: string().key(),
    webhookId: string().key(),
    deliveryId: string().key(),
    eventId: string(),
    type: string().enum(...Delivery.shape.type.options),
    /** What is posted, to the letter, at each attempt. */
    body: string(),
    status: string().enum(...DeliveryStatus.options),
    attempts: any().castAs<readonly DeliveryAttempt[]>(),
    nextAttemptAt: string().optional(),
    /** Until when (ISO) a function is at an attempt. */
    busyUntil: string().optional(),
    redeliveryOf: string().optional(),
    createdAt: string(),
    expiresAt: number(),
  }),
  computeKey: ({ deliveryId, ...ref }) => ({ pk: deliveriesPartition(ref), sk: `DELIVERY#${deliveryId}` }),
});
export type StoredDelivery = FormattedItem<typeof DeliveryEntity>;
