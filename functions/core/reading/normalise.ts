import { cleanLine, streamSafe } from '#contract/base/clean';
import { LOWERED_SIGNS, RAISED_SIGNS } from '#core/text/superscripts';

/**
 * One line of text as it is meant: ligatures and widths by NFKC, nothing invisible, white space single, and a colon
 * for dots that lead from a word to its price.
 */
export function cleanText(text: string): string {
  return cleanLine(composed(streamSafe(joinHyphenated(text)))).replace(LEADERS, ': ');
}

/** By NFKC, but for what is raised, and lowered behind a digit: `4.90¹` is no `4.901`. */
function composed(text: string): string {
  if (!SET_OFF.test(text)) return text.normalize('NFKC');
  return text
    .split(SET_OFF)
    .map((piece, at) => (at % 2 ? piece : piece.normalize('NFKC')))
    .join('');
}

const SET_OFF = new RegExp(`([${RAISED_SIGNS}]+|(?<=\\p{N})[${LOWERED_SIGNS}]+)`, 'u');

/** More dots than an ellipsis has, or with spaces between them; they would end a sentence before the price. */
const LEADERS =
  /(?<=[\p{L}\p{N})%"”“])[:\s]*(?:\.{4,}|(?:\. ){3,}\.?|·{3,}|_{3,}) ?(?=[\p{Sc}\p{L}]{0,4} ?\d|free|frei|kostenlos|auf|on )/giu;

/**
 * Joins words that a line end divided: `Liefer-⏎frist` is one word, `Hin-⏎und Rückfahrt` keeps its hyphen,
 * as does a part that goes on with a capital (`E-⏎Mail`).
 */
function joinHyphenated(text: string): string {
  return text
    .replace(/\u00ad[^\S\n]*\n\s*/g, '')
    .replace(/(\p{L})[-\u2010][^\S\n]*\n\s*(?!(?:und|oder|bzw|sowie|and|or)\b)(\p{Ll})/gu, '$1$2')
    .replace(/(\p{L})[-\u2010][^\S\n]*\n\s*(\p{Lu})/gu, '$1-$2');
}
