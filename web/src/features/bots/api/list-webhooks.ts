import type { WebhookList } from '../../../../../functions/contract/webhooks';
import { call } from '../../../lib/api';

export function listWebhooks(botId: string, signal: AbortSignal): Promise<WebhookList> {
  return call('listWebhooks', { params: { botId }, signal });
}
