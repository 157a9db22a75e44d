import i18next, { type BackendModule } from 'i18next';
import { initReactI18next, useTranslation } from 'react-i18next';
import type { Namespace, TranslationKey } from './keys';
import { initialLanguage, LANGUAGES, type LanguageCode, storedLanguage, storeLanguage } from './languages';

export type Translate = (
  key: TranslationKey,
  values?: Readonly<Record<string, string | number>> & { readonly count?: number },
) => string;

/** What every page needs; a page's own namespaces load with its code. */
const EVERYWHERE: readonly Namespace[] = ['common', 'loading', 'errors', 'errorPages'];

const backend: BackendModule = {
  type: 'backend',
  init() {},
  read(language, namespace, done) {
    fetch(`/locales/${language}/${namespace}.json`)
      .then(async (response) => {
        if (!response.ok) throw new Error(`${response.url} answered ${response.status}`);
        done(null, await response.json());
      })
      .catch((error: unknown) => done(error instanceof Error ? error : String(error), null));
  },
};

export async function initI18n(): Promise<void> {
  i18next.on('languageChanged', (language) => {
    document.documentElement.lang = language;
    document.documentElement.dir = i18next.dir(language);
  });
  await i18next
    .use(backend)
    .use(initReactI18next)
    .init({
      lng: initialLanguage(),
      // Texts of another language are never needed: a test forbids that one is missing.
      fallbackLng: false,
      supportedLngs: LANGUAGES.map(({ code }) => code),
      ns: [...EVERYWHERE],
      defaultNS: 'common',
      interpolation: { escapeValue: false },
      react: { useSuspense: false },
      returnNull: false,
      partialBundledLanguages: false,
      load: 'currentOnly',
      ...(import.meta.env.MODE === 'development' && { saveMissing: true, missingKeyHandler: postMissing }),
    });
}

/** Tells the local cloud, which writes it down (infra/local/hosts). A production build has none of this. */
function postMissing(languages: readonly string[], namespace: string, key: string): void {
  for (const language of languages)
    void fetch(`/locales/${language}/${namespace}.json`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ [key]: '' }),
    }).catch(() => {});
}

export function loadTexts(namespaces: readonly Namespace[]): Promise<void> {
  return i18next.loadNamespaces([...namespaces]);
}

/** Texts in the reader's language. Typed by the English files. */
export function useTexts(): { readonly t: Translate; readonly language: LanguageCode } {
  const { t, i18n } = useTranslation();
  return { t: t as Translate, language: i18n.language as LanguageCode };
}

/** Loads the texts of a language, then switches the page to it and remembers the choice. */
export async function changeLanguage(language: LanguageCode): Promise<void> {
  await i18next.changeLanguage(language);
  storeLanguage(language);
}

/** Switches to the remembered language, where something else than this window's own switch has stored it. */
export async function followStoredLanguage(): Promise<void> {
  const language = storedLanguage();
  if (language && language !== i18next.language) await i18next.changeLanguage(language);
}
