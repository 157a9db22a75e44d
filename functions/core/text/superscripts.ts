const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹';
const LOWERED = '₀₁₂₃₄₅₆₇₈₉';
const LETTERS: Readonly<Record<string, string>> = { a: 'ᵃ', b: 'ᵇ', c: 'ᶜ', d: 'ᵈ', e: 'ᵉ', f: 'ᶠ', g: 'ᵍ' };

/**
 * What is raised, in signs that are raised themselves: the mark of a note and a power are no digits of the figure
 * before them. Words, as of `1st` and `TM`, stay as they are.
 */
export function raisedText(text: string): string {
  const trimmed = text.trim();
  if (/^[\d\s,;)(+–-]+$/.test(trimmed)) return text.replace(/\d/g, (digit) => RAISED[Number(digit)] ?? digit);
  if (/^[a-g]\)?$/.test(trimmed)) return text.replace(/[a-g]/, (letter) => LETTERS[letter] ?? letter);
  return text;
}

/** The same of what is lowered: `H₂O`. */
export function loweredText(text: string): string {
  return text.replace(/\d/g, (digit) => LOWERED[Number(digit)] ?? digit);
}

/** Raised and lowered signs, which are no letters and digits of what they stand at. */
export const RAISED_SIGNS = `${RAISED}${Object.values(LETTERS).join('')}`;
export const LOWERED_SIGNS = LOWERED;

/**
 * With a space before raised signs that are no part of the number or word that they stand at; those of a unit are:
 * `m²`.
 */
export function apart(text: string): string {
  return text.replace(MARK, ' $&');
}

const MARK = new RegExp(`(?<=[\\p{N}.,)]|\\p{L}{4})[${RAISED_SIGNS}]+`, 'gu');
