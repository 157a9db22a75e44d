import { PASSWORD } from '#contract/accounts/sign-in-fields';
import type { TranslationKey } from '#i18n/keys';

/** What a new password must have; the user pool's policy asks the same. */
export const PASSWORD_RULES = [
  { id: 'length', met: (password: string) => password.length >= PASSWORD.min },
  { id: 'lower', met: (password: string) => /[a-z]/.test(password) },
  { id: 'upper', met: (password: string) => /[A-Z]/.test(password) },
  { id: 'digit', met: (password: string) => /[0-9]/.test(password) },
] as const;

/** The same for password managers that make one up. */
export const PASSWORD_RULES_ATTRIBUTE = `minlength: ${PASSWORD.min}; required: lower; required: upper; required: digit;`;

/** Shortest password that a form accepts at all; the sign-in form asks no more. */
const SHORTEST_PASSWORD = 6;

/** What is wrong with a password that exists, or null: its rules were those of the day it was made. */
export function knownPasswordProblem(password: string): TranslationKey | null {
  if (!password) return 'auth:fields.passwordRequired';
  return password.length < SHORTEST_PASSWORD ? 'auth:fields.passwordShort' : null;
}

/** What is wrong with a new password, or null. */
export function newPasswordProblem(password: string): TranslationKey | null {
  if (!password) return 'auth:fields.passwordRequired';
  if (password.length > PASSWORD.max) return 'auth:fields.passwordLong';
  return PASSWORD_RULES.every(({ met }) => met(password)) ? null : 'auth:fields.passwordRules';
}

/** The same where a password is changed: there what is far too short is called so. */
export function changedPasswordProblem(password: string): TranslationKey | null {
  const tooShort = password.length > 0 && password.length < SHORTEST_PASSWORD;
  return tooShort ? 'auth:fields.passwordTooShort' : newPasswordProblem(password);
}

/** What is wrong with the repetition of a first password, or null. */
export function repetitionProblem(repetition: string, password: string): TranslationKey | null {
  if (!repetition) return 'auth:fields.confirmRequired';
  return repetition === password ? null : 'auth:fields.passwordsDoNotMatch';
}

/** The same where a password is changed. */
export function changedRepetitionProblem(repetition: string, password: string): TranslationKey | null {
  const problem = repetitionProblem(repetition, password);
  return problem === 'auth:fields.passwordsDoNotMatch' ? 'auth:fields.newPasswordsDoNotMatch' : problem;
}
