import { hasHeaderRow } from '../knowledge/index/header-row';
import { sentencesOf } from '../knowledge/index/sentences';

/** What an answer is made of: a sentence, an item of a list, or a row of a table. */
export interface TextPiece {
  readonly text: string;
  /** Pieces of one paragraph share its number; a row has its own, so that the row before lends it no words. */
  readonly paragraph: number;
  /** Of a table: a row stands for itself. */
  readonly isRow: boolean;
  /** Whether it begins a line of a paragraph that has several: an item, a time, a part of an address. */
  readonly isLine: boolean;
}

/** Sentences of a passage; of a table its rows, each cell with the name of its column. */
export function piecesOf(text: string): TextPiece[] {
  let paragraph = 0;
  return text.split(/\n{2,}/).flatMap((block) => {
    paragraph++;
    const lines = block.split('\n');
    // A table has its header row first, whatever stands before it; empty where it has none.
    let header: readonly string[] | null = null;
    return lines.flatMap((line, index): TextPiece[] => {
      const cells = cellsOf(line);
      if (cells.length < 2) {
        header = null;
        return sentencesOf(line).map(({ start, end }, place) => ({
          text: line.slice(start, end),
          paragraph,
          isRow: false,
          isLine: lines.length > 1 && place === 0,
        }));
      }
      if (header === null) {
        const rows = rowsFrom(lines, index, cells.length);
        if (rows.length > 1) header = hasHeaderRow(rows) ? cells : [];
        if (header === cells) return [];
      }
      const row = cells.flatMap((cell, column) => {
        const name = header?.length === cells.length ? header[column] : '';
        return cell ? [name ? `${name}: ${cell}` : cell] : [];
      });
      // What follows the row in its block is another paragraph too.
      paragraph += 2;
      return row.length > 0
        ? [{ text: row.join(', '), paragraph: paragraph - 1, isRow: true, isLine: false }]
        : [];
    });
  });
}

export function isItem(text: string): boolean {
  return /^([-*•–]|\d{1,3}[.)])\s/.test(text);
}

/** The rows of as many cells that stand under one another from this line on. */
function rowsFrom(lines: readonly string[], index: number, columns: number): string[][] {
  const rows: string[][] = [];
  for (const line of lines.slice(index)) {
    const cells = cellsOf(line);
    if (cells.length !== columns) break;
    rows.push(cells);
  }
  return rows;
}

/** Cells between bars that stand apart: `| a |  | b` has an empty one before and one after `a`. */
function cellsOf(line: string): string[] {
  return line.split(/(?<=^|\s)\|(?=\s|$)/).map((cell) => cell.trim());
}
