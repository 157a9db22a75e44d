import { call } from '../api';
import { type SessionEnd, sessionEndOf, suspensionReason } from './session-end';

/**
 * Asks the server whether this host's session goes on; null when it does, or when that can't be told. Tokens look
 * good until they expire, also when the session was signed out on the other host or another device.
 */
export async function checkSession(): Promise<{
  readonly end: SessionEnd;
  /** Of a suspension. */
  readonly reason: string | null;
} | null> {
  try {
    await call('getMe', {});
    return null;
  } catch (error) {
    const end = sessionEndOf(error);
    return end && { end, reason: suspensionReason(error) };
  }
}
