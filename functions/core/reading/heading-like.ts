import { isUnfinished } from '#core/text/sentences';
import { tellsTimes } from '#core/text/time-expressions';

const LONGEST = 100;
const MOST_WORDS = 14;

/**
 * Whether a line that its letters alone set off may be a heading: short, and neither a sentence, or the beginning of one,
 * nor a fact: no address, no amount, nothing after a colon.
 */
export function isHeadingLike(text: string): boolean {
  if (text.length > LONGEST || text.split(/\s+/).length > MOST_WORDS || /[\n\t]/.test(text)) return false;
  if (FORBIDS.test(text) || AMOUNT.test(text) || isUnfinished(text) || tellsTimes(text)) return false;
  return /\p{L}{2}/u.test(text) && !/[.,;!…]$|:\s|@|www\.|:\/\/|\p{Sc}|\d{3}[\s/–-]?\d{3}/u.test(text);
}

/** `No smoking in the rooms` is a sentence, though it has neither verb nor stop. */
const FORBIDS =
  /^(?:no|please|do not|don't|never|always|keine?n?|bitte|nicht|nie|niemals|immer)\s\p{L}+(?:\s|$)/iu;
/** `4 euros`, `from 9 EUR` */
const AMOUNT = /\d\s?(?:euros?|eur|cents?|ct|chf|pounds?|dollars?|usd|gbp)(?!\p{L})/iu;
