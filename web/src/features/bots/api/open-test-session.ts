import type { OpenSession, SessionGrant } from '../../../../../functions/contract/widget';
import { call } from '../../../lib/api';

/** A conversation with the draft, which counts nowhere. */
export function openTestSession(botId: string, input: OpenSession): Promise<SessionGrant> {
  return call('openTestSession', { params: { botId }, body: input });
}
