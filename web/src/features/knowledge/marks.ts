import type { MarkedText } from '#contract/answers/retrieval';

/** As people search: without case and accents. */
export function folded(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();
}

export function wordsOf(search: string): string[] {
  return folded(search).split(/\s+/).filter(Boolean);
}

/** A text with all places marked in which a searched word stands. */
export function marked(text: string, words: readonly string[]): MarkedText {
  // Folding takes signs away: where each that is left has come from.
  let plain = '';
  const origins: number[] = [];
  let at = 0;
  for (const character of text) {
    const left = folded(character);
    for (let index = 0; index < left.length; index++) origins.push(at);
    // An accent that stands for itself belongs to the letter before it.
    plain += left;
    at += character.length;
  }
  origins.push(at);
  const isMarked = new Uint8Array(plain.length);
  for (const word of words)
    for (let from = plain.indexOf(word); from >= 0; from = plain.indexOf(word, from + 1))
      isMarked.fill(1, from, from + word.length);
  const marks: { start: number; end: number }[] = [];
  for (let index = 0; index < plain.length; index++) {
    if (!isMarked[index]) continue;
    const start = index;
    while (isMarked[index + 1]) index++;
    marks.push({ start: origins[start] ?? 0, end: origins[index + 1] ?? at });
  }
  return { text, marks };
}
