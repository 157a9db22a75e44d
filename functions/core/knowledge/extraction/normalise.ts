/** One line of text as it is meant: ligatures and widths by NFKC, soft hyphens out, white space single. */
export function cleanText(text: string): string {
  return joinHyphenated(text)
    .normalize('NFKC')
    .replace(/[\u00ad\u200b-\u200d\ufeff]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/**
 * Joins words that a line end divided: `Liefer-⏎frist` is one word, `Hin-⏎und Rückfahrt` keeps its hyphen,
 * as does a part that goes on with a capital (`E-⏎Mail`).
 */
export function joinHyphenated(text: string): string {
  return text
    .replace(/\u00ad[^\S\n]*\n\s*/g, '')
    .replace(/(\p{L})[-\u2010][^\S\n]*\n\s*(?!(?:und|oder|bzw|sowie|and|or)\b)(\p{Ll})/gu, '$1$2')
    .replace(/(\p{L})[-\u2010][^\S\n]*\n\s*(\p{Lu})/gu, '$1-$2');
}
