import type { UpdateWebhook, Webhook } from '../../../../../functions/contract/webhooks';
import { call } from '../../../lib/api';

export function updateWebhook(botId: string, webhookId: string, body: UpdateWebhook): Promise<Webhook> {
  return call('updateWebhook', { params: { botId, webhookId }, body });
}
