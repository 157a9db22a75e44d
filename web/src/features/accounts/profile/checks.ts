import { CompanyName, FullName } from '#contract/accounts/profile';
import type { TranslationKey } from '#i18n/keys';

/** What is wrong with a field, or null. */
export function fullNameProblem(name: string): TranslationKey | null {
  if (name.trim() === '') return 'profile:fields.nameRequired';
  const { error } = FullName.safeParse(name);
  if (!error) return null;
  return error.issues[0]?.code === 'too_big' ? 'profile:fields.nameLong' : 'profile:fields.nameShort';
}

export function companyProblem(company: string): TranslationKey | null {
  return CompanyName.safeParse(company).success ? null : 'profile:fields.companyLong';
}
