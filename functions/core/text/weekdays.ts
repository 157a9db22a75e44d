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
  const { names, least } = WEEK[language];
  const written = said.toLowerCase();
  if (written === 'sonnabend') return 5;
  return written.length < least ? -1 : names.findIndex((name) => name.startsWith(written.replace(/s$/, '')));
}

interface Week {
  /** From Monday on. */
  readonly names: readonly string[];
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

const BEFORE_TIMES = 'from|until|till|only|closed|noon|ab|von|bis|nur|geschlossen|Ruhetag';
const TIME_NEAR = '(?=[^.\\n]{0,30}\\d)';

const WEEK: Readonly<Record<TextLanguage, Week>> = {
  en: weekOf(
    ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'],
    'Mon|Tues?|Weds?|Thu(?:rs?)?|Fri|Sat|Sun',
    [
      [new RegExp(`(?<!\\p{L})(?:daily|every day|seven days a week|7 days a week)${TIME_NEAR}`, 'iu'), 7],
      [new RegExp(`(?<!\\p{L})(?:on )?weekdays${TIME_NEAR}`, 'iu'), 5],
    ],
  ),
  de: weekOf(
    ['montag', 'dienstag', 'mittwoch', 'donnerstag', 'freitag', 'samstag', 'sonntag'],
    'Mo|Di|Mi|Do|Fr|Sa|So',
    [
      [new RegExp(`(?<!\\p{L})(?:täglich|jeden Tag)${TIME_NEAR}`, 'iu'), 7],
      [new RegExp(`(?<!\\p{L})(?:werktags|wochentags)${TIME_NEAR}`, 'iu'), 5],
    ],
  ),
};

function weekOf(names: readonly string[], short: string, each: Week['each']): Week {
  // Names in any case, abbreviations with their capital.
  const written = names.map((name) => `[${name.charAt(0)}${name.charAt(0).toUpperCase()}]${name.slice(1)}s?`);
  const day = `(?:${written.join('|')}|[Ss]onnabends?|${short})`;
  const to = '(?:-|–|—|to|till|until|thru|through|bis(?: einschließlich)?)';
  const days = `${day}\\.?(?:(?:\\s*[/&+,]\\s*|\\s*${to}\\s*|\\s+(?:und|and|u\\.)\\s+)${day}\\.?)*`;
  const and = '(?:\\s*[/&+,–-]\\s*|\\s+(?:und|and|u\\.)\\s+)';
  return {
    names,
    least: short.startsWith('Mon') ? 3 : 2,
    range: new RegExp(`(?<![\\p{L}\\p{N}])(${day})\\.?\\s*${to}\\s*(${day})(?![\\p{L}\\p{N}])`, 'gu'),
    short: new RegExp(`(?<![\\p{L}\\p{N}])(?:${short})(?![\\p{L}\\p{N}])`, 'gu'),
    single: new RegExp(
      `(?<![\\p{L}\\p{N}])(?:${short})(?:(?=\\.?\\s*(?:[:|(]|(?:[–—-]\\s*)?\\d))|(?=\\.?\\s+(?:${BEFORE_TIMES})(?!\\p{L}))|` +
        `(?=\\.?${and}(?:${short})(?!\\p{L}))|(?<=(?<![\\p{L}\\p{N}])(?:${short})\\.?${and}(?:${short}))(?!\\p{L}))`,
      'gu',
    ),
    only: new RegExp(`^${days}:?$`, 'iu'),
    several: new RegExp(`[\\s,;]{0,3}(?<![\\p{L}\\p{N}])${days}(?![\\p{L}\\p{N}])[\\s:,]*`, 'gu'),
    each,
  };
}
