import * as z from 'zod';
import { AccountId, BotId, ConversationId, DeliveryId, MessageId, WebhookId } from '#contract/base/ids';
import { WebhookEventType } from '#contract/insight/webhooks';
import { environment } from '#platform/environment';
import { MAX_DELAY_SECONDS, sendToQueue } from '#platform/queues';

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

/** In the group of its account: one tenant's slow receiver delays nobody else's deliveries. */
export async function queueWebhookJob(job: z.input<typeof WebhookJob>, delaySeconds = 0): Promise<void> {
  await sendToQueue(environment('WEBHOOKS_QUEUE_URL'), {
    body: job,
    group: job.accountId,
    ...(delaySeconds > 0 && { delaySeconds: Math.min(MAX_DELAY_SECONDS, Math.ceil(delaySeconds)) }),
  });
}
