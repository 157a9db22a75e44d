import { viewOf } from './ole';

/** How a cell of a row stands in its table, in twentieths of a point. */
export interface CellShape {
  readonly from: number;
  readonly to: number;
  readonly isJoinedAcross: boolean;
  /** Whether it is the rest of the cell above it. */
  readonly goesOn: boolean;
}

export interface DocRow {
  readonly cells: readonly string[];
  /** None where the file does not tell. */
  readonly shapes: readonly CellShape[];
}

/** What the format of a cell takes; its flags come first: [MS-DOC] 2.9.317. */
const CELL_FORMAT = 20;
const [JOINED_ACROSS, JOINED_DOWN, FIRST_DOWN] = [0x03, 0x20, 0x40];

/** Reads the definition of a row: its length, how many cells, their borders, their formats, of which the last may lack. */
export function cellShapes(operand: Uint8Array): CellShape[] {
  if (operand.length < 3) return [];
  const definition = operand.subarray(2, viewOf(operand).getUint16(0, true) + 1);
  const view = viewOf(definition);
  const count = definition[0] ?? 0;
  const formats = 1 + (count + 1) * 2;
  if (definition.length < formats) return [];
  return Array.from({ length: count }, (_, i) => {
    const at = formats + i * CELL_FORMAT;
    const flags = at + 2 <= definition.length ? view.getUint16(at, true) : 0;
    return {
      from: view.getInt16(1 + i * 2, true),
      to: view.getInt16(3 + i * 2, true),
      isJoinedAcross: (flags & JOINED_ACROSS) !== 0,
      goesOn: (flags & JOINED_DOWN) !== 0 && (flags & FIRST_DOWN) === 0,
    };
  });
}

/**
 * Cells of a table by row and column: one that spans several is in each of them, so that each row is understood
 * without the others. One across the whole table is said once. An empty cell that spans nothing stays empty.
 */
export function spreadCells(rows: readonly DocRow[]): string[][] {
  const columns = rows.reduce<readonly CellShape[]>(
    (most, { shapes }) => (shapes.length > most.length ? shapes : most),
    [],
  );
  const grid: string[][] = [];
  for (const row of rows) {
    const above = grid.at(-1) ?? [];
    const places = placesOf(row, columns);
    const texts: string[] = [];
    for (const [column, place] of places.entries()) {
      const [shape, before] = [row.shapes[place], row.shapes[place - 1]];
      const text = row.cells[place] ?? '';
      const isAgain = column > 0 && places[column - 1] === place;
      if (text === '' && shape?.goesOn) texts.push(short(above[column]));
      else if (text === '' && shape?.isJoinedAcross && before?.isJoinedAcross)
        texts.push(short(texts.at(-1)));
      else texts.push(isAgain ? short(text) : text);
    }
    grid.push(texts);
  }
  return grid;
}

/** A longer text in a cell over several columns or rows names none of them, and is said once. */
const LONGEST_SPANNING = 80;

function short(text = ''): string {
  return text.length <= LONGEST_SPANNING ? text : '';
}

/** Of each column the row's cell that stands in it; the cells in their order where their borders are others. */
function placesOf({ cells, shapes }: DocRow, columns: readonly CellShape[]): number[] {
  const inOrder = cells.map((_, place) => place);
  if (cells.length < 2 || shapes.length !== cells.length || shapes.length === columns.length) return inOrder;
  const places = columns.map(({ from, to }) =>
    shapes.findIndex((shape) => shape.from <= (from + to) / 2 && (from + to) / 2 < shape.to),
  );
  return inOrder.every((place) => places.includes(place)) ? places : inOrder;
}
