import type { DeliveryPage } from '../../../../../functions/contract/webhooks';
import { call } from '../../../lib/api';

export function listDeliveries(
  webhook: { readonly botId: string; readonly webhookId: string },
  cursor: string | null,
  signal: AbortSignal,
): Promise<DeliveryPage> {
  return call('listDeliveries', { params: webhook, query: { limit: 20, ...(cursor && { cursor }) }, signal });
}
