import { CONTACT_LIMITS } from '#contract/site/contact';
import type { TranslationKey } from '#i18n/keys';
import { isEmail } from '#lib/email';

/** What is wrong with a field, or null. A test holds these to the contract's schema. */
export function nameProblem(name: string): TranslationKey | null {
  const { length } = name.trim();
  if (length === 0) return 'contact:problems.name';
  return length > CONTACT_LIMITS.maxName ? 'contact:problems.nameLong' : null;
}

export function emailProblem(email: string): TranslationKey | null {
  if (!email.trim()) return 'contact:problems.email';
  return isEmail(email) ? null : 'contact:problems.emailInvalid';
}

export function subjectProblem(subject: string): TranslationKey | null {
  const { length } = subject.trim();
  if (length === 0) return 'contact:problems.subject';
  return length > CONTACT_LIMITS.maxSubject ? 'contact:problems.subjectLong' : null;
}

export function messageProblem(message: string): TranslationKey | null {
  const { length } = message.trim();
  if (length === 0) return 'contact:problems.message';
  if (length < CONTACT_LIMITS.minMessage) return 'contact:problems.messageShort';
  return length > CONTACT_LIMITS.maxMessage ? 'contact:problems.messageLong' : null;
}
