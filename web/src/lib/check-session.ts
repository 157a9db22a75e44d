import { call } from './api';
import { type SessionEnd, sessionEndOf } from './session-end';

/**
 * Asks the server whether this host's session goes on; null when it does, or when that can't be told. Tokens look
 * good until they expire, also when the session was signed out on the other host or another device.
 */
export async function checkSession(): Promise<SessionEnd | null> {
  try {
    await call('getMe', {});
    return null;
  } catch (error) {
    return sessionEndOf(error);
  }
}
