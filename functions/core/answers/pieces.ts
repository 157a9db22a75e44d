import { sentencesOf } from '../knowledge/index/sentences';

/** What an answer is made of: a sentence, an item of a list, or a row of a table. */
export interface TextPiece {
  readonly text: string;
  /** Pieces of one paragraph share its number. */
  readonly paragraph: number;
  /** Of a table: a row stands for itself. */
  readonly isRow: boolean;
}

/** Sentences of a passage; of a table its rows, each cell with the name of its column. */
export function piecesOf(text: string): TextPiece[] {
  return text.split(/\n{2,}/).flatMap((block, paragraph) => {
    const lines = block.split('\n');
    // A table has its header row first, whatever stands before it.
    let header: readonly string[] | null = null;
    return lines.flatMap((line, index): TextPiece[] => {
      const cells = cellsOf(line);
      if (cells.length < 2) {
        header = null;
        return sentencesOf(line).map(({ start, end }) => ({
          text: line.slice(start, end),
          paragraph,
          isRow: false,
        }));
      }
      const isHeader = header === null && cellsOf(lines[index + 1] ?? '').length === cells.length;
      if (isHeader) {
        header = cells;
        return [];
      }
      const row = cells.flatMap((cell, column) => {
        const name = header?.length === cells.length ? header[column] : '';
        return cell ? [name ? `${name}: ${cell}` : cell] : [];
      });
      return row.length > 0 ? [{ text: row.join(', '), paragraph, isRow: true }] : [];
    });
  });
}

export function isItem(text: string): boolean {
  return /^([-*•–]|\d{1,3}[.)])\s/.test(text);
}

function cellsOf(line: string): string[] {
  return line.split(' | ').map((cell) => cell.trim());
}
