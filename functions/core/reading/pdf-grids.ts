import { cleanText } from './normalise';
import { NARROW_GAP } from './pdf-cells';
import type { Rule } from './pdf-drawing';
import type { PdfPage } from './pdf-engine';
import { cellsCutByPages, type Grid, placeOf, spreadCells, TOUCH } from './pdf-grid-cells';
import { type Line, linesOfPage } from './pdf-lines';
import { isSetOff, type Table } from './pdf-tables';
import type { PdfText } from './pdf-text';
import { type WordsOf, wordsByText } from './pdf-words';

/** A table between drawn lines, and the lines of text in it. */
export interface RuledTable extends Table {
  readonly lines: readonly Line[];
}

/** A page of more lines holds a drawing, and finding which of them touch takes quadratic time. */
const MOST_RULES = 4000;
/** In a cell of more characters stands a text of its own: then the lines only frame parts of the page. */
const LONGEST_CELL = 900;
/** The name of a column has no more characters. */
const LONGEST_NAME = 60;

/**
 * The page's lines of text with the tables that are drawn between lines, in the order in which the file draws them.
 * Drawn lines settle what gaps between words only suggest: which cells a row has, and which lines are one cell.
 */
export function readPage(page: PdfPage): (Line | RuledTable)[] {
  const { rules, words } = page.drawing ?? { rules: [], words: [] };
  // Without upright words the page is turned, and its rows are columns.
  const grids = words.length > 0 ? gridsOf(rules) : [];
  const wordsOf = wordsByText(words);
  const placed = page.texts.map((text) => grids.find((grid) => contains(grid, text)));
  const tables = new Map<Grid, RuledTable | null>();
  for (const grid of grids) {
    const texts = page.texts.filter((text, i) => placed[i] === grid && text.text.trim());
    tables.set(grid, tableOf(grid, texts, page, wordsOf));
  }
  const items: (Line | RuledTable)[] = [];
  let loose: PdfText[] = [];
  const flush = () => {
    items.push(...linesOfPage({ ...page, texts: loose }));
    loose = [];
  };
  for (const [i, text] of page.texts.entries()) {
    const grid = placed[i];
    const table = grid && tables.get(grid);
    if (!table) {
      loose.push(...apart(text, wordsOf));
      continue;
    }
    flush();
    if (!items.includes(table)) items.push(table);
  }
  flush();
  return items;
}

function gridsOf(rules: readonly Rule[]): Grid[] {
  if (rules.length > MOST_RULES) return [];
  return touching(merged(rules)).flatMap((group) => {
    const upright = group.filter((rule) => rule.upright);
    const level = group.filter((rule) => !rule.upright);
    const xs = borders(upright, level);
    const ys = borders(level, upright).reverse();
    return upright.length > 0 && level.length > 0 && xs.length > 2 && ys.length > 1
      ? [{ xs, ys, rules: group }]
      : [];
  });
}

/** Pieces of one line, as each cell draws its own, made one. */
function merged(rules: readonly Rule[]): Rule[] {
  const ordered = rules.toSorted(
    (a, b) => Number(a.upright) - Number(b.upright) || a.at - b.at || a.from - b.from,
  );
  const lines: Rule[][] = [];
  for (const rule of ordered) {
    const first = lines.at(-1)?.[0];
    if (first && first.upright === rule.upright && rule.at - first.at <= TOUCH) lines.at(-1)?.push(rule);
    else lines.push([rule]);
  }
  return lines.flatMap((line) => {
    const joined: Rule[] = [];
    for (const rule of line.toSorted((a, b) => a.from - b.from)) {
      const last = joined.at(-1);
      if (last && rule.from - last.to <= TOUCH) {
        joined[joined.length - 1] = { ...last, to: Math.max(last.to, rule.to) };
      } else joined.push(rule);
    }
    return joined;
  });
}

/** Lines that touch one another, directly or over others. */
function touching(rules: readonly Rule[]): Rule[][] {
  const left = new Set(rules);
  const groups: Rule[][] = [];
  for (const rule of rules) {
    if (!left.delete(rule)) continue;
    const group = [rule];
    for (const member of group) {
      for (const other of left) {
        if (!touch(member, other)) continue;
        left.delete(other);
        group.push(other);
      }
    }
    groups.push(group);
  }
  return groups;
}

function touch(a: Rule, b: Rule): boolean {
  if (a.upright === b.upright) return false;
  return covers(a, b.at) && covers(b, a.at);
}

function covers({ from, to }: Rule, at: number): boolean {
  return at >= from - TOUCH && at <= to + TOUCH;
}

/** Where lines of one direction stand; the ends of the others where the table has no outer border. */
function borders(rules: readonly Rule[], across: readonly Rule[]): number[] {
  const places = [...rules.map(({ at }) => at), ...across.flatMap(({ from, to }) => [from, to])];
  return places.sort((a, b) => a - b).filter((at, i) => i === 0 || at - (places[i - 1] ?? 0) > TOUCH);
}

function contains({ xs, ys }: Grid, { x, y, size }: PdfText): boolean {
  const middle = y + size * 0.3;
  const [left = 0, right = 0] = [xs[0], xs.at(-1)];
  return x > left - TOUCH && x < right && middle < (ys[0] ?? 0) && middle > (ys.at(-1) ?? 0);
}

