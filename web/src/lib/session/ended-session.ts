import { clearAuthStorage, isAccessToken, readStored, writeStored } from '../storage';
import { decodeJson } from './base64-json';

// Not under the prefix of a signed-in person: it outlasts their session.
const ENDED = 'parley.endedSession';

/**
 * Removes what this host stored of a session that has ended on the other one, and notes its id: the window that signed
 * out may still bring what was chosen there, and shows by the id that it is ours.
 */
export function clearEndedSession(): void {
  const ended = storedSessionId();
  clearAuthStorage();
  if (ended) writeStored(ENDED, ended);
}

/** Whether this is the session that was removed last; the answer is given once. */
export function takeEndedSession(sessionId: unknown): boolean {
  const isEnded = typeof sessionId === 'string' && readStored(ENDED) === sessionId;
  if (isEnded) writeStored(ENDED, null);
  return isEnded;
}

/** By the token itself: to ask Amplify might renew it. */
function storedSessionId(): string | null {
  const key = Object.keys(localStorage).find(isAccessToken);
  const payload = decodeJson((key && readStored(key)?.split('.')[1]) || '') as
    | Readonly<Record<string, unknown>>
    | undefined;
  return typeof payload?.origin_jti === 'string' ? payload.origin_jti : null;
}
