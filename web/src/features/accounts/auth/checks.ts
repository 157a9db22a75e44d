import { COMPANY_NAME, FULL_NAME } from '#contract/accounts/name-bounds';
import { SHORTEST_PASSWORD } from '#features/accounts/password.ts';
import type { TranslationKey } from '#i18n/keys';
import { isEmail } from '#lib/email';

/**
 * What is wrong with a field, or null. By hand: the contract's schemas would bring zod, an eighth of what signing
 * in loads. A test holds both to the same answers.
 */
export function emailProblem(email: string): TranslationKey | null {
  if (!email.trim()) return 'auth:fields.emailRequired';
  return isEmail(email) ? null : 'auth:fields.emailInvalid';
}

/** Of a password that exists: its rules were those of the day it was made. */
export function loginPasswordProblem(password: string): TranslationKey | null {
  if (!password) return 'auth:fields.passwordRequired';
  return password.length < SHORTEST_PASSWORD ? 'auth:fields.passwordShort' : null;
}

export function fullNameProblem(name: string): TranslationKey | null {
  const { length } = name.trim();
  if (length === 0) return 'auth:fields.nameRequired';
  if (length < FULL_NAME.min) return 'auth:fields.nameShort';
  return length > FULL_NAME.max ? 'auth:fields.nameLong' : null;
}

export function companyProblem(company: string): TranslationKey | null {
  return company.trim().length > COMPANY_NAME.max ? 'auth:fields.companyLong' : null;
}
