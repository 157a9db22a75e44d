import type { Line } from './pdf-lines';

/** Running heads and page numbers stand within this share of the page's height, or apart from the text. */
const MARGIN = 0.1;
/** What is so much larger than the text is a head only where its very words repeat. */
const LARGER = 1.12;
/** A frame that is told by standing apart reaches no further into the page: below stands the text of slides. */
const ZONE = 0.16;
/** Rows of a frame above or below the text. */
const MOST_ROWS = 3;
/** A frame stands this many font sizes from the text. */
const APART = 1.9;
/** Places that are the same differ by no more points. */
const SAME_PLACE = 4;
/** A share of all pages on which a line repeats; left and right pages may have frames of their own. */
const MOST_PAGES = 0.4;
/** Pages on which something stands at one place that only some pages share, such as the title of their chapter. */
const [LEAST_IN_PLACE, MOST_IN_PLACE] = [4, 0.6];

const PAGE_NUMBER =
  /^(?:(?:page|seite|p\.|s\.) ?\d{1,4}(?: ?(?:of|von|\/) ?\d{1,4})?|[-–—] ?\d{1,4} ?[-–—])$/i;

/** The lines that frame the pages and are no part of the text: heads, feet and page numbers. */
export function runningLines(pages: readonly (readonly Line[])[], body: number): ReadonlySet<Line> {
  const framing = pages.map((lines) => framingLines(lines));
  const running = new Set<Line>();
  const least = pages.length === 2 ? 2 : Math.max(3, pages.length * MOST_PAGES);
  for (const alike of grouped(framing, (line) => `${placeOf(line)} ${shapeOf(line, body)}`)) {
    const isFramed = pages.length > 2 || alike.every((line) => isInMargin(line) && line.size < body * LARGER);
    if (isFramed && new Set(alike.map(({ page }) => page)).size >= least)
      for (const line of alike) running.add(line);
  }
  for (const inPlace of grouped(framing, (line) => `${placeOf(line)} ${line.size} ${line.font}`)) {
    if (inPlace.length < Math.max(LEAST_IN_PLACE, pages.length * MOST_IN_PLACE)) continue;
    const words = (line: Line) => shapeOf({ ...line, size: 0 }, body);
    const said = new Set(inPlace.map((line) => `${line.page} ${words(line)}`));
    const repeated = inPlace.filter(
      (line) => said.has(`${line.page - 1} ${words(line)}`) || said.has(`${line.page + 1} ${words(line)}`),
    );
    if (repeated.length >= inPlace.length * MOST_IN_PLACE) for (const line of inPlace) running.add(line);
  }
  const inMargin = framing.flat().filter(isInMargin);
  const ahead = printedAhead(inMargin, pages.length);
  for (const line of inMargin) {
    const text = line.text.trim();
    const isNumber = PAGE_NUMBER.test(text) || (pages.length > 1 && text === String(line.page));
    if (
      isNumber ||
      (ahead !== null && line.size < body * LARGER && numbersOf(line).includes(line.page + ahead))
    )
      running.add(line);
    else if (pages.length > 2 && /^[ivxl]{1,7}$/i.test(text)) running.add(line);
  }
  return running;
}

/** By how much the numbers that most pages print differ from their place in the file; null where most print none. */
function printedAhead(lines: readonly Line[], pages: number): number | null {
  const byOffset = new Map<number, Set<number>>();
  for (const line of lines)
    for (const number of numbersOf(line)) {
      const offset = number - line.page;
      byOffset.set(offset, (byOffset.get(offset) ?? new Set()).add(line.page));
    }
  const [[ahead, seen] = [0, new Set()]] = [...byOffset].sort(([, a], [, b]) => b.size - a.size);
  return seen.size >= Math.max(3, pages * MOST_IN_PLACE) ? ahead : null;
}

/** The numbers that a line begins and ends with. */
function numbersOf({ text }: Line): number[] {
  const [, first, last] =
    /^\s*(\d{1,4}(?!\S))?.*?((?<!\S)\d{1,4})?\s*$/s.exec(text.slice(0, LONGEST_FRAME)) ?? [];
  return [first, last].flatMap((number) => (number === undefined ? [] : [Number(number)]));
}

const LONGEST_FRAME = 200;

function grouped(framing: readonly (readonly Line[])[], key: (line: Line) => string): Iterable<Line[]> {
  const groups = new Map<string, Line[]>();
  for (const line of framing.flat()) {
    const group = groups.get(key(line));
    if (group) group.push(line);
    else groups.set(key(line), [line]);
  }
  return groups.values();
}

function placeOf({ y }: Line): number {
  return Math.round(y / SAME_PLACE);
}

/** Digits are alike, since they count pages; of a chapter's title they don't. */
function shapeOf({ text, size }: Line, body: number): string {
  const words = text.replace(/\s+/g, ' ').trim();
  if (size >= body * LARGER) return words;
  return /^[ivxl]+$/i.test(words) ? '#' : words.replace(/\d+/g, '#');
}

function isInMargin({ depth }: Line): boolean {
  return depth < MARGIN || depth > 1 - MARGIN;
}

/** What stands in a page's margins, or above or below all else on it and apart. */
function framingLines(lines: readonly Line[]): Line[] {
  const rows = rowsOf(lines);
  const apart = [...frameOf(rows), ...frameOf(rows.toReversed())].filter(
    ({ depth }) => depth < ZONE || depth > 1 - ZONE,
  );
  return [...new Set([...apart, ...lines.filter(isInMargin)])];
}

function rowsOf(lines: readonly Line[]): Line[][] {
  const rows: Line[][] = [];
  for (const line of lines.toSorted((a, b) => b.y - a.y)) {
    const [first] = rows.at(-1) ?? [];
    if (first && Math.abs(first.y - line.y) < 2) rows.at(-1)?.push(line);
    else rows.push([line]);
  }
  return rows;
}

function frameOf(rows: readonly (readonly Line[])[]): Line[] {
  for (let count = Math.min(MOST_ROWS, rows.length - 1); count > 0; count--) {
    const [outer, inner] = [rows[count - 1]?.[0], rows[count]?.[0]];
    if (!outer || !inner || Math.abs(outer.y - inner.y) <= Math.max(outer.size, inner.size) * APART) continue;
    // Cells above cells are a table, which may begin at the same place on each page.
    const cells = (row: readonly Line[] | undefined) =>
      (row ?? []).reduce((sum, { text }) => sum + text.split('\t').length, 0);
    if (cells(rows[count - 1]) > 1 && cells(rows[count - 1]) === cells(rows[count])) continue;
    return rows.slice(0, count).flat();
  }
  return [];
}
