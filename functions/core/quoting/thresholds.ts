/**
 * Bounds that texts set to a quantity: `bis 20 cm`, `over 20 guests`, `7 to 14 days`. Rows of a table of prices often
 * differ by nothing else, and the words of `bis` and `über` are the same to a search.
 */
export interface Threshold {
  /** Of what it is a number, folded to its first letters; empty where the text doesn't say. */
  readonly unit: string;
  readonly from: number;
  readonly to: number;
}

/** Of texts that differ by their bounds the one goes before whose bound is the nearest that holds what was asked. */
const NEAREST = 1.1;

/** What is left of a text whose bounds don't hold it: `up to 23 kg` for a suitcase of 30. */
const OUTSIDE = 0.5;

/** Whoever says how old somebody is asks for what is told of an age. */
const OF_AGE = 1.5;
const AGE =
  /(?<![\p{L}\p{N}])\d{1,3}(?:[ -]?years?[ -]?olds?|[ -]?years? of age|[ -]?jahre? alt|[ -]?jährig)|(?<!\p{L})(?:is|am|are|bin|ist|sind) \d{1,2}(?![\p{L}\d]| ?[\p{L}%€£$])/iu;

/** By text: what the bounds that it sets to a quantity make of it, where the question names one of its kind. */
export function boundedBy(question: string, texts: readonly string[]): (text: string) => number {
  const asked = quantityAsked(question);
  if (!asked) return () => 1;
  const distances = new Map<string, number>();
  for (const text of texts) {
    const distance = distanceTo(asked, thresholdsOf(text));
    if (distance !== null) distances.set(text, distance);
  }
  const nearest = Math.min(...distances.values());
  const isAge = AGE.test(question);
  return (text) => {
    const distance = distances.get(text);
    if (distance === undefined) return 1;
    // `You must be at least 18` answers for who is 15.
    if (isAge) return distance === nearest ? NEAREST * OF_AGE : OF_AGE;
    if (distance === Number.POSITIVE_INFINITY) return OUTSIDE;
    return distance === nearest ? NEAREST : 1;
  };
}

/** A quantity that a question names, a little above or below the number where it asks for more or less than that. */
export interface AskedQuantity {
  readonly unit: string;
  readonly value: number;
}

/** Null where it names none, or more than one. */
export function quantityAsked(question: string): AskedQuantity | null {
  const found = [...question.matchAll(QUANTITY)].flatMap(([, bound = '', number = '', unit = '']) => {
    const value = toNumber(number);
    const side = ABOVE.test(bound) ? EPSILON : BELOW.test(bound) ? -EPSILON : 0;
    return isCounted(number, unit) ? [{ unit: unitOf(unit), value: value + side }] : [];
  });
  return found.length === 1 ? (found[0] ?? null) : null;
}

export function thresholdsOf(text: string): Threshold[] {
  const thresholds: Threshold[] = [];
  const rest = text.replace(BETWEEN, (_, low: string, high: string, unit = '') => {
    if (isCounted(high, unit))
      thresholds.push({ unit: unitOf(unit), from: toNumber(low), to: toNumber(high) });
    return ' ';
  });
  for (const [, bound = '', number = '', unit = ''] of rest.matchAll(QUANTITY)) {
    if (!bound || !isCounted(number, unit)) continue;
    const value = toNumber(number);
    const [from, to] = ABOVE.test(bound)
      ? [value + EPSILON, Number.POSITIVE_INFINITY]
      : FROM.test(bound)
        ? [value, Number.POSITIVE_INFINITY]
        : [0, BELOW.test(bound) ? value - EPSILON : value];
    thresholds.push({ unit: unitOf(unit), from, to });
  }
  return thresholds;
}

/**
 * How a text's bounds stand to a quantity: null where none is of its kind, else how far the nearest bound is that
 * holds it, infinite where none does.
 */
export function distanceTo({ unit, value }: AskedQuantity, thresholds: readonly Threshold[]): number | null {
  const same = thresholds.filter((each) => each.unit === unit || each.unit === '' || unit === '');
  if (same.length === 0) return null;
  return Math.min(
    ...same.map(({ from, to }) =>
      from <= value && value <= to
        ? Math.min(to - value, from > 0 ? value - from : to)
        : Number.POSITIVE_INFINITY,
    ),
  );
}

/** Less than any two numbers of a table differ by. */
const EPSILON = 1e-6;

const NUMBER = '\\d{1,3}(?:[.,]\\d{3})+(?!\\d)|\\d+(?:[.,]\\d+)?';
const BOUNDS =
  'over|above|more than|longer than|larger than|heavier than|older than|up to|under|below|less than|fewer than|at most|at least|from|' +
  'no more than|until|über|mehr als|länger als|größer als|schwerer als|älter als|bis zu|bis|unter|weniger als|höchstens|maximal|max\\.|mindestens|ab';
const ABOVE = /^(?:over|above|more than|\p{L}+er than|über|mehr als|\p{L}+er als)$/iu;
const BELOW = /^(?:under|below|less than|fewer than|unter|weniger als)$/iu;
const FROM = /^(?:at least|from|mindestens|ab)$/iu;
const UNIT = '(?:[ \\u00a0]?(%|€|£|\\$|\\p{L}+))?';
const QUANTITY = new RegExp(
  `(?:(?<!\\p{L})(${BOUNDS})[ \\u00a0]+)?(?<![\\p{L}\\d.,:])(${NUMBER})(?![\\d:]|[.,]\\d)${UNIT}`,
  'giu',
);
const BETWEEN = new RegExp(
  `(?<![\\p{L}\\d.,:])(${NUMBER})[ \\u00a0]?(?:\\p{L}+[ \\u00a0])?(?:-|–|—|to|bis)[ \\u00a0]?(${NUMBER})(?![\\d:]|[.,]\\d)${UNIT}`,
  'giu',
);

/** What a clock or a calendar tells is no quantity, nor is what is paid. */
const NOT_COUNTED = /^(?:uhr|am|pm|a|p|h|o|€|£|\$|eur\p{L}*|pounds?|dollars?|%|percent|prozent)$/iu;
const YEAR = /^(?:19|20)\d\d$/;

function isCounted(number: string, unit: string): boolean {
  return !NOT_COUNTED.test(unit) && !(YEAR.test(number) && unit === '');
}

/** `1.500` and `1,500` are thousands where three digits follow, `12,5` is not. */
function toNumber(written: string): number {
  const plain = /^\d{1,3}(?:[.,]\d{3})+$/.test(written)
    ? written.replace(/[.,]/g, '')
    : written.replace(',', '.');
  return Number(plain);
}

/** By its first letters: `Gäste` and `Gästen`, `day` and `days`; what only goes on with the sentence is none. */
function unitOf(word: string): string {
  const folded = word
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}+/gu, '');
  return GOES_ON.has(folded) ? '' : folded.slice(0, 3);
}

const GOES_ON = new Set(
  `and or for in on at of the a an is are it costs cost before after und oder fur im am an der die das ein eine kostet
  kosten ist sind vor nach mit with to per pro je`.split(/\s+/),
);
