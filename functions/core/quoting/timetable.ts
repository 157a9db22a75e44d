import { LEXICONS } from '#core/text/lexicon/lexicons';
import { anyCase, DAYS, WRITTEN_DAYS } from '#core/text/time-expressions';

/**
 * Hours that a text tells by day: `Mon-Wed 7 am - 5 pm`, below it `Sat 8-14`. Who asks for them is answered by all of
 * its lines, or by those of the day that he names; and of a day that they leave out they say that nothing is told.
 */
export interface Timetable {
  /** Each with the days that it tells of, none where it only heads the others. */
  readonly lines: readonly DayLine[];
}

interface DayLine {
  readonly text: string;
  readonly days: ReadonlySet<Day>;
}

/** From Monday, 0, on; 7 is any public holiday. From 10 on the months, as seasons have hours of their own. */
type Day = number;

/** Of lines that stand under one another; `head`: what stands above them and says of what they are. */
export function timetableOf(head: string | null, lines: readonly string[]): Timetable {
  let days: ReadonlySet<Day> = new Set();
  const told = lines.map((text): DayLine => {
    // `and 2 pm to 6 pm` goes on about the day before.
    const own = daysIn(text, DAYS);
    if (own.size > 0) days = own;
    return { text, days };
  });
  return { lines: head === null ? told : [{ text: head, days: new Set() }, ...told] };
}

/** Those of its lines that tell of the days which a question names; all where it names none, or another one. */
export function linesFor(question: string, { lines }: Timetable): readonly string[] {
  // `May I come on Sunday?`
  const asked = [...daysIn(question.replace(/^\s*may(?!\p{L})/iu, ''), NAMED)];
  const isAsked = ({ days }: DayLine) =>
    [isMonth, isWeekday].every((isSuch) => {
      const [wanted, told] = [asked.filter(isSuch), [...days].filter(isSuch)];
      return wanted.length === 0 || told.length === 0 || told.some((day) => wanted.includes(day));
    }) && asked.some((day) => days.has(day));
  const isTold = lines.some(isAsked);
  const stays = (line: DayLine) => isAsked(line) || (line.days.size === 0 && !SAYS_HOURS.test(line.text));
  return (isTold ? lines.filter(stays) : lines).map(({ text }) => text);
}

function isMonth(day: Day): boolean {
  return day >= JANUARY;
}

function isWeekday(day: Day): boolean {
  return day < JANUARY;
}

/** Words for the days that it tells of, in every language. */
export function daysToldBy({ lines }: Timetable): string {
  return [...new Set(lines.flatMap(({ days }) => [...days]))].map(namesOf).join(' ');
}

const ALL = Object.values(LEXICONS).map(({ days }) => days);
const any = (part: 'showsOpening' | 'heading' | 'to') => ALL.map((days) => days[part]).join('|');

/** Words for days and times that it may leave out, which is an answer too. */
export const DAYS_AND_TIMES = ALL.map(({ relative }) => relative).join(' ');

/** Words by which is asked for a timetable of the hours of a business. */
export const OPENING_WORDS = ALL.map(({ opening }) => opening).join(' ');

/** Whether it tells the hours of a business, and not when the bins are emptied: itself, or by what stands above. */
export function tellsOpening(text: string, heading: string): boolean {
  return OPENING.test(text) || OPENING.test(heading);
}

const OPENING = new RegExp(`(?<!\\p{L})(?:${any('showsOpening')})(?!\\p{L})`, 'imu');

/** What stands above hours and says no more than that they are. */
const SAYS_HOURS = new RegExp(`^(?:${any('heading')})\\s*:?$`, 'iu');

const [JANUARY, HOLIDAY] = [10, 7];

/** Words for a day, in every language. */
function namesOf(day: Day): string {
  return ALL.map(({ names, months, holiday }) =>
    day === HOLIDAY ? holiday : day < JANUARY ? names[day] : months[day - JANUARY],
  ).join(' ');
}

const MEANINGS = ALL.flatMap(({ meanings }) => meanings);

/** The days that a word means, by the longest beginning that is known: `dimanche` is no Dienstag. */
function meaningOf(word: string): readonly Day[] {
  let [longest, meant]: [number, readonly Day[]] = [0, []];
  for (const [beginning, days] of MEANINGS) {
    const length = beginning.exec(word)?.[0].length ?? 0;
    if (length > longest) [longest, meant] = [length, days];
  }
  return meant;
}

/** In a sentence only what is written out is a day: `Do you …?` */
const NAMED = new RegExp(`(?<![\\p{L}\\p{N}])(?:${anyCase(WRITTEN_DAYS)})(?![\\p{L}\\p{N}])`, 'gu');
const TO = new RegExp(`^\\s*(?:-|–|—|${any('to')})\\s*$`, 'iu');

function daysIn(text: string, pattern: RegExp): ReadonlySet<Day> {
  const days = new Set<Day>();
  let [last, end]: [Day | null, number] = [null, 0];
  for (const { 0: said, index } of text.matchAll(pattern)) {
    const meant = meaningOf(said.toLowerCase());
    const [day = 0] = meant;
    if (
      last !== null &&
      meant.length === 1 &&
      isMonth(last) === isMonth(day) &&
      TO.test(text.slice(end, index))
    ) {
      // Saturday to Monday passes the end of the week.
      for (let between: Day = last; between !== day; between = following(between)) days.add(between);
    }
    for (const each of meant) days.add(each);
    [last, end] = [meant.length === 1 && day !== HOLIDAY ? day : null, index + said.length];
  }
  return days;
}

function following(day: Day): Day {
  return isMonth(day) ? JANUARY + ((day - JANUARY + 1) % 12) : (day + 1) % 7;
}
