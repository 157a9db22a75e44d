import type { WebhookWithSecret } from '../../../../../functions/contract/webhooks';
import { call } from '../../../lib/api';

export function rotateWebhookSecret(botId: string, webhookId: string): Promise<WebhookWithSecret> {
  return call('rotateWebhookSecret', { params: { botId, webhookId } });
}
