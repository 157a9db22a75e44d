import type { IdentitySecret } from '../../../../../functions/contract/identity-secret';
import { call } from '../../../lib/api';

export function rotateIdentitySecret(botId: string): Promise<IdentitySecret> {
  return call('rotateIdentitySecret', { params: { botId } });
}
