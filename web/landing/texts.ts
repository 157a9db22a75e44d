import { readFileSync } from 'node:fs';
import { fillFacts } from '#contract/site/product-facts';
import type { TranslationKey } from '#i18n/keys';
import type { LanguageCode } from '#i18n/language-list';

export type Text = (
  key: TranslationKey,
  values?: Readonly<Record<string, string | number>> & { readonly count?: number },
) => string;

export interface Texts {
  readonly language: LanguageCode;
  readonly t: Text;
  readonly number: (value: number) => string;
  /** Euros for those who read German, dollars for everyone else; the figure is the same. */
  readonly price: (value: number) => string;
}

const LOCALES: Record<LanguageCode, string> = { en: 'en-US', de: 'de-DE' };

/** The texts of a language, as the dashboard has them. */
export function textsOf(language: LanguageCode, namespaces: readonly string[]): Texts {
  const texts: Readonly<Record<string, unknown>> = Object.fromEntries(
    namespaces.map((namespace) => [namespace, readTexts(language, namespace)]),
  );
  const locale = LOCALES[language];
  const plural = new Intl.PluralRules(locale);
  const number = new Intl.NumberFormat(locale);
  const find = (key: string): unknown => {
    const [namespace = '', path = ''] = key.split(':');
    return path
      .split('.')
      .reduce<unknown>(
        (node, name) => (node as Record<string, unknown> | undefined)?.[name],
        texts[namespace],
      );
  };
  return {
    language,
    number: (value) => number.format(value),
    price: (value) =>
      new Intl.NumberFormat(locale, {
        style: 'currency',
        currency: language === 'de' ? 'EUR' : 'USD',
        minimumFractionDigits: Number.isInteger(value) ? 0 : 2,
      }).format(value),
    t(key, values = {}) {
      const form = values.count === undefined ? key : `${key}_${plural.select(values.count)}`;
      const text = find(form);
      if (typeof text !== 'string') throw new Error(`There is no text ${form} in ${language}.`);
      return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
        const value = values[name];
        if (value === undefined) throw new Error(`${form} lacks ${name}.`);
        return String(value);
      });
    },
  };
}

function readTexts(language: LanguageCode, namespace: string): unknown {
  const file = new URL(`../public/locales/${language}/${namespace}.json`, import.meta.url);
  return JSON.parse(fillFacts(readFileSync(file, 'utf8'), language));
}
