import type { Language } from '../accounts/profile';

/** What a bot is called beside its figures. They outlive it; its name goes when nobody can bring it back any more. */
export function botLabel(
  { name, isDeleted }: { readonly name: string; readonly isDeleted: boolean },
  language: Language,
): string {
  if (!isDeleted) return name;
  const { bot, deleted } = WORDS[language];
  return name === '' ? bot : `${name} (${deleted})`;
}

const WORDS = {
  en: { bot: 'Deleted bot', deleted: 'deleted' },
  de: { bot: 'Gelöschter Bot', deleted: 'gelöscht' },
} as const;
