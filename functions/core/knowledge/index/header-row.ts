import { isDaysOnly } from './weekdays';

/**
 * Whether the first row of a table names its columns. It doesn't where it holds figures, days or hours of the kind
 * that the rows below hold in the same column: then the table has no header, and the row is one like the others.
 */
export function hasHeaderRow(rows: readonly (readonly string[])[]): boolean {
  const [first = [], ...others] = rows;
  return !first.some((cell, column) => {
    const kind = kindOf(cell);
    if (kind === null) return false;
    const below = others.map((row) => row[column] ?? '').filter((other) => other !== '');
    return below.length > 0 && below.filter((other) => kindOf(other) === kind).length * 2 >= below.length;
  });
}

const FIGURE = /^[^\d\p{L}]{0,3}(?:\p{Lu}{3} ?)?\d[\d.,'’\s]*(?:[^\d\p{L}]{1,2}|\p{L}{1,4}[²³23]?\.?)?$/u;
const YEAR = /^(?:19|20)\d\d$/;

const TIME = String.raw`\d{1,2}(?:[:.]\d\d)?`;
const CLOCK = String.raw`(?:\s?(?:uhr|h|[ap]\.?m\.?))`;
const TIMES = String.raw`(?:(?:from|until|till|ab|von|bis)\s+)?${TIME}${CLOCK}?(?:\s*(?:[-–—]|to|until|till|bis)\s*${TIME}${CLOCK}?)?`;
/** `9–12 Uhr`, `9:00`, `8 to 12 and 2 to 6 pm`; a figure alone is none. */
const HOURS = new RegExp(String.raw`^${TIMES}(?:\s*(?:[,;/&+]|and|und)\s*${TIMES})*$`, 'iu');
const SAYS_HOURS = /\d[:–—-]|\d\s?(?:uhr|h|[ap]\.?m|to|bis|until|till)/iu;
const NO_HOURS =
  /^(?:geschlossen|ruhetag|closed|nach (?:vereinbarung|absprache)|by appointment(?: only)?|24 (?:stunden|hours)|rund um die uhr)$/iu;

/**
 * The unit of a figure, empty where it has none, or what else the cell is, or null when it is text. Years name columns
 * of amounts.
 */
function kindOf(cell: string): string | null {
  if (isDaysOnly(cell)) return 'days';
  if (NO_HOURS.test(cell) || (HOURS.test(cell) && SAYS_HOURS.test(cell))) return 'hours';
  if (!FIGURE.test(cell)) return null;
  if (YEAR.test(cell)) return 'year';
  return cell.replace(/^([^\d]*)[\d.,'’\s]+/u, '$1').trim();
}
