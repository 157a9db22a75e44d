/**
 * What the fields of signing in and up ask, apart from the schemas that ask the same: zod would be an eighth of what
 * signing in loads.
 */
export const FULL_NAME = { min: 2, max: 120 } as const;
export const COMPANY_NAME = { max: 160 } as const;

/** The user pool's policy, which also asks for a small letter, a capital and a digit. */
export const PASSWORD = { min: 8, max: 256 } as const;

/** A code of an authenticator app, or of a mail. */
export const SIX_DIGITS = /^[0-9]{6}$/;

/** Letters and digits of a recovery code; what stands between them counts for nothing. */
export const RECOVERY_CODE_LENGTH = 16;

/** The six digits that were typed, or null. Apps show them in groups. */
export function sixDigitsOf(code: string): string | null {
  const digits = code.replace(/\D/g, '');
  return SIX_DIGITS.test(digits) ? digits : null;
}
