import type { Word } from './pdf-drawing';
import type { PdfText } from './pdf-text';

/** The words that a text shows, from left to right. */
export type WordsOf = (text: PdfText) => Word[];

/** Which words of a page stand in a text: all of them are asked for with each. */
export function wordsByText(words: readonly Word[]): WordsOf {
  const rows = new Map<number, Word[]>();
  for (const word of words) {
    const row = rows.get(Math.round(word.y));
    if (row) row.push(word);
    else rows.set(Math.round(word.y), [word]);
  }
  return ({ x, y, width }) =>
    [-1, 0, 1]
      .flatMap((step) => rows.get(Math.round(y) + step) ?? [])
      .filter((word) => Math.abs(word.y - y) < 0.5 && word.x > x - 0.5 && word.end < x + width + 1)
      .sort((a, b) => a.x - b.x);
}
