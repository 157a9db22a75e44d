import i18next, { type BackendModule, type Resource } from 'i18next';
import { useSyncExternalStore } from 'react';
import { initReactI18next, useTranslation } from 'react-i18next';
import { directionOf } from '#contract/base/languages';
import { useDateFormat } from './date-format';
import { EVERYWHERE, START } from './everywhere';
import { fetchTexts } from './fetch-texts';
import type { Namespace, TranslationKey } from './keys';
import { initialLanguage, LANGUAGES, type LanguageCode, storedLanguage, storeLanguage } from './languages';

export type Translate = (
  key: TranslationKey,
  values?: Readonly<Record<string, string | number>> & { readonly count?: number },
) => string;

const backend: BackendModule = {
  type: 'backend',
  init() {},
  read(language, namespace, done) {
    fetchTexts(language, namespace).then(
      ({ texts, isFallback }) => {
        setMissing(language, namespace, isFallback);
        done(null, texts);
      },
      (error: unknown) => {
        setMissing(language, namespace, true);
        done(error instanceof Error ? error : String(error), null);
      },
    );
  },
};

/** Files of texts that did not come, by language: English ones stand in their place, or none. */
const missing = new Map<string, ReadonlySet<string>>();
const listeners = new Set<() => void>();

function setMissing(language: string, namespace: string, isMissing: boolean): void {
  const others = [...(missing.get(language) ?? [])].filter((other) => other !== namespace);
  missing.set(language, new Set(isMissing ? [...others, namespace] : others));
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether something on the page is in English only because its texts did not come. */
export function useTextsMissing(): boolean {
  return useSyncExternalStore(subscribe, () => (missing.get(i18next.language)?.size ?? 0) > 0);
}

/** Throws where there are no texts at all: the page would show their names. */
function assertLoaded(language: string, namespaces: readonly Namespace[]): void {
  const lacking = namespaces.filter((namespace) => !i18next.hasResourceBundle(language, namespace));
  if (lacking.length > 0) throw new Error(`Failed to fetch the texts ${lacking.join()}`);
}

export async function initI18n(): Promise<void> {
  i18next.on('languageChanged', (language) => {
    document.documentElement.lang = language;
    document.documentElement.dir = directionOf(language);
  });
  const language = initialLanguage();
  const { texts, isFallback } = await fetchTexts(language, START);
  for (const namespace of EVERYWHERE) setMissing(language, namespace, isFallback);
  await i18next
    .use(backend)
    .use(initReactI18next)
    .init({
      lng: language,
      resources: { [language]: texts as Resource[string] },
      // Texts of another language are never needed: a test forbids that one is missing.
      fallbackLng: false,
      supportedLngs: LANGUAGES.map(({ code }) => code),
      ns: [...EVERYWHERE],
      defaultNS: 'common',
      interpolation: { escapeValue: false },
      react: { useSuspense: false },
      returnNull: false,
      // Of what is not in that file, and of other languages, the backend is asked.
      partialBundledLanguages: true,
      load: 'currentOnly',
      ...(import.meta.env.MODE === 'development' && { saveMissing: true, missingKeyHandler: postMissing }),
    });
  assertLoaded(i18next.language, EVERYWHERE);
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

export async function loadTexts(namespaces: readonly Namespace[]): Promise<void> {
  const { language } = i18next;
  await fetchMissing(language, namespaces);
  await i18next.loadNamespaces([...namespaces]);
  assertLoaded(language, namespaces);
}

/** Asks again for what did not come: i18next does not by itself. */
async function fetchMissing(language: string, namespaces: readonly Namespace[]): Promise<void> {
  const again = namespaces.filter((namespace) => missing.get(language)?.has(namespace));
  if (again.length > 0) await i18next.reloadResources([language], again);
}

/** Texts in the reader's language, typed by the English files. Whoever uses them also shows dates anew when their format changes. */
export function useTexts(): { readonly t: Translate; readonly language: LanguageCode } {
  const { t, i18n } = useTranslation();
  useDateFormat();
  return { t: t as Translate, language: i18n.language as LanguageCode };
}

/** Loads the texts of a language, then switches the page to it and remembers the choice. Throws where some don't come. */
export async function changeLanguage(language: LanguageCode): Promise<void> {
  await fetchMissing(language, i18next.options.ns as readonly Namespace[]);
  await i18next.loadLanguages(language);
  if (missing.get(language)?.size) throw new Error(`Failed to fetch the texts of ${language}`);
  await i18next.changeLanguage(language);
  storeLanguage(language);
}

/** Switches to the remembered language, where something else than this window's own switch has stored it. */
export async function followStoredLanguage(): Promise<void> {
  const language = storedLanguage();
  if (language && language !== i18next.language) await i18next.changeLanguage(language);
}
