import type { WholeDelivery } from '../../../../../functions/contract/webhooks';
import { call } from '../../../lib/api';

interface DeliveryParams {
  readonly botId: string;
  readonly webhookId: string;
  readonly deliveryId: string;
}

export function getDelivery(params: DeliveryParams, signal: AbortSignal): Promise<WholeDelivery> {
  return call('getDelivery', { params, signal });
}
