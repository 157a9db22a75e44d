import * as z from 'zod';
import { AccountId, BotId, ConversationId, DeliveryId, MessageId, WebhookId } from '#contract/base/ids';
import { WebhookEventType } from '#contract/insight/webhooks';
import { jobQueue } from '#platform/queues';

const bot = { accountId: AccountId, botId: BotId };

/** What is done for webhooks after the change that they are told of. */
export const WebhookJob = z.discriminatedUnion('kind', [
  /** Writes a delivery down for each webhook that wants to know. */
  z.object({
    kind: z.literal('event'),
    ...bot,
    conversationId: ConversationId,
    type: WebhookEventType,
    messageId: MessageId.optional(),
    at: z.iso.datetime(),
    eventId: z.string(),
  }),
  /** Attempts a delivery for the nth time, when its time has come. */
  z.object({
    kind: z.literal('deliver'),
    ...bot,
    webhookId: WebhookId,
    deliveryId: DeliveryId,
    attempt: z.number().int().positive(),
    /** ISO. */
    at: z.iso.datetime(),
  }),
  /** Deletes the log of a webhook that was deleted. */
  z.object({ kind: z.literal('erase'), ...bot, webhookId: WebhookId }),
]);
export type WebhookJob = z.infer<typeof WebhookJob>;

export const queueWebhookJob = /* @__PURE__ */ jobQueue<z.input<typeof WebhookJob>>('WEBHOOKS_QUEUE_URL');
