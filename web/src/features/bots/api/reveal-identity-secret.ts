import type { IdentitySecret } from '../../../../../functions/contract/identity-secret';
import { call } from '../../../lib/api';

export function revealIdentitySecret(botId: string): Promise<IdentitySecret> {
  return call('revealIdentitySecret', { params: { botId } });
}
