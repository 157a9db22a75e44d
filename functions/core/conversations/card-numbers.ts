/** Digits with what people put between them: spaces, dots, dashes, the end of a line. Read in one go. */
const RUN = /\d(?:[\s.\u2010-\u2015-]{0,4}\d)*/g;

/** Digits that a card's number has. */
const [SHORTEST, LONGEST] = [13, 19];
/** That their groups have on average. */
const SMALLEST_GROUP = 3;

/** By their first digits, with as many digits as they have: the numbers that the networks of cards give out. */
const ISSUED =
  /^(?:4(?:\d{12}|\d{15}|\d{18})|5[1-5]\d{14}|2[2-7]\d{14}|3[47]\d{13}|3(?:0|6|8|9)\d{12}|3[05689]\d{14}|(?:5[0678]|6\d)\d{11,17})$/;

/**
 * The text with `words` in place of numbers of cards. What else has digits may stand right before and after one: the
 * month that it ends in, its check number, a number of a list. So each part of a run of digits is looked at.
 */
export function withoutCards(text: string, words: string): string {
  return text.replace(RUN, (run, at: number) => {
    const digits = digitsOf(run);
    if (digits.length < SHORTEST) return run;
    const isTelephone = text[at - 1] === '+';
    return replaceSpans(run, spansOf(digits, isTelephone), words);
  });
}

interface Digit {
  readonly value: string;
  /** Its place in the run. */
  readonly at: number;
  readonly beginsGroup: boolean;
  readonly endsGroup: boolean;
  readonly group: number;
}

function digitsOf(run: string): readonly Digit[] {
  let group = -1;
  return [...run.matchAll(/\d/g)].map(({ 0: value, index }) => {
    const beginsGroup = !/\d/.test(run[index - 1] ?? '');
    if (beginsGroup) group += 1;
    return { value, at: index, beginsGroup, endsGroup: !/\d/.test(run[index + 1] ?? ''), group };
  });
}

interface Span {
  readonly from: number;
  readonly to: number;
}

/** Places in the run, `to` included, that belong to a card's number. */
function spansOf(digits: readonly Digit[], isTelephone: boolean): readonly Span[] {
  const spans: Span[] = [];
  for (const [first, begin] of digits.entries()) {
    // A telephone's number begins with a plus.
    if (isTelephone && begin.group === 0) continue;
    for (let length = SHORTEST; length <= LONGEST; length += 1) {
      const end = digits[first + length - 1];
      if (!end) break;
      // Where it begins and ends within longer groups it is a part of another number.
      if (!begin.beginsGroup && !end.endsGroup) continue;
      const isWhole = length === digits.length;
      // Cards have groups of four to six; many small numbers are a list of something.
      if (!isWhole && end.group - begin.group > length / SMALLEST_GROUP) continue;
      const number = digits.slice(first, first + length).map(({ value }) => value);
      if ((isWhole || ISSUED.test(number.join(''))) && hasCheckDigit(number))
        spans.push({ from: begin.at, to: end.at });
    }
  }
  return spans;
}

/** The check digit of ISO/IEC 7812 (Luhn) is right: another number of that length has it by chance once in ten. */
function hasCheckDigit(number: readonly string[]): boolean {
  const sum = number.toReversed().reduce((total, digit, place) => {
    const weighed = place % 2 === 1 ? 2 * Number(digit) : Number(digit);
    return total + (weighed > 9 ? weighed - 9 : weighed);
  }, 0);
  return sum % 10 === 0;
}

/** Spans that overlap are one: nothing of either is left. */
function replaceSpans(run: string, spans: readonly Span[], words: string): string {
  let [left, done] = ['', 0];
  for (const { from, to } of spans) {
    if (from >= done) left += run.slice(done, from) + words;
    done = Math.max(done, to + 1);
  }
  return left + run.slice(done);
}
