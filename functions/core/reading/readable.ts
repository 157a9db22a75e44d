/** Fewer letters say nothing of whether they are the right ones. */
const LEAST = 20;
/** Signs that no text has, of its characters; so few may be pictures of a font, as of a telephone. */
const [MOST_STRANGE, PICTURES] = [0.03, 3];
const STRANGE = /[\p{Cc}\p{Co}\p{Cn}\ufffd]/gu;
/** Words without a vowel: part numbers have none, a page of text has few. */
const MOST_MUTE = 0.6;
const FEWEST_WORDS = 12;

/**
 * Whether a text's letters are letters: fonts that don't say which sign a glyph shows give their numbers in the font
 * instead, `7KH IHUU\` for `The ferry`.
 */
export function isReadable(text: string): boolean {
  const plain = text.replace(/\s+/g, ' ').trim();
  if (plain.length < LEAST) return true;
  if ((plain.match(STRANGE)?.length ?? 0) > Math.max(PICTURES, plain.length * MOST_STRANGE)) return false;
  const words = plain.match(/(?<![\p{L}\p{N}])[A-Za-z]{3,}(?![\p{L}\p{N}])/gu) ?? [];
  if (words.length < FEWEST_WORDS) return true;
  const mute = words.filter((word) => !/[aeiouy]/i.test(word)).length;
  return mute <= words.length * MOST_MUTE;
}
