import { RAISED_SIGNS } from '#core/text/superscripts';

/** Currencies, as words, and their minor units; not those of a share: `5 per cent`. */
const UNITS = 'eur|euros?|(?<!per )cents?|pounds?|pence|penny|pennies|dollars?|chf|franken|rappen|usd|gbp';
const SIGNS = '[€£$]';
/** The mark of a note at a figure: `4.90¹ euros`. */
const MARK = `[${RAISED_SIGNS}*]*`;

/** `12 €`, `12.50 EUR`, `€12`, `CHF 12`, `50p`, `80 ct`, `50 Rp.`; a clock's `4 p.m.` is none, nor is a screen's `720p`. */
const FORMS =
  `\\d${MARK} ?(?:${SIGNS}|(?:${UNITS}|ct|rp|fr)(?![\\p{L}\\p{N}]))|${SIGNS} ?\\d|` +
  `(?<![\\p{L}\\p{N}])(?:eur|chf|usd|gbp|fr\\.) ?\\d|(?<![\\p{L}\\p{N}.,])\\d{1,2}p(?![\\p{L}\\p{N}]|\\.? ?m(?!\\p{L}))`;

const AMOUNT = new RegExp(FORMS, 'iu');

/** Whether a text tells a sum of money in figures. */
export function tellsAmount(text: string): boolean {
  return AMOUNT.test(text);
}

/** A sum in figures or in words, as part of a pattern with the flags `iu`: a sign alone may touch its number. */
export const MONEY = `${SIGNS}|${FORMS}|(?<![\\p{L}\\p{N}])(?:${UNITS})(?![\\p{L}\\p{N}])`;
