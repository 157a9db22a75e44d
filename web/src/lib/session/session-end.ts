import { ApiError, errorCode } from '../api-error';
import { AUTH_PREFIX, readStored, writeStored } from '../storage';

/** Why a session ended without a click on 'Sign out' in this window; the login screen says it in words. */
export const SESSION_ENDS = ['expired', 'signedOut', 'newPassword', 'suspended'] as const;
export type SessionEnd = (typeof SESSION_ENDS)[number];

/** What a failed call says of the session; null where it may well go on. */
export function sessionEndOf(error: unknown): SessionEnd | null {
  switch (errorCode(error)) {
    case 'auth.session_ended':
      return 'signedOut';
    case 'account.banned':
      return 'suspended';
    case 'auth.expired':
    case 'auth.required':
      return 'expired';
    default:
      return null;
  }
}

export function parseSessionEnd(value: string | null): SessionEnd | null {
  return SESSION_ENDS.find((end) => end === value) ?? null;
}

/**
 * What to say to a person whom the app host sent with a reason: it stands in the address, where anyone may write it.
 * What would alarm is therefore only said in the words that the server had for this host's session, in `found`.
 */
export function believedEnd(claimed: SessionEnd, found: SessionEnd | null): SessionEnd {
  if (found && found !== 'expired') return found;
  return claimed === 'suspended' ? 'expired' : claimed;
}

/** What the server tells a suspended person of why; null where it tells nothing. */
export function suspensionReason(error: unknown): string | null {
  const reason = error instanceof ApiError ? error.details.reason : undefined;
  return errorCode(error) === 'account.banned' && typeof reason === 'string' ? reason : null;
}

const MARK = `${AUTH_PREFIX}sessionEnd`;
const REASON = `${AUTH_PREFIX}suspensionReason`;
const ofWindow = () => sessionStorage;

/** Notes for this host's login screen why the session ended, where no link can write; null forgets it. */
export function markSessionEnd(end: SessionEnd | null, reason: string | null = null): void {
  writeStored(MARK, end, ofWindow);
  writeStored(REASON, reason, ofWindow);
}

/** What was noted; the reason is of a suspension. */
export function markedSessionEnd(): { readonly end: SessionEnd | null; readonly reason: string | null } {
  return { end: parseSessionEnd(readStored(MARK, ofWindow)), reason: readStored(REASON, ofWindow) };
}
