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

/** Words for the days that it tells of, in both languages. */
export function daysToldBy({ lines }: Timetable): string {
  return [...new Set(lines.flatMap(({ days }) => [...days]))].map((day) => NAMES[day] ?? '').join(' ');
}

/** Words for days and times that it may leave out, which is an answer too. */
export const DAYS_AND_TIMES = `public bank holidays Feiertage winter summer spring autumn Sommer Herbst Frühling today tonight tomorrow now morning mornings afternoon
  afternoons evening evenings heute jetzt morgen morgens vormittags mittags nachmittags abends weekend Wochenende
  monday tuesday wednesday thursday friday saturday sunday Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonntag`;

/** Words by which is asked for a timetable of the hours of a business. */
export const OPENING_WORDS = 'open opening hours times close geöffnet Öffnungszeiten schließen';

/** Whether it tells the hours of a business, and not when the bins are emptied: itself, or by what stands above. */
export function tellsOpening(text: string, heading: string): boolean {
  return OPENING.test(text) || OPENING.test(heading);
}

const OPENING =
  /(?<!\p{L})(?:open(?:s|ing)?|closed|(?:business|office|shop) hours|hours$|geöffnet|geschlossen|ruhetag|offen|\p{L}*(?:öffnungs|sprech|geschäfts|büro|laden|service|praxis)(?:zeit(?:en)?|stunden?))(?!\p{L})/imu;

/** What stands above hours and says no more than that they are. */
const SAYS_HOURS =
  /^(?:(?:our|unsere) )?(?:(?:opening|business|office) (?:hours|times)|hours|\p{L}*öffnungszeiten|sprech(?:zeiten|stunden?)|geschäftszeiten)\s*:?$/iu;

const NAMES: readonly string[] = [
  'monday Montag',
  'tuesday Dienstag',
  'wednesday Mittwoch',
  'thursday Donnerstag',
  'friday Freitag',
  'saturday Samstag',
  'sunday Sonntag',
  'public holidays Feiertag',
  '',
  '',
  'january Januar',
  'february Februar',
  'march März',
  'april April',
  'may Mai',
  'june Juni',
  'july Juli',
  'august August',
  'september September',
  'october Oktober',
  'november November',
  'december Dezember',
];
const JANUARY = 10;

/** By the first letters of a word for it, folded to small ones: the days that it means. */
const MEANINGS: readonly (readonly [RegExp, readonly Day[]])[] = [
  [/^jan/, [10]],
  [/^feb/, [11]],
  [/^m(?:är|ar|rz)/, [12]],
  [/^apr/, [13]],
  [/^ma[iy]/, [14]],
  [/^jun/, [15]],
  [/^jul/, [16]],
  [/^aug/, [17]],
  [/^sep/, [18]],
  [/^o[ck]t/, [19]],
  [/^nov/, [20]],
  [/^de[cz]/, [21]],
  [/^(?:spring|früh)/, [12, 13, 14]],
  [/^(?:summer|sommer)/, [15, 16, 17]],
  [/^(?:autumn|herbst)/, [18, 19, 20]],
  [/^winter/, [21, 10, 11]],
  [/^mo/, [0]],
  [/^(?:tu|di)/, [1]],
  [/^(?:we(?:d|$)|mi)/, [2]],
  [/^(?:th|do)/, [3]],
  [/^fr/, [4]],
  [/^(?:weekday|we(?:rk|ek)tag|wochentag)/, [0, 1, 2, 3, 4]],
  [/^(?:weekend|wochenend)/, [5, 6]],
  [/^sa|^sonnabend/, [5]],
  [/^sonn-/, [6, 7]],
  [/^s[ou]/, [6]],
  [/^(?:public|bank|national|feier|hol)/, [7]],
  [/^(?:daily|every day|all week|seven|7|t|jeden)/, [0, 1, 2, 3, 4, 5, 6]],
];

/** In a sentence only what is written out is a day: `Do you …?` */
const NAMED = new RegExp(`(?<![\\p{L}\\p{N}])(?:${anyCase(WRITTEN_DAYS)})(?![\\p{L}\\p{N}])`, 'gu');
const TO = /^\s*(?:-|–|—|to|till|until|thru|through|bis(?: einschließlich)?)\s*$/iu;

function daysIn(text: string, pattern: RegExp): ReadonlySet<Day> {
  const days = new Set<Day>();
  let [last, end]: [Day | null, number] = [null, 0];
  for (const { 0: said, index } of text.matchAll(pattern)) {
    const meant = MEANINGS.find(([word]) => word.test(said.toLowerCase()))?.[1] ?? [];
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

const HOLIDAY = 7;

function following(day: Day): Day {
  return isMonth(day) ? JANUARY + ((day - JANUARY + 1) % 12) : (day + 1) % 7;
}
