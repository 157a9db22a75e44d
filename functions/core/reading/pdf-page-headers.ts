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
/** Pages that a frame needs, whatever their number: a letter may say something on both of its pages. */
const LEAST_PAGES = 3;
/** A share of all pages on which a line repeats; left and right pages may have frames of their own. */
const MOST_PAGES = 0.4;
/** Pages on which something stands at one place that only some pages share, such as the title of their chapter. */
const [LEAST_IN_PLACE, MOST_IN_PLACE] = [4, 0.6];

const PAGE_NUMBER =
  /^(?:(?:page|seite|p\.|s\.) ?\d{1,4}(?: ?(?:of|von|\/) ?\d{1,4})?|[-–—] ?\d{1,4} ?[-–—])$/i;

/**
 * The lines that frame the pages and are no part of the text: page numbers, and heads and feet but for the first time
 * that each is said. What two pages share is no frame yet.
 */
export function pageHeaderLines(pages: readonly (readonly Line[])[], body: number): Frames {
  const framing = pages.map((lines) => framingLines(lines));
  const running = new Set<Line>();
  const inMargin = framing.flat().filter(isInMargin);
  const ahead = printedAhead(inMargin, pages.length);
  const shapeOf = (line: Line) => shapeWithout(line, line.page + (ahead ?? 0));
  const least = Math.max(LEAST_PAGES, pages.length * MOST_PAGES);
  for (const alike of grouped(framing, (line) => `${placeOf(line)} ${shapeOf(line)}`))
    if (new Set(alike.map(({ page }) => page)).size >= least) for (const line of alike) running.add(line);
  for (const inPlace of grouped(framing, (line) => `${placeOf(line)} ${line.size} ${line.font}`)) {
    if (inPlace.length < Math.max(LEAST_IN_PLACE, pages.length * MOST_IN_PLACE)) continue;
    const said = new Set(inPlace.map((line) => `${line.page} ${shapeOf(line)}`));
    const repeated = inPlace.filter(
      (line) =>
        said.has(`${line.page - 1} ${shapeOf(line)}`) || said.has(`${line.page + 1} ${shapeOf(line)}`),
    );
    if (repeated.length >= inPlace.length * MOST_IN_PLACE) for (const line of inPlace) running.add(line);
  }
  const numbers = new Set<Line>();
  for (const line of framing.flat()) {
    const text = line.text.trim();
    if (!isInMargin(line)) {
      if (PAGE_NUMBER.test(text)) numbers.add(line);
      continue;
    }
    const isNumber =
      PAGE_NUMBER.test(text) ||
      (pages.length > 1 && text === String(line.page)) ||
      (ahead !== null && text === String(line.page + ahead)) ||
      (pages.length > 2 && /^[ivxl]{1,7}$/i.test(text));
    if (isNumber) numbers.add(line);
    else if (
      ahead !== null &&
      line.size < body * LARGER &&
      !NAMED_NUMBER.test(text) &&
      numbersOf(line).includes(line.page + ahead)
    )
      running.add(line);
  }
  for (const line of running) if (isBareNumber(line, ahead)) numbers.add(line);
  const repeated = saidBefore(pages, running, numbers, shapeOf);
  const dropped = new Set([...numbers, ...repeated]);
  return { dropped, kept: new Set([...running].filter((line) => !dropped.has(line))) };
}

export interface Frames {
  readonly dropped: ReadonlySet<Line>;
  /** Heads and feet that nothing else says. However large they are set, they head nothing. */
  readonly kept: ReadonlySet<Line>;
}

/** `Room 12` on top of a page is what it is about, though the next has the next number. */
const NAMED_NUMBER = /^\p{L}+\.? \d+$/u;

function isBareNumber({ text, page }: Line, ahead: number | null): boolean {
  const plain = text.trim();
  return (
    /^[-–—\s]*\d{1,4}[-–—\s]*$/.test(plain) &&
    (ahead === null || Number(plain.replace(/\D/g, '')) === page + ahead)
  );
}

/** The running lines whose words stand in the text, or ran before. */
function saidBefore(
  pages: readonly (readonly Line[])[],
  running: ReadonlySet<Line>,
  numbers: ReadonlySet<Line>,
  shapeOf: (line: Line) => string,
): Line[] {
  const isFrame = (line: Line) => running.has(line) || numbers.has(line);
  const told = new Set(pages.flatMap((lines) => lines.filter((line) => !isFrame(line)).map(shapeOf)));
  const repeated: Line[] = [];
  for (const line of pages.flat()) {
    if (!running.has(line) || numbers.has(line)) continue;
    const words = shapeOf(line);
    if (told.has(words)) repeated.push(line);
    told.add(words);
  }
  return repeated;
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

/** Its words, but for the number that its page has: what differs otherwise is said by one page alone. */
function shapeWithout({ text }: Line, printed: number): string {
  const words = text.replace(/\s+/g, ' ').trim();
  if (NAMED_NUMBER.test(words) && !PAGE_NUMBER.test(words)) return words;
  if (/^[ivxl]+$/i.test(words)) return '#';
  return words.replace(/\d+/g, (digits) => (Number(digits) === printed ? '#' : digits));
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
