import { NAMESPACES } from './namespaces.built';

export interface TextReport {
  readonly count: number;
  readonly namespaces: number;
  /** Keys that one language lacks, with the language. */
  readonly missing: readonly string[];
  /** Keys whose placeholders are others in the other language. */
  readonly placeholders: readonly string[];
  /** Keys whose text is the same in both: a name, or a text that nobody translated. */
  readonly same: readonly string[];
}

type Texts = ReadonlyMap<string, string>;

/** Compares the texts of both languages as the stage serves them. */
export async function compareTexts(signal: AbortSignal): Promise<TextReport> {
  const pairs: Omit<TextReport, 'namespaces'>[] = [];
  // One after the other: all at once would hold the page up while they are asked for and compared.
  for (const namespace of NAMESPACES) {
    const [en, de] = await Promise.all(['en', 'de'].map((language) => load(language, namespace, signal)));
    pairs.push(comparePair(en ?? new Map(), de ?? new Map()));
  }
  const all = (name: 'missing' | 'placeholders' | 'same') => pairs.flatMap((pair) => pair[name]);
  return {
    count: pairs.reduce((sum, pair) => sum + pair.count, 0),
    namespaces: NAMESPACES.length,
    missing: all('missing'),
    placeholders: all('placeholders'),
    same: all('same'),
  };
}

/** What differs between the English and the German texts of one file. */
export function comparePair(en: Texts, de: Texts): Omit<TextReport, 'namespaces'> {
  const both = [...en.keys()].filter((key) => de.has(key));
  const differs = (key: string) => placeholdersOf(en.get(key)) !== placeholdersOf(de.get(key));
  return {
    count: new Set([...en.keys(), ...de.keys()]).size,
    missing: [
      ...[...en.keys()].filter((key) => !de.has(key)).map((key) => `${key} (de)`),
      ...[...de.keys()].filter((key) => !en.has(key)).map((key) => `${key} (en)`),
    ],
    placeholders: both.filter(differs),
    same: both.filter((key) => en.get(key) === de.get(key)),
  };
}

async function load(language: string, namespace: string, signal: AbortSignal): Promise<Texts> {
  const response = await fetch(`/locales/${language}/${namespace}.json`, { signal });
  if (!response.ok) return new Map();
  return flatten(await response.json(), `${namespace}:`);
}

/** Every text of a file by its key. */
export function flatten(value: unknown, key: string): Texts {
  return new Map(textsOf(value, key));
}

function* textsOf(value: unknown, key: string): Generator<readonly [string, string]> {
  if (typeof value !== 'object' || value === null) {
    yield [key, String(value)];
    return;
  }
  const separator = key.endsWith(':') ? '' : '.';
  for (const [name, inner] of Object.entries(value)) yield* textsOf(inner, `${key}${separator}${name}`);
}

function placeholdersOf(text = ''): string {
  return [...new Set(text.match(/\{\{\w+\}\}/g))].sort().join(' ');
}
