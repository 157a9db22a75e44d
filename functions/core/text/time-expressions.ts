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

export const WRITTEN_DAYS =
  '(?:mon|tues|wednes|thurs|fri|satur|sun)days?|weekdays?|weekends?|daily|every day|all week|(?:seven|7) days a week|(?:public |bank |national )?(?:holidays?|hols)|' +
  '(?:mon|diens|donners|frei|sams|sonn|werk|wochen|feier)tag(?:e?s|en?)?|mittwochs?|sonnabends?|wochenenden?s?|sonn- ?(?:und|u[.]|&|[+]|/) ?feiertag(?:e?s|en?)?|täglich|jeden tag|' +
  'january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|autumn|winter|' +
  'januar|februar|märz|mai|juni|juli|oktober|dezember|frühjahr|frühling|sommer|herbst';
const SHORT =
  'Mon|Tues?|Weds?|Thu(?:rs?)?|Fri|Sat|Sun|Mo|Di|Mi|Do|Fr|Sa|So|MON|TUES?|WEDS?|THU(?:RS?)?|FRI|SAT|SUN|MO|DI|MI|DO|FR|SA|SO';
export const DAYS = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${anyCase(WRITTEN_DAYS)}|(?:${SHORT})\\.?)(?![\\p{L}\\p{N}])`,
  'gu',
);
const TIMES =
  /(?<![\p{L}\p{N}])(?:(?:\d|1\d|2[0-4])(?:[:.][0-5]\d)?(?: ?(?:am|pm|a\.m\.|p\.m\.|uhr|h))?|noon|midnight|mittags?|mitternacht|closed|geschlossen|ruhetag|nach vereinbarung|auf anfrage|by appointment|by arrangement|on request|24 ?(?:hours|stunden|h)|rund um die uhr)(?![\p{L}\p{N}])/giu;

/** What stands between days and times, and says nothing else. */
const FILLS = new Set(
  `am pm a p m uhr h from to till until and or on at by is are we our we're open opens only also through thru the
  von vom bis und oder sowie an am ab im um zu ist sind wir haben hat öffnet geöffnet offen nur auch den der die durchgehend
  jeweils late spät opening hours times öffnungszeiten sprechzeiten geschäftszeiten`.split(/\s+/),
);

/** With each letter in either case: a flag would let `so` and `do` be days too. */
export function anyCase(alternatives: string): string {
  return alternatives.replace(/\p{Ll}/gu, (letter) => `[${letter}${letter.toUpperCase()}]`);
}
