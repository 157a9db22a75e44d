import type { DomainEvent } from '#core/base/events/events';
import type { StoredWebhook } from './entity';
import { queueWebhookJob } from './jobs';

/** The log of a webhook goes with it. */
export async function eraseLog({ before }: DomainEvent<'webhook.removed'>): Promise<void> {
  const { accountId, botId, webhookId } = before as StoredWebhook;
  await queueWebhookJob({ kind: 'erase', accountId, botId, webhookId });
}
