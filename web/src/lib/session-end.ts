import { errorCode } from './api-error';

/** Why a session ended without a click on 'Sign out' in this window; the login screen says it in words. */
export const SESSION_ENDS = ['expired', 'signedOut', 'suspended'] as const;
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
