import type { Avatar } from '../../../../../functions/contract/bots';
import { call } from '../../../lib/api';

/** `data`: the picture's file in base64. */
export function uploadAvatar(botId: string, data: string): Promise<Avatar> {
  return call('uploadAvatar', { params: { botId }, body: { data } });
}
