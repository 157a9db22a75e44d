import { WebhookEventType } from '#contract/insight/webhooks';
import type { DomainEvent } from '#core/base/events/events';
import { queueWebhookJob } from './jobs';
import { readWebhooks } from './webhooks';

const TOLD: ReadonlySet<string> = new Set(WebhookEventType.options);

/** Tells the webhooks of conversations' bots, if there are any that want to know. Twice the same is once. */
export async function notifyWebhooks(events: readonly DomainEvent[]): Promise<void> {
  const webhooks = new Map<string, ReturnType<typeof readWebhooks>>();
  for (const event of events) {
    if (!isTold(event)) continue;
    const known = webhooks.get(event.botId) ?? readWebhooks(event);
    webhooks.set(event.botId, known);
    await notify(event, await known);
  }
}

function isTold(event: DomainEvent): event is DomainEvent<WebhookEventType> {
  return TOLD.has(event.type);
}

async function notify(
  event: DomainEvent<WebhookEventType>,
  webhooks: Awaited<ReturnType<typeof readWebhooks>>,
): Promise<void> {
  const { accountId, botId, conversationId, type, at, id: eventId } = event;
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
