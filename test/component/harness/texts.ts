import { readFileSync } from 'node:fs';
import path from 'node:path';

const FOLDER = path.join(import.meta.dirname, '../../../web/public/locales');

/** The real texts, as the site serves them. */
export function readTexts(language: string, namespace: string): Readonly<Record<string, unknown>> {
  return JSON.parse(readFileSync(path.join(FOLDER, language, `${namespace}.json`), 'utf8'));
}
