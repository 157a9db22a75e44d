import type { CreateWebhook, WebhookWithSecret } from '../../../../../functions/contract/webhooks';
import { call } from '../../../lib/api';

export function createWebhook(botId: string, body: CreateWebhook): Promise<WebhookWithSecret> {
  return call('createWebhook', { params: { botId }, body });
}
