import type { ClientErrorPage } from '../../../../../functions/contract/client-errors';
import { call } from '../../../lib/api';

export function listClientErrors(cursor: string | null, signal: AbortSignal): Promise<ClientErrorPage> {
  return call('listClientErrors', { query: cursor ? { cursor } : {}, signal });
}
