import { isDaysOnly } from './weekdays';

/** A sentence's place in the text it was found in. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Sentences of English or German text, without the space between them. Lines end sentences, as in lists. */
export function sentencesOf(text: string): Span[] {
  const spans: Span[] = [];
  let start = 0;
  const close = (end: number) => {
    const span = trimmed(text, start, end);
    if (span.end > span.start) spans.push(span);
    start = end;
  };
  for (const match of text.matchAll(BOUNDARY)) {
    const end = match.index + (match.groups?.mark?.length ?? 0);
    if (match[0].includes('\n') || endsSentence(text, start, match.index, end)) close(end);
  }
  close(text.length);
  return spans;
}

/**
 * Whether a text announces what comes after it: a command, figures, a list or a table, that mean nothing without it,
 * nor it without them. It says so (`as follows`), ends in a colon, or stops where more must come: `The password is`.
 */
export function announces(text: string): boolean {
  const ending = text.slice(-LONGEST_ENDING);
  return ANNOUNCES.test(ending) || isUnfinished(text);
}

const ANNOUNCES = /(?::|(?:as follows|wie folgt|folgendermaßen)\.?)["”“»)*_]{0,3}\s*$/iu;
const LONGEST_ENDING = 200;

/** Whether its last sentence has no end, and asks for one by its last word: it is no heading either. */
export function isUnfinished(text: string): boolean {
  const ending = text.slice(-LONGEST_ENDING).trimEnd();
  const last = ending.split(/\n|[.!?…:;]["”“»)]?\s/).at(-1) ?? '';
  if (!/\p{L}["”“»*_]{0,3}$/u.test(last)) return false;
  const words = last.match(/[\p{L}\p{N}'’-]+/gu) ?? [];
  if (words.length < FEWEST_UNFINISHED) return false;
  const sentence = words.join(' ');
  return UNFINISHED.some((form) => form.test(sentence)) || (IS.test(sentence) && !ASKS.test(sentence));
}

/** Fewer words are the name of something: `Part of`. */
const FEWEST_UNFINISHED = 3;

/** `The password is`, `Das Kennwort lautet`. */
const IS = / (?:is|are|was|were|reads|ist|sind|war|waren|lautet|lauten|heißt|heißen|beträgt|betragen)$/iu;
/** Behind such a word a verb at the end ends a clause: `Who we are`, `Wo wir sind`, `Wenn Sie krank sind`. */
const ASKS =
  /(?<!\p{L})(?:who|whom|whose|what|where|when|how|why|if|wer|wen|was|wo|wann|wie|warum|wohin|woher|welche[mnrs]?|wenn|dass|ob|weil|falls|sobald|solange|damit)(?!\p{L})/iu;

const UNFINISHED: readonly RegExp[] = [
  // `Call us at`, `Wir sind zu erreichen unter`, `The code consists of the`
  / (?:at|of|the|an?|your|our|and|or|with|from|per|under|unter|vom?|mit|per|eine?[mnrs]?|de[mns]|und|oder|namens)$/iu,
  // `To empty the queue type`, `Then press`
  /^(?:to|for|in order to|if|when|once|after|before|then|please|now|next|first|finally|you must|you can|just|simply)(?!\p{L}).* (?:type|enter|press|dial|call|run|use|say|write|send|choose|select|click|tap|open|add|insert|visit|text)$/iu,
  // `Zum Leeren drücken Sie`, `Geben Sie am Drucker ein`
  /^(?!(?:was|wo|wie|wann|warum|wer|wen|so|womit|wohin|welche\p{L}*)(?!\p{L})).*(?:^| )\p{Ll}*(?:[dt]rücken|wählen|tippen|schreiben|geben|senden|rufen|nutzen|verwenden|öffnen|klicken|stellen|nehmen|sagen) sie(?: (?:bitte|dann|dazu|dafür|hier|dort|nun|einfach))*(?:.{0,60} ein)?$/iu,
];

/**
 * Marks that may end a sentence with the space after them, or the end of a line. Several are looked at from the first of
 * them only: from each, a paragraph of dots would take the square of its length.
 */
const BOUNDARY = /(?<![.!?…])(?<mark>[.!?…]+["'”’»«“)\]*_]*)(?=\s)|\n+/g;

/** Abbreviations that a sentence seldom ends with, in lower case and without the last full stop. */
const ABBREVIATIONS = new Set(
  `abb abs allg anm art az bd bes bspw bzgl bzw ca co d.h dgl dipl dr einschl etc evtl exkl ff fig forts gem ges
  ggf hr hrsg i.d.r i.e inkl insb jh kap lt max min mind mio mr mrs ms mwst nr o.ä o.g prof rd s.o s.u sog st
  std str tab tel u.a u.u usw v.a vgl vol vs z.b z.t z.zt zzgl e.g approx dept est inc jr ltd no sr zb dh
  jan feb mar apr jun jul aug sep sept okt oct nov dez dec`.split(/\s+/),
);

/**
 * Whether the full stop at `mark` ends a sentence: not after an abbreviation, an initial or a German ordinal
 * (`am 3. Mai`), nor before a small letter.
 */
function endsSentence(text: string, start: number, mark: number, next: number): boolean {
  const following = /\S/.exec(text.slice(next, next + 40))?.[0] ?? '';
  if (/\p{Ll}/u.test(following)) return false;
  if (text[mark] !== '.') return true;
  const last = /[\p{L}\p{N}.]+$/u.exec(text.slice(Math.max(start, mark - 40), mark))?.[0] ?? '';
  if (/^\p{N}{1,2}$/u.test(last))
    return !isOrdinal(
      text.slice(Math.max(start, mark - last.length - LONGEST_BEFORE), mark - last.length),
      text.slice(next, next + 40),
    );
  if (/^\p{L}$/u.test(last) || isShortDay(text.slice(start, mark), text.slice(next, next + 40))) return false;
  return !ABBREVIATIONS.has(last.toLowerCase()) && !/(^|\.)\p{L}$/u.test(last);
}

/** `Sa. & So. 9–13 Uhr`, `Mo. Ruhetag`: beside a time or another day, or with nothing before it but days. */
function isShortDay(before: string, after: string): boolean {
  const [, earlier = '', day] = SHORT_DAY.exec(before.slice(-LONGEST_BEFORE)) ?? [];
  if (day === undefined) return false;
  return earlier.trim() === '' || isDaysOnly(before.trim()) || BESIDE_DAY.test(after.trimStart());
}

const DAY = 'Mon|Tues?|Weds?|Thu(?:rs?)?|Fri|Sat|Sun|Mo|Di|Mi|Do|Fr|Sa|So';
const SHORT_DAY = new RegExp(`^(.*?)(?<!\\p{L})(${DAY})$`, 'su');
const BESIDE_DAY = new RegExp(`^(?:\\d|[&+/|–—:(-]|(?:${DAY})(?!\\p{L}))`, 'u');

/** Characters before an ordinal that say whether it is one: the word before it. */
const LONGEST_BEFORE = 60;

/** `am 3. Mai`, `im 2. Stock` and the number of an item; not `limited to €75. Ask us`. */
function isOrdinal(before: string, after: string): boolean {
  return before.trim() === '' || ORDINAL_AFTER.test(before) || MONTH.test(after.trimStart());
}

const ORDINAL_AFTER =
  /(?<!\p{L})(?:a[mb]|i[mn]|zu[mr]|vo[mnr]|bis|beim|de[rmns]|die|das|dies\p{L}*|jede[rmns]?|unser\p{L}*|ihr\p{L}*|und|oder|seit|nach|vor|nr|kapitel|no|chapter|\d{1,2}[.,])\s+$/iu;
const MONTH = /^(?:jan|feb|mär|apr|mai|jun|jul|aug|sep|okt|nov|dez|mar|may|oct|dec)\p{L}*\.?(?!\p{L})/iu;

function trimmed(text: string, start: number, end: number): Span {
  let [from, to] = [start, end];
  while (from < to && /\s/.test(text.charAt(from))) from++;
  while (to > from && /\s/.test(text.charAt(to - 1))) to--;
  return { start: from, end: to };
}
