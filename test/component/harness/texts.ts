import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Language } from '#contract/accounts/profile';
import { fillFacts } from '#contract/site/product-facts';
import { EVERYWHERE, START } from '#i18n/everywhere';

const FOLDER = path.join(import.meta.dirname, '../../../web/public/locales');

/** The real texts, as the site serves them. */
export function readTexts(language: string, namespace: string): Readonly<Record<string, unknown>> {
  if (namespace === START)
    return Object.fromEntries(EVERYWHERE.map((each) => [each, readTexts(language, each)]));
  const file = readFileSync(path.join(FOLDER, language, `${namespace}.json`), 'utf8');
  return JSON.parse(fillFacts(file, Language.parse(language)));
}
