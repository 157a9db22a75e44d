import { cleanText } from './normalise';
import type { Line } from './pdf-lines';

/** One line of a cell. */
export interface Piece {
  readonly text: string;
  readonly x: number;
  readonly end: number;
  readonly y: number;
}

/** Lines that stand under one another and are drawn one after another. */
export interface Cell {
  readonly text: string;
  readonly x: number;
  readonly end: number;
  readonly pieces: readonly Piece[];
}

/** Cells side by side; of running text one. */
export interface Row {
  readonly cells: readonly Cell[];
  readonly lines: readonly Line[];
  /** Baselines of its highest and its lowest line. */
  readonly top: number;
  readonly bottom: number;
  readonly size: number;
}

/** Runs further apart than this, in font sizes, may be of two cells. */
const CELL_GAP = 0.6;
/** Full cells stand this near with the space that word processors leave in them; so do words of justified text. */
export const NARROW_GAP = 0.38;
/** Lines of a cell that is drawn as a whole stand no further apart than so many font sizes. */
const LEADING = 1.4;
/** More lines than a cell has; without a bound a page of one endless column would take quadratic time. */
const MOST_LINES = 60;

/**
 * Lines as rows of cells. Programs draw a table row by row and in it mostly cell by cell, so that a cell may stand
 * higher than the end of the one before it, as where cells are set at the top or in the middle.
 */
export function rowsOfLines(lines: readonly Line[], gap = CELL_GAP): Row[] {
  const rows: Row[] = [];
  for (const line of lines) {
    const pieces = piecesOfLine(line, gap);
    const row = rows.at(-1);
    if (row && isBeside(row, rows.at(-2), pieces, line)) {
      rows[rows.length - 1] = extended(row, line, [...row.cells, ...pieces.map((piece) => cellOf([piece]))]);
    } else if (row && goesOn(row, pieces, line)) {
      const cell = row.cells.at(-1) as Cell;
      const longer = cellOf([...cell.pieces, ...pieces]);
      rows[rows.length - 1] = extended(row, line, [...row.cells.slice(0, -1), longer]);
    } else {
      const cells = pieces.map((piece) => cellOf([piece]));
      rows.push({ cells, lines: [line], top: line.y, bottom: line.y, size: line.size });
    }
  }
  return rows;
}

export function cellOf(pieces: readonly Piece[]): Cell {
  let told: string | undefined;
  return {
    // Only when asked for: most cells are paragraphs that no table wants.
    get text() {
      told ??= cleanText(pieces.map(({ text }) => text).join('\n'));
      return told;
    },
    x: Math.min(...pieces.map(({ x }) => x)),
    end: Math.max(...pieces.map(({ end }) => end)),
    pieces,
  };
}

function piecesOfLine(line: Line, gap: number): Piece[] {
  const starts = line.runs.flatMap((run, index) => {
    const before = line.runs[index - 1];
    return !before || run.x - before.end > line.size * gap ? [index] : [];
  });
  return starts.map((start, index) => {
    const next = starts[index + 1];
    const runs = line.runs.slice(start, next);
    const offset = next === undefined ? undefined : line.runs[next]?.offset;
    return {
      text: line.text.slice(runs[0]?.offset ?? 0, offset).trim(),
      x: runs[0]?.x ?? line.x,
      end: runs.at(-1)?.end ?? line.x + line.width,
      y: line.y,
    };
  });
}

/** To the right of all that the row has, and at its height. */
function isBeside(row: Row, before: Row | undefined, pieces: readonly Piece[], line: Line): boolean {
  const [first] = pieces;
  if (!first || row.cells.some(({ end }) => end > first.x)) return false;
  if (before && before.bottom > row.top && line.y > before.bottom - line.size * 0.5) return false;
  return line.y <= row.top + line.size * 3 && line.y >= row.bottom - line.size * 0.6;
}

/** Close under the row's last cell and nowhere else. */
function goesOn(row: Row, pieces: readonly Piece[], line: Line): boolean {
  const cell = row.cells.at(-1);
  const last = cell?.pieces.at(-1);
  const [piece] = pieces;
  // With cells of its own beside it the line is a row itself.
  if (!cell || !last || !piece || pieces.length > 1 || cell.pieces.length >= MOST_LINES) return false;
  const leading = last.y - piece.y;
  if (leading <= 0 || leading > line.size * LEADING || Math.abs(line.size - row.size) > 0.6) return false;
  const left = row.cells.at(-2)?.end ?? Number.NEGATIVE_INFINITY;
  return piece.x > left && piece.x < cell.end && piece.end > cell.x;
}

function extended(row: Row, line: Line, cells: readonly Cell[]): Row {
  return {
    cells,
    lines: [...row.lines, line],
    top: Math.max(row.top, line.y),
    bottom: Math.min(row.bottom, line.y),
    size: row.size,
  };
}
