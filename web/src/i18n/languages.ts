import { readPreference, writePreference } from '#lib/preferences';
import { LANGUAGES, type LanguageCode } from './language-list';

export { LANGUAGES, type LanguageCode };

const KEY = 'parley.language';

export interface LanguageHints {
  readonly stored: string | null;
  readonly browser: readonly string[];
  readonly html: string | null;
  readonly path: string;
  readonly host: string;
}

/** The first language that we have, in this order: stored choice, browser, html tag, path, subdomain. */
export function detectLanguage(hints: LanguageHints): LanguageCode {
  const candidates = [
    hints.stored,
    ...hints.browser,
    hints.html,
    hints.path.split('/')[1] ?? null,
    hints.host.split('.')[0] ?? null,
  ];
  for (const candidate of candidates) {
    const language = LANGUAGES.find(({ code }) => code === candidate?.toLowerCase().split('-')[0]);
    if (language) return language.code;
  }
  return 'en';
}

export function initialLanguage(): LanguageCode {
  return detectLanguage({
    stored: readPreference(KEY),
    browser: navigator.languages,
    html: document.documentElement.lang || null,
    path: location.pathname,
    host: location.hostname,
  });
}

/** The choice that is remembered, or null. */
export function storedLanguage(): LanguageCode | null {
  const stored = readPreference(KEY);
  return LANGUAGES.find(({ code }) => code === stored)?.code ?? null;
}

export function storeLanguage(language: LanguageCode): void {
  writePreference(KEY, language);
}
