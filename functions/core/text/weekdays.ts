import type { DayWords } from './lexicon/lexicon';
import { LEXICONS } from './lexicon/lexicons';
import type { TextLanguage } from './text-language';

/**
 * The weekdays that a text means and doesn't write out, each by its name: of a range those between its ends, of an
 * abbreviation its day, all where something holds daily. `Mo–Do 8–16 Uhr` means Wednesday, and who asks about
 * Wednesday finds it by that word only. Days that the text names itself may be among them.
 */
export function daysMeant(text: string, language: TextLanguage | null): readonly string[] {
  if (language === null || !(/\d/.test(text) || isDaysOnly(text))) return [];
  const { names, range, short, single, each } = WEEK[language];
  const days = new Set<number>();
  for (const [, from = '', to = ''] of text.matchAll(range)) {
    const [first, last] = [dayOf(from, language), dayOf(to, language)];
    if (first < 0 || last < 0) continue;
    // Saturday to Monday passes the end of the week.
    for (let day = first; ; day = (day + 1) % names.length) {
      days.add(day);
      if (day === last) break;
    }
  }
  for (const [said] of text.matchAll(isDaysOnly(text) ? short : single)) days.add(dayOf(said, language));
  for (const [pattern, until] of each) {
    if (pattern.test(text)) for (let day = 0; day < until; day++) days.add(day);
  }
  return [...days].sort((a, b) => a - b).map((day) => names[day] ?? '');
}

/** Whether a text says nothing but which days: `Monday`, `Mo–Fr`, `Sa. und So.`. */
export function isDaysOnly(text: string): boolean {
  return Object.values(WEEK).some(({ only }) => only.test(text));
}

/** A text with a semicolon in the place of its days: of `Mo–Fr 9–18 Uhr, Sa 10 Uhr` the times. */
export function withoutDays(text: string): string {
  return Object.values(WEEK).reduce((rest, { several }) => rest.replace(several, ';'), text);
}

function dayOf(said: string, language: TextLanguage): number {
  const { least, places } = WEEK[language];
  const written = said.toLowerCase().replace(/s$/, '');
  if (said.length < least) return -1;
  return Object.entries(places).find(([name]) => name.startsWith(written))?.[1] ?? -1;
}

interface Week {
  /** From Monday on. */
  readonly names: readonly string[];
  /** By name, with other names for the same day. */
  readonly places: Readonly<Record<string, number>>;
  /** Letters of the shortest abbreviation. */
  readonly least: number;
  /** Two days and what stands between. */
  readonly range: RegExp;
  readonly short: RegExp;
  /** An abbreviation beside a time, another day or a colon: elsewhere `So` and `Sun` are words of their own. */
  readonly single: RegExp;
  /** Days and what connects them. */
  readonly only: RegExp;
  /** The same within a text, with what parts them from their times. */
  readonly several: RegExp;
  /** Words for several days, and how many they are from Monday on. */
  readonly each: readonly (readonly [RegExp, number])[];
}

const TIME_NEAR = '(?=[^.\\n]{0,30}\\d)';
/** Of every language: a German list may say `Mo to Fr`. */
const any = (part: 'to' | 'and' | 'before') =>
  Object.values(LEXICONS)
    .map(({ days }) => days[part])
    .join('|');
const TO = `(?:-|–|—|(?<!\\p{L})(?:${any('to')})(?!\\p{L}))`;

const WEEK = Object.fromEntries(
  Object.entries(LEXICONS).map(([language, { days }]) => [language, weekOf(days)]),
) as Readonly<Record<TextLanguage, Week>>;

function weekOf({ names, others, short, each }: DayWords): Week {
  // Names in any case, abbreviations with their capital.
  const written = [...names, ...Object.keys(others)].map(
    (name) => `[${name.charAt(0)}${name.charAt(0).toUpperCase()}]${name.slice(1)}s?`,
  );
  const day = `(?:${written.join('|')}|${short})`;
  const days = `${day}\\.?(?:(?:\\s*[/&+,]\\s*|\\s*${TO}\\s*|\\s+(?:${any('and')})\\s+)${day}\\.?)*`;
  const and = `(?:\\s*[/&+,–-]\\s*|\\s+(?:${any('and')})\\s+)`;
  return {
    places: { ...Object.fromEntries(names.map((name, place) => [name, place])), ...others },
    names,
    least: Math.min(...short.split('|').map((name) => name.length)),
    range: new RegExp(`(?<![\\p{L}\\p{N}])(${day})\\.?\\s*${TO}\\s*(${day})(?![\\p{L}\\p{N}])`, 'gu'),
    short: new RegExp(`(?<![\\p{L}\\p{N}])(?:${short})(?![\\p{L}\\p{N}])`, 'gu'),
    single: new RegExp(
      `(?<![\\p{L}\\p{N}])(?:${short})(?:(?=\\.?\\s*(?:[:|(]|(?:[–—-]\\s*)?\\d))|(?=\\.?\\s+(?:${any('before')})(?!\\p{L}))|` +
        `(?=\\.?${and}(?:${short})(?!\\p{L}))|(?<=(?<![\\p{L}\\p{N}])(?:${short})\\.?${and}(?:${short}))(?!\\p{L}))`,
      'gu',
    ),
    only: new RegExp(`^${days}:?$`, 'iu'),
    several: new RegExp(`[\\s,;]{0,3}(?<![\\p{L}\\p{N}])${days}(?![\\p{L}\\p{N}])[\\s:,]*`, 'gu'),
    each: each.map(
      ([said, until]) => [new RegExp(`(?<!\\p{L})(?:${said})${TIME_NEAR}`, 'iu'), until] as const,
    ),
  };
}
