import type { Block } from '../index/passage';
import { cleanText } from './normalise';
import type { Line } from './pdf-lines';

/** A line is set as a heading when it is this much larger than the text around it. */
const HEADING_RATIO = 1.12;
const HEADING_MAX_CHARACTERS = 160;
/** Running heads and page numbers stand within this share of the page's height. */
const MARGIN = 0.1;
const BULLET = /^(?:[•◦▪‣●○■–—*-]|\(?\d{1,2}[.)]|\(?[a-z][.)])\s+/;

/** Headings, paragraphs, list items and tables out of the lines of all pages. */
export function blocksOfLines(pages: readonly (readonly Line[])[]): Block[] {
  const body = bodySize(pages);
  const running = runningLines(pages, body);
  const levels = headingLevels(pages, body);
  const blocks: Block[] = [];
  for (const lines of pages) {
    const kept = lines.filter((line) => !(inMargin(line, body) && running.has(shape(line.text))));
    for (const group of groupLines(kept, body)) blocks.push(toBlock(group, body, levels));
  }
  return blocks.filter((block) => block.text);
}

/** The size in which most characters of the document are set. */
function bodySize(pages: readonly (readonly Line[])[]): number {
  const characters = new Map<number, number>();
  for (const line of pages.flat())
    characters.set(line.size, (characters.get(line.size) ?? 0) + line.text.length);
  let best = 0;
  let most = 0;
  for (const [size, count] of characters) {
    if (count > most) [best, most] = [size, count];
  }
  return best;
}

/** Heading sizes of the document, largest first, each a level. */
function headingLevels(pages: readonly (readonly Line[])[], body: number): ReadonlyMap<number, number> {
  const sizes = new Set<number>();
  for (const line of pages.flat()) if (line.size >= body * HEADING_RATIO) sizes.add(line.size);
  const ordered = [...sizes].sort((a, b) => b - a);
  return new Map(ordered.map((size, i) => [size, Math.min(i + 1, 6)]));
}

/** Shapes of lines (digits alike) that stand in the margin of half the pages or more. */
function runningLines(pages: readonly (readonly Line[])[], body: number): ReadonlySet<string> {
  if (pages.length < 3) return new Set();
  const seen = new Map<string, number>();
  for (const lines of pages) {
    for (const text of new Set(
      lines.filter((line) => inMargin(line, body)).map((line) => shape(line.text)),
    )) {
      seen.set(text, (seen.get(text) ?? 0) + 1);
    }
  }
  return new Set(
    [...seen].filter(([, count]) => count >= Math.max(3, pages.length / 2)).map(([text]) => text),
  );
}

/** Set in the margin and no larger than the text: a chapter's title at the top of its page is no running head. */
function inMargin(line: Line, body: number): boolean {
  if (line.size >= body * HEADING_RATIO) return false;
  return line.depth < MARGIN || line.depth > 1 - MARGIN;
}

function shape(text: string): string {
  return text.replace(/\d+/g, '#').replace(/\s+/g, ' ');
}

interface Group {
  readonly kind: Block['kind'];
  readonly lines: Line[];
}

/** Lines that belong together: a paragraph's, a heading's, a list item's, a table's. */
function groupLines(lines: readonly Line[], body: number): Group[] {
  const groups: Group[] = [];
  for (const [i, line] of lines.entries()) {
    const kind = kindOf(line, body);
    const last = groups.at(-1);
    const previous = lines[i - 1];
    const row = last?.kind === 'table' && kind !== 'heading' ? asRow(line, last.lines) : null;
    if (last && previous && row && previous.y - row.y <= row.size * 3) last.lines.push(row);
    else if (last && previous && continues(last, previous, line, kind)) last.lines.push(line);
    else groups.push({ kind, lines: [line] });
  }
  return groups;
}

/** Cells of one column begin within so many points. */
const COLUMN_TOLERANCE = 2;

/**
 * The line as a row of the table above it, when a run of it begins where a column does: where a cell's text all
 * but fills its column, the gap to the next is no wider than a space. Null when it is no row.
 */
function asRow(line: Line, rows: readonly Line[]): Line | null {
  const columns = rows.flatMap((row) => row.runs.filter(({ offset }) => row.text[offset - 1] === '\t'));
  const beginsColumn = (x: number) => columns.some((column) => Math.abs(column.x - x) <= COLUMN_TOLERANCE);
  let text = '';
  let cells = 1;
  const runs = line.runs.map(({ x, offset }, i) => {
    if (text !== '' && beginsColumn(x)) {
      text = `${text.trimEnd()}\t`;
      cells++;
    }
    const run = { x, offset: text.length };
    text += line.text.slice(offset, line.runs[i + 1]?.offset);
    return run;
  });
  return cells > 1 ? { ...line, text, runs } : null;
}

function kindOf(line: Line, body: number): Block['kind'] {
  if (line.size >= body * HEADING_RATIO && line.text.length <= HEADING_MAX_CHARACTERS) return 'heading';
  if (line.text.includes('\t') && !BULLET.test(line.text)) return 'table';
  return BULLET.test(line.text) ? 'list' : 'paragraph';
}

function continues(group: Group, previous: Line, line: Line, kind: Block['kind']): boolean {
  const leading = previous.y - line.y;
  const sameSize = Math.abs(line.size - previous.size) <= 0.6;
  // Higher on the page than the line before: another column.
  if (leading < -line.size * 0.5)
    return group.kind === 'paragraph' && kind === 'paragraph' && !endsSentence(previous);
  const tight = leading <= Math.max(line.size, previous.size) * 1.75;
  if (group.kind === 'table') return kind === 'table' && leading <= line.size * 3;
  if (group.kind === 'heading') return kind === 'heading' && sameSize && tight;
  if (kind !== 'paragraph') return false;
  return sameSize && tight && !(group.kind === 'list' && line.x < (group.lines[0]?.x ?? 0) - 1);
}

function endsSentence(line: Line): boolean {
  return /[.!?:]["”“»)]?$/.test(line.text);
}

function toBlock(group: Group, body: number, levels: ReadonlyMap<number, number>): Block {
  const page = group.lines[0]?.page ?? null;
  if (group.kind === 'table') {
    const rows = group.lines.map((line) => line.text.split('\t').map(cleanText));
    // One line with a gap is a table of contents' entry or a form's field, not a table.
    if (rows.length === 1) return { kind: 'paragraph', text: (rows[0] ?? []).join(' '), page };
    return { kind: 'table', text: rows.map((row) => row.join(' | ')).join('\n'), rows, page };
  }
  const text = cleanText(group.lines.map((line) => line.text).join('\n'));
  if (group.kind !== 'heading') return { kind: group.kind, text, page };
  const size = group.lines[0]?.size ?? body;
  return { kind: 'heading', text, level: levels.get(size) ?? 6, page };
}
