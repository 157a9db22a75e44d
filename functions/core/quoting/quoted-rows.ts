import type { TableRow } from './candidates';
import { withoutMarks } from './context';

/**
 * A quote with its rows as people read them, in Markdown: one by itself as lines of `name: value`, several as a table.
 * What is in bold stays so, and a row that was cut as it is.
 */
export function withTables(text: string, rows: readonly TableRow[]): string {
  const known = new Map(rows.map((row) => [withoutMarks(row.text), row]));
  const shown: string[] = [];
  let open: Shown[] = [];
  const close = () => {
    shown.push(...(open.length > 1 ? tableOf(open) : open.flatMap(labelled)));
    open = [];
  };
  for (const line of text.split('\n')) {
    const [, bold] = IN_BOLD.exec(line) ?? [];
    const row = known.get(bold ?? line);
    if (row && open[0] && !isOfOne(row, open[0].row)) close();
    if (row) open.push({ row, line, isBold: bold !== undefined });
    else {
      close();
      shown.push(line);
    }
  }
  close();
  return shown.join('\n');
}

interface Shown {
  readonly row: TableRow;
  readonly line: string;
  readonly isBold: boolean;
}

const IN_BOLD = /^\*\*(.+)\*\*$/;

/** Whether a row may stand below another. */
function isOfOne(row: TableRow, other: TableRow): boolean {
  return row.cells.length === other.cells.length && row.names.join('|') === other.names.join('|');
}

function labelled({ row: { names, cells }, line, isBold }: Shown): string[] {
  if (names.length === 0) return [line];
  return cells.flatMap((cell, column) => {
    const name = names[column];
    return cell === '' ? [] : [marked(name ? `${name}: ${cell}` : cell, isBold)];
  });
}

function tableOf(shown: readonly Shown[]): string[] {
  const [{ row }] = shown as readonly [Shown, ...Shown[]];
  // Columns that are empty in all of these rows tell nothing.
  const columns = row.cells.flatMap((_, column) =>
    shown.some((each) => each.row.cells[column] !== '') ? [column] : [],
  );
  const lineOf = (cells: readonly string[]) =>
    `| ${columns.map((column) => (cells[column] ?? '').replaceAll('|', '\\|')).join(' | ')} |`;
  return [
    lineOf(row.names),
    lineOf(row.cells.map(() => '---')),
    ...shown.map(({ row, isBold }) => lineOf(row.cells.map((cell) => marked(cell, isBold)))),
  ];
}

/** Asterisks of its own would end the bold. */
function marked(text: string, isBold: boolean): string {
  const shown = withoutMarks(text);
  return isBold && shown !== '' && !shown.includes('*') ? `**${shown}**` : shown;
}
