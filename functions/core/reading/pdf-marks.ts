import { addressBehind } from './links';
import type { Rule, Word } from './pdf-drawing';
import type { Box } from './pdf-matrix';
import type { PdfText } from './pdf-text';
import { wordsByText } from './pdf-words';

/** What lies over a page's text and says something of it. */
export interface PdfMarks {
  /** Lines that may be drawn through words. */
  readonly rules: readonly Rule[];
  /** What a reader struck out. */
  readonly struck: readonly Box[];
  readonly links: readonly { readonly box: Box; readonly address: string }[];
  readonly words: readonly Word[];
}

/** Between these shares of the font size above the baseline a line goes through a word. */
const [LOWEST, HIGHEST] = [0.12, 0.55];
/** A line that strikes words out ends with them, give or take this share of the font size. */
const NEAR = 0.6;

/** A page's texts without what is struck out or not to be seen, links with their addresses behind their words. */
export function withMarks(texts: readonly PdfText[], marks: PdfMarks): PdfText[] {
  const level = marks.rules.filter(({ upright }) => !upright);
  const isUnmarked = level.length === 0 && marks.struck.length === 0 && marks.links.length === 0;
  if (isUnmarked && !marks.words.some(({ isUnseen }) => isUnseen)) return [...texts];
  const linked = new Map<string, string>();
  const wordsOf = wordsByText(marks.words);
  const marked = texts.map((text) => {
    if (!text.text.trim()) return text;
    const parts = text.text.trim().split(/\s+/);
    const words = wordsOf(text);
    // Where its words can't be told apart the text is one.
    const places = parts.length === words.length ? words : [wholeOf(text, words)];
    const said = parts.length === words.length ? parts : [text.text.trim()];
    const lines = level.filter(
      ({ at }) => at > text.y + text.size * LOWEST && at < text.y + text.size * HIGHEST,
    );
    const isLeftOut = places.map(
      (word) =>
        word.isUnseen ||
        marks.struck.some((box) => isWithin(word, text, box)) ||
        lines.some((line) => strikes(line, places, word, text.size)),
    );
    const addresses = places.map(
      (word) => marks.links.find(({ box }) => isWithin(word, text, box))?.address ?? null,
    );
    if (!isLeftOut.includes(true) && addresses.every((address) => address === null)) return text;
    return pieces(text, said, places, isLeftOut, addresses, linked);
  });
  return marked.flat();
}

function pieces(
  text: PdfText,
  said: readonly string[],
  places: readonly Word[],
  isLeftOut: readonly (boolean | undefined)[],
  addresses: readonly (string | null)[],
  linked: Map<string, string>,
): PdfText[] {
  const kept: PdfText[] = [];
  for (const [at, word] of places.entries()) {
    if (isLeftOut[at]) continue;
    const address = addresses[at] ?? null;
    let part = said[at] ?? '';
    if (address !== null) {
      linked.set(address, `${linked.get(address) ?? ''} ${part}`);
      if (addresses[at + 1] !== address) part = withAddress(part, linked.get(address) ?? part, address);
    }
    const next = places[at + 1];
    kept.push({
      ...text,
      text: next ? `${part} ` : part,
      x: word.x,
      width: (next?.x ?? word.end) - word.x,
      endsLine: false,
    });
  }
  const last = kept.at(-1);
  const end = { ...text, text: '', width: 0 };
  if (!last) return text.endsLine ? [end] : [];
  return [...kept.slice(0, -1), { ...last, endsLine: text.endsLine }];
}

/** `here (https://example.org).` */
function withAddress(word: string, words: string, address: string): string {
  const [, own = word, mark = ''] = /^(.*?)([.,;:!?)]*)$/u.exec(word) ?? [];
  return own + addressBehind(words, address) + mark;
}

function wholeOf({ x, y, width }: PdfText, words: readonly Word[]): Word {
  const isUnseen = words.length > 0 && words.every((word) => word.isUnseen);
  return { x, end: x + width, y, isUnseen };
}

function isWithin(word: Word, { y, size }: PdfText, [left, low, right, high]: Box): boolean {
  const [across, middle] = [(word.x + word.end) / 2, y + size * 0.3];
  return across > left && across < right && middle > low && middle < high;
}

/** Whether a line goes through a word, and ends where words do: lines between cells go on. */
function strikes(line: Rule, words: readonly Word[], word: Word, size: number): boolean {
  const through = words.filter(
    ({ x, end }) => Math.min(end, line.to) - Math.max(x, line.from) > (end - x) * 0.6,
  );
  const [first, last] = [through[0], through.at(-1)];
  if (!first || !last || !through.includes(word)) return false;
  const near = size * NEAR;
  return Math.abs(first.x - line.from) < near && Math.abs(last.end - line.to) < near;
}
