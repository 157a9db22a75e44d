import type { OpenSession, SessionGrant } from '#contract/conversations/widget';
import { call } from '#lib/api';

/** A conversation with the draft, which counts nowhere. */
export function openPreviewSession(botId: string, input: OpenSession): Promise<SessionGrant> {
  return call('openPreviewSession', { params: { botId }, body: input });
}
