import { FEEDBACK_LIMITS } from '#contract/site/feedback';
import type { TranslationKey } from '#i18n/keys';
import { isEmail } from '#lib/email';

/** What is wrong with a part of a feedback, or null. */
export function ratingProblem(rating: string): TranslationKey | null {
  return rating ? null : 'feedback:problems.rating';
}

export function messageProblem(message: string): TranslationKey | null {
  const { length } = message.trim();
  if (!message) return 'feedback:problems.required';
  if (length === 0) return 'feedback:problems.blank';
  if (length < FEEDBACK_LIMITS.minMessage) return 'feedback:problems.short';
  return length > FEEDBACK_LIMITS.maxMessage ? 'feedback:problems.long' : null;
}

export function emailProblem(email: string): TranslationKey | null {
  return !email.trim() || isEmail(email) ? null : 'feedback:problems.email';
}
