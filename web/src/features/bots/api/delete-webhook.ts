import { call } from '../../../lib/api';

export function deleteWebhook(botId: string, webhookId: string): Promise<void> {
  return call('deleteWebhook', { params: { botId, webhookId } });
}