/** A text cut where its words may be of two cells. */
function apart(text: PdfText, wordsOf: WordsOf): PdfText[] {
  return cut(text, wordsOf, (end, x) => x - end > text.size * NARROW_GAP);
}

function tableOf(grid: Grid, texts: readonly PdfText[], page: PdfPage, wordsOf: WordsOf): RuledTable | null {
  const columns = grid.xs.length - 1;
  const cells = new Map<number, PdfText[]>();
  for (const piece of texts.flatMap((text) => piecesOf(text, grid, wordsOf))) {
    const place = placeOf(piece, grid);
    const cell = cells.get(place);
    if (cell) cell.push(piece);
    else cells.set(place, [piece]);
  }
  const lines: Line[] = [];
  const linesOfBands: Line[][] = [];
  const bands = grid.ys.slice(1).map((_, row) => {
    const band = Array.from({ length: columns }, (_, column) => {
      const cell = linesOfPage({ ...page, texts: cells.get(row * columns + column) ?? [] });
      lines.push(...cell);
      return cell;
    });
    linesOfBands.push(band.flat());
    return rowsOfBand(band);
  });
  const used = Array.from({ length: columns }, (_, column) => column).filter((column) =>
    bands.some((rows) => rows.some((row) => row[column])),
  );
  const kept = bands.flat().filter((row) => row.some(Boolean));
  if (
    used.length < 2 ||
    kept.filter((row) => row.filter(Boolean).length > 1).length < Math.min(2, kept.length)
  ) {
    return null;
  }
  // A single row may be the header of a table that goes on on the next page.
  const longest = kept.length === 1 ? LONGEST_NAME : LONGEST_CELL;
  if (kept.flat().some((cell) => cell.length > longest)) return null;
  const { rests, hanging } = cellsCutByPages(bands, grid);
  // One that holds only the rest of a cell is told from an empty one by the page before.
  const shown = Array.from({ length: columns }, (_, column) => column).filter(
    (column) => used.includes(column) || rests.some((rest) => rest.column === column),
  );
  return {
    page: page.number,
    isFirstRowSetOff: isSetOff(linesOfBands.filter((lines) => lines.length > 0)),
    // Without their borders, so that columns side by side don't overlap.
    columns: shown.map((i) => ({ x: (grid.xs[i] ?? 0) + TOUCH, end: (grid.xs[i + 1] ?? 0) - TOUCH })),
    rows: spreadCells(bands, grid).map((row) => shown.map((column) => row[column] ?? '')),
    cut: {
      rests: rests.map((rest) => ({ ...rest, column: shown.indexOf(rest.column) })),
      hanging: hanging.map((column) => shown.indexOf(column)),
    },
    lines,
  };
}

/** Between two drawn lines stands a row, or, where only the header is set off, one in each line of text. */
function rowsOfBand(band: readonly (readonly Line[])[]): string[][] {
  const filled = band.filter((lines) => lines.length > 0);
  const [first = []] = filled;
  const several =
    filled.length > 1 &&
    first.length > 2 &&
    filled.every(
      (lines) =>
        lines.length === first.length && lines.every(({ y }, i) => Math.abs(y - (first[i]?.y ?? 0)) < 1),
    );
  if (several) return first.map((_, i) => band.map((lines) => cellText(lines.slice(i, i + 1))));
  return [band.map(cellText)];
}

function cellText(lines: readonly Line[]): string {
  return cleanText(lines.map(({ text }) => text.replaceAll('\t', ' ')).join('\n'));
}

/** A text cut at the borders that it crosses: pdf.js reads over them where cells are full. */
function piecesOf(text: PdfText, grid: Grid, wordsOf: WordsOf): PdfText[] {
  const middle = text.y + text.size * 0.3;
  const crossed = grid.rules.filter(
    ({ upright, at, from, to }) =>
      upright && at > text.x + 1 && at < text.x + text.width - 1 && middle > from && middle < to,
  );
  if (crossed.length === 0) return [text];
  return cut(text, wordsOf, (end, x) => crossed.some(({ at }) => end <= at + 1 && x >= at - 1));
}

/** A text cut between the words that stand apart; whole where its words can't be told. */
function cut(text: PdfText, wordsOf: WordsOf, areApart: (end: number, x: number) => boolean): PdfText[] {
  const parts = text.text.trim().split(/\s+/);
  const words = parts.length > 1 ? wordsOf(text) : [];
  if (parts.length !== words.length) return [text];
  const pieces: PdfText[] = [];
  for (const [i, word] of words.entries()) {
    const last = pieces.at(-1);
    const part = parts[i] ?? '';
    if (last && !areApart(last.x + last.width, word.x)) {
      pieces[pieces.length - 1] = { ...last, text: `${last.text} ${part}`, width: word.end - last.x };
    } else pieces.push({ ...text, text: part, x: word.x, width: word.end - word.x, endsLine: false });
  }
  const [last] = pieces.slice(-1);
  // Nothing is apart, or the end of the line is that of the last piece.
  if (!last || pieces.length === 1) return [text];
  return [...pieces.slice(0, -1), { ...last, endsLine: text.endsLine }];
}
