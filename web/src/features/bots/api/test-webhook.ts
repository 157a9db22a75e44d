import type { Delivery } from '../../../../../functions/contract/webhooks';
import { call } from '../../../lib/api';

export function testWebhook(botId: string, webhookId: string): Promise<Delivery> {
  return call('testWebhook', { params: { botId, webhookId } });
}
