import { LEXICONS } from './lexicon/lexicons';

/** What a line holds that holds nothing else: days, times, or both; null for all other lines. */
export type Told = 'days' | 'times' | 'both' | null;

export function toldBy(line: string): Told {
  if (line.length > LONGEST) return null;
  const without = line.replace(/\([^()]*\)/g, ' ');
  const noDays = without.replace(DAYS, ' ');
  const noTimes = noDays.replace(TIMES, ' ');
  if ((noTimes.match(/[\p{L}\p{N}]+/gu) ?? []).some((word) => !FILLS.has(word.toLowerCase()))) return null;
  const [hasDays, hasTimes] = [noDays !== without, noTimes !== noDays];
  if (hasDays) return hasTimes ? 'both' : 'days';
  return hasTimes ? 'times' : null;
}

/** `Mo. Ruhetag`, `from noon till late`: it heads nothing. */
export function tellsTimes(line: string): boolean {
  const told = toldBy(line);
  return told === 'both' || told === 'times';
}

/** A line of days and times is short. */
const LONGEST = 160;

const ALL = Object.values(LEXICONS).map(({ days }) => days);
const any = (part: 'written' | 'short' | 'times' | 'clock') => ALL.map((days) => days[part]).join('|');

export const WRITTEN_DAYS = any('written');
/** As it is written, or in capitals. */
const SHORT = `${any('short')}|${any('short').toUpperCase()}`;
export const DAYS = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${anyCase(WRITTEN_DAYS)}|(?:${SHORT})\\.?)(?![\\p{L}\\p{N}])`,
  'gu',
);
/** `9:30`, `10 am`. */
export const CLOCK_TIME = `\\d{1,2}[:.]\\d\\d|\\d ?(?:${any('clock')})`;
const TIMES = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:(?:\\d|1\\d|2[0-4])(?:[:.][0-5]\\d)?(?: ?(?:${any('clock')}))?|${any('times')})(?![\\p{L}\\p{N}])`,
  'giu',
);

/** What stands between days and times, and says nothing else. */
const FILLS = new Set(ALL.flatMap(({ beside }) => [...beside]));

/** With each letter in either case: a flag would let `so` and `do` be days too. */
export function anyCase(alternatives: string): string {
  return alternatives.replace(/\p{Ll}/gu, (letter) => `[${letter}${letter.toUpperCase()}]`);
}
