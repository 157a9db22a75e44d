import type { WebhookEventType } from '#contract/insight/webhooks';
import type { DomainEvent } from '#core/base/events/events';
import { queueWebhookJob } from './jobs';
import { readWebhooks } from './webhooks';

/** Tells the webhooks of a conversation's bot, if there are any that want to know. Twice the same is once. */
export async function notifyWebhooks(event: DomainEvent<WebhookEventType>): Promise<void> {
  const { accountId, botId, conversationId, type, at, id: eventId } = event;
  const webhooks = await readWebhooks({ accountId, botId });
  if (!webhooks.some(({ enabled, events }) => enabled && events.includes(type))) return;
  await queueWebhookJob({
    kind: 'event',
    accountId,
    botId,
    conversationId,
    type,
    ...(event.type === 'message.created' && { messageId: event.messageId }),
    at: at.toISOString(),
    eventId,
  });
}
