import type { Delivery } from '../../../../../functions/contract/webhooks';
import { call } from '../../../lib/api';

interface DeliveryParams {
  readonly botId: string;
  readonly webhookId: string;
  readonly deliveryId: string;
}

export function redeliver(params: DeliveryParams): Promise<Delivery> {
  return call('redeliver', { params });
}
