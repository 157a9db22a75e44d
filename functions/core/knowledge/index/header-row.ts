/**
 * Whether the first row of a table names its columns. It doesn't where it holds figures of the kind that the rows
 * below hold in the same column: then the table has no header, and the row is one like the others.
 */
export function hasHeaderRow(rows: readonly (readonly string[])[]): boolean {
  const [first = [], ...others] = rows;
  return !first.some((cell, column) => {
    const kind = figureKind(cell);
    if (kind === null) return false;
    const below = others.map((row) => row[column] ?? '').filter((other) => other !== '');
    return below.length > 0 && below.filter((other) => figureKind(other) === kind).length * 2 >= below.length;
  });
}

const FIGURE = /^[^\d\p{L}]{0,3}(?:\p{Lu}{3} ?)?\d[\d.,'’\s]*(?:[^\d\p{L}]{1,2}|\p{L}{1,4}[²³23]?\.?)?$/u;
const YEAR = /^(?:19|20)\d\d$/;

/** The unit of a figure, empty where it has none, or null when the cell is text. Years name columns of amounts. */
function figureKind(cell: string): string | null {
  if (!FIGURE.test(cell)) return null;
  if (YEAR.test(cell)) return 'year';
  return cell.replace(/^([^\d]*)[\d.,'’\s]+/u, '$1').trim();
}
