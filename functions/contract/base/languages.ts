/** What the product speaks. Apart from what parses: the landing page and the widget are built from it, too. */
export const LANGUAGES = [
  { code: 'en', name: 'English', nativeName: 'English', countryCode: 'GB', rtl: false },
  { code: 'de', name: 'German', nativeName: 'Deutsch', countryCode: 'DE', rtl: false },
] as const satisfies readonly LanguageEntry[];

export interface LanguageEntry {
  readonly code: string;
  /** In English. */
  readonly name: string;
  readonly nativeName: string;
  /** Whose ways of writing dates and numbers it takes. */
  readonly countryCode: string;
  /** Whether it is written from right to left. */
  readonly rtl: boolean;
}

export type LanguageCode = (typeof LANGUAGES)[number]['code'];

/** The direction of a page in this language, as an element's `dir` has it. */
export function directionOf(code: string, languages: readonly LanguageEntry[] = LANGUAGES): 'ltr' | 'rtl' {
  return languages.find((language) => language.code === code)?.rtl ? 'rtl' : 'ltr';
}

/** As `Intl` wants it: 'de-DE'. */
export function localeOf(code: LanguageCode): string {
  const { countryCode } = LANGUAGES.find((language) => language.code === code) ?? LANGUAGES[0];
  return `${code}-${countryCode}`;
}
