import { loweredText, raisedText } from '#core/text/superscripts';
import type { PdfPage } from './pdf-engine';
import type { HeadingTag } from './pdf-tags';
import type { PdfText } from './pdf-text';

/** A line of text on a page. */
export interface Line {
  readonly text: string;
  readonly page: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  /** Font size in points, of most of the line's characters. */
  readonly size: number;
  readonly font: string;
  /** Whether all its letters are bold. */
  readonly isBold?: boolean;
  /** Where it stands on its page: 0 at the top, 1 at the bottom. */
  readonly depth: number;
  /** Of a line that the file tags as part of a heading: which. */
  readonly tag?: HeadingTag | undefined;
  /** Of a line that the file's bookmarks or tags name: the level that it has among them, from 1 on. */
  readonly level?: number;
  /** Where each run of glyphs begins and ends on the page, and begins in the text. */
  readonly runs: readonly { readonly x: number; readonly end: number; readonly offset: number }[];
}

/** A gap wider than this share of the font size stands for a space that the file does not write. */
const SPACE_GAP = 0.18;
/** A gap wider than this many font sizes stands between two texts: a table's cells, or a form's field and its value. */
const COLUMN_GAP = 2.2;

/** Joins the runs of glyphs that share a baseline, in the order in which the file draws them. */
export function linesOfPage(page: PdfPage): Line[] {
  const lines: Line[] = [];
  let current: PdfText[] = [];
  const flush = () => {
    const line = toLine(current, page);
    if (line) lines.push(line);
    current = [];
  };
  for (const text of page.texts) {
    const last = current.at(-1);
    if (last && text.text && !sharesBaseline(last, text)) flush();
    if (text.text) current.push(text);
    if (text.endsLine) {
      // A raised or lowered run, such as a footnote's mark, ends no line; a new baseline does.
      if (current.length > 0 && text.text === '') flush();
    }
  }
  flush();
  return lines;
}

function sharesBaseline(a: PdfText, b: PdfText): boolean {
  const size = Math.max(a.size, b.size);
  if (Math.abs(a.y - b.y) > size * 0.45) return false;
  // Back at the left on the same height: the next column, or a line drawn over it.
  return b.x >= a.x - size;
}

function toLine(drawn: readonly PdfText[], page: PdfPage): Line | null {
  const first = drawn[0];
  const last = drawn.at(-1);
  if (!first || !last) return null;
  const main = drawn.reduce((best, run) => (run.text.length > best.text.length ? run : best), first);
  const isFromRight = readsFromRight(drawn);
  const texts = isFromRight ? mirrored(drawn) : drawn.map((run) => setOff(run, main));
  let text = '';
  let end: number | null = null;
  const runs: { x: number; end: number; offset: number }[] = [];
  for (const run of texts) {
    if (end !== null && run.text.trim()) {
      const gap = run.x - end;
      if (gap > run.size * COLUMN_GAP) text = `${text.trimEnd()}\t`;
      else if (gap > run.size * SPACE_GAP && !/\s$/.test(text) && !/^\s/.test(run.text)) text += ' ';
    }
    // Leading spaces of the line are trimmed below, so that nothing may stand before its first run.
    if (text === '' && !run.text.trim()) continue;
    if (run.text.trim()) runs.push({ x: run.x, end: endOf(run), offset: text.length });
    text += text === '' ? run.text.trimStart() : run.text;
    // Spaces that are drawn as wide as a column would hide the column.
    if (run.text.trim()) end = endOf(run);
  }
  if (!text.trim()) return null;
  return {
    text: text.trimEnd(),
    runs: isFromRight ? runs.map(({ x, end, offset }) => ({ x: -end, end: -x, offset })) : runs,
    page: page.number,
    x: first.x,
    y: first.y,
    width: last.x + last.width - first.x,
    size: Math.round(main.size * 10) / 10,
    font: main.font,
    tag: main.tag,
    isBold: drawn.every(({ text, isBold }) => isBold === true || !/[\p{L}\p{N}]/u.test(text)),
    depth: page.height > 0 ? 1 - first.y / page.height : 0.5,
  };
}

/** Whether most of a line's letters are of an alphabet that is written from the right. */
function readsFromRight(texts: readonly PdfText[]): boolean {
  const text = texts.map((run) => run.text).join('');
  const own = text.match(FROM_RIGHT)?.length ?? 0;
  return own > 0 && own * 2 > (text.match(/\p{L}/gu)?.length ?? 0);
}

const FROM_RIGHT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/g;

/**
 * The runs of a line that is read from the right, in the order in which they are read, as seen in a mirror. pdf.js turns
 * the letters of each run, but not the marks of one that has none: `.17` ends a sentence.
 */
function mirrored(texts: readonly PdfText[]): PdfText[] {
  return texts
    .map((run) => ({
      ...run,
      x: -run.x - run.width,
      text: /\p{L}/u.test(run.text) ? run.text : run.text.replace(/^([^\p{N}\s]+)(.*\p{N}.*)$/u, '$2$1'),
    }))
    .sort((a, b) => a.x - b.x);
}

/** A run that is smaller than its line and stands higher is the mark of a note or a power, and no digit of a figure. */
function setOff(run: PdfText, main: PdfText): PdfText {
  if (run.size > main.size * SMALLER || run.size === 0) return run;
  const above = run.y - main.y;
  if (above > main.size * 0.15) return { ...run, text: raisedText(run.text) };
  return above < -main.size * 0.08 ? { ...run, text: loweredText(run.text) } : run;
}

const SMALLER = 0.8;

/** A run may end in a space, which reaches to the next cell of a table. */
function endOf({ text, x, width, size }: PdfText): number {
  const spaces = text.length - text.trimEnd().length;
  return x + width - Math.min(spaces * size * 0.25, width / 2);
}
