import { isDaysOnly, withoutDays } from '#core/text/weekdays';

type Row = readonly string[];

/**
 * Whether the form of a table shows that its first row names its columns: what stands below is of a kind that the row
 * itself is not of. Where nothing shows it there is no header, and each row stands for itself: a row taken for a header
 * is lost and labels all others. Who knows more than the form (styles, mark-up) asks this only where that says nothing.
 */
export function hasHeaderRow(rows: readonly Row[]): boolean {
  const [first = [], second, ...others] = rows;
  if (!second) return false;
  if (isRule(second)) return true;
  const body = [second, ...others].slice(0, JUDGED);
  const columns = first.map((name, at) => columnOf(name, at, body));
  const named = columns.filter(({ name }) => name !== '');
  if (named.length * 2 < columns.length || named.some(({ kind }) => kind === 'sentence')) return false;
  const series = seriesOf(columns);
  if (columns.some((column) => !series.includes(column) && isOneOfThem(column))) return false;
  if (columns.some((column) => !series.includes(column) && beginsAlike(column))) return false;
  if (series.length > 1 || isCorner(columns)) return true;
  const telling = columns.filter((column) => tells(column, columns));
  // One row below may differ by chance, but not from a name for prices.
  return telling.length > (body.length > 1 || telling.some(({ name }) => PRICE.test(name)) ? 0 : 1);
}

const PRICE = /^\p{L}*(?:prices?|costs?|fees?|rates?|preise?|kosten|gebühr(?:en)?|tarife?|betrag)(?!\p{L})/iu;

/** `Hall A` above `Hall B`: the first word of two and more is that of most cells below. */
function beginsAlike({ name, below }: Column): boolean {
  const [first, ...others] = name.split(/\s+/);
  if (!first || others.length === 0 || !/\p{L}{2}/u.test(first)) return false;
  const alike = below.filter((cell) => cell.startsWith(`${first} `) && cell !== name);
  return alike.length * 2 >= Math.max(1, below.length);
}

/** Rows that tell of what kind a column is. */
const JUDGED = 200;

/** The line between a header and its rows, as Markdown has it; above rows it says that they have no header. */
export function ruleOf(columns: number): string {
  return Array.from({ length: columns }, () => '---').join(' | ');
}

export function isRule(cells: Row): boolean {
  return cells.length > 1 && cells.every((cell) => /^-{3,}$/.test(cell.trim()));
}

/** Cells between bars that stand apart: `| a |  | b` has an empty one before and one after `a`. */
export function cellsOfLine(line: string): string[] {
  return line.split(/(?<=^|\s)\|(?=\s|$)/).map((cell) => cell.trim());
}

type Kind =
  | 'days'
  | 'hours'
  | 'date'
  | 'year'
  | 'yes or no'
  | 'contact'
  | 'question'
  | 'sentence'
  | 'code'
  | 'number'
  | 'quantity'
  /** What stands for an amount: `free`, `on request`. */
  | 'no amount';

interface Column {
  readonly at: number;
  readonly name: string;
  /** Of its name; null for a text. */
  readonly kind: Kind | null;
  readonly below: readonly string[];
  /** What two thirds of the cells below are; null for texts, and where there are several. */
  readonly kindBelow: Kind | null;
}

function columnOf(name: string, at: number, body: readonly Row[]): Column {
  const below = body.map((row) => row[at] ?? '').filter((cell) => cell !== '');
  const kinds = below.map(kindOf);
  const known = new Set(kinds.filter((kind) => kind !== null && kind !== 'no amount'));
  const isMost = (kind: Kind) =>
    kinds.filter((other) => other === kind || other === 'no amount').length * 3 >= below.length * 2;
  const kindBelow = below.length > 0 ? ([...known].find((kind) => kind && isMost(kind)) ?? null) : null;
  return { at, name, kind: kindOf(name), below, kindBelow };
}

/** Whether the name is of the kind that half of the cells below are. */
function isOneOfThem({ kind, below }: Column): boolean {
  if (kind === null || below.length === 0) return false;
  const alike = below.filter((cell) => {
    const other = kindOf(cell);
    if (other === kind) return true;
    return kind === 'no amount' ? other !== null && AMOUNTS.has(other) : false;
  });
  return alike.length * 2 >= below.length;
}

const AMOUNTS: ReadonlySet<Kind> = new Set<Kind>(['number', 'quantity', 'hours', 'year']);

/** Names that are of one kind, which what stands below them is not of: days, hours, years, sizes. */
function seriesOf(columns: readonly Column[]): readonly Column[] {
  const [kind] = columns.flatMap((column) => (column.at > 0 && column.kind ? [column.kind] : []));
  if (!kind || kind === 'no amount') return [];
  const series = columns.filter((column) => column.kind === kind);
  const units = new Set(series.map(({ name }) => unitOf(name)));
  const isOther = ({ below }: Column) =>
    below.length > 0 &&
    below.filter((cell) => kindOf(cell) === kind && (kind !== 'quantity' || units.has(unitOf(cell)))).length *
      2 <
      below.length;
  const isSeries = series.length > 1 && units.size === 1 && series.every(isOther);
  return isSeries ? series : [];
}

/** Nothing above the names of the rows. */
function isCorner([first, ...others]: readonly Column[]): boolean {
  const isFilled = others.length > 1 && others.every(({ name, kind }) => name !== '' && kind === null);
  return first?.name === '' && first.below.length > 0 && isFilled;
}

/** Whether what stands below a name is of a kind, and the name a text. */
function tells(column: Column, columns: readonly Column[]): boolean {
  const { at, name, kind, kindBelow, below } = column;
  if (name === '' || kindBelow === null || !(kind === null || (kind === 'year' && kindBelow === 'number')))
    return false;
  if (name.length > LONGEST_NAME || /[.!?]$/.test(name)) return false;
  // A phrase that begins small beside names that don't: `ask at the desk`.
  if (/^\p{Ll}+ \p{L}/u.test(name) && !areAlike(columns.map((each) => each.name))) return false;
  if (columns.length > 2) return true;
  // Two columns may be names and what each is: `Company | Birkenhof`, `Phone | …`, `About us | …`.
  if (kindBelow === 'contact' || kindBelow === 'sentence') return false;
  if (at === 0) return true;
  const units = below.map(unitOf);
  const isUniform = units.some(
    (unit) => units.filter((other) => other === unit).length * 3 >= units.length * 2,
  );
  return (isUniform || kindBelow !== 'quantity') && areAlike(columns.map((each) => each.name));
}

const LONGEST_NAME = 60;

/** Names of columns are written alike, all with a capital or none; a name and what it is often are not. */
function areAlike(names: readonly string[]): boolean {
  const capitals = names.filter((name) => /^[^\p{L}]*\p{Lu}/u.test(name)).length;
  return capitals === 0 || capitals === names.length;
}

/** No figure is longer. */
const LONGEST_FIGURE = 48;

const FIGURE =
  /^(?:(?:from|ab|up to|bis(?: zu)?|ca\.?|approx\.?|about|etwa|max\.?|min\.?|mind\.?|je|within|innerhalb von|nach|after|over|under|über|unter) )*[^\d\p{L}]{0,3}(?:\p{Lu}{3} ?)?\d[\d.,'’\s]*(?:[-–—x×/]\s?\d[\d.,]*)?/iu;
/** `4 weeks`, `5 € per hour`, `20 m²`, `3,- €` */
const UNIT = /^[^\d\p{L}]{0,3}(?:\p{L}+[²³23]?\.?)?(?:[ /]{1,3}[^\d\s]{1,14}){0,3}$/u;
const YEAR = /^(?:19|20)\d\d$/;

const TIME = String.raw`\d{1,2}(?:[:.]\d\d)?`;
const CLOCK = String.raw`(?:\s?(?:uhr|h|[ap]\.?m\.?))`;
const TIMES = String.raw`(?:(?:from|until|till|ab|von|bis)\s+)?${TIME}${CLOCK}?(?:\s*(?:[-–—]|to|until|till|bis)\s*${TIME}${CLOCK}?)?`;
/** `9–12 Uhr`, `9:00`, `8 to 12 and 2 to 6 pm`; a figure alone is none. */
const HOURS = new RegExp(String.raw`^${TIMES}(?:\s*(?:[,;/&+]|and|und)\s*${TIMES})*$`, 'iu');
const SAYS_HOURS = /\d[:–—-]|\d\s?(?:uhr|h|[ap]\.?m|to|bis|until|till)/iu;
const NO_HOURS =
  /^(?:geschlossen|ruhetag|closed|nach (?:vereinbarung|absprache)|by appointment(?: only)?|24 (?:stunden|hours)|rund um die uhr)$/iu;
const NO_AMOUNT =
  /^(?:free(?: of charge)?|gratis|frei|kostenlos|kostenfrei|none|keine?|nil|included|inklusive|inkl\.?|enthalten|n\/a|k\. ?a\.|on request|auf anfrage|nach aufwand|unlimited|unbegrenzt|[-–—])$/iu;
const YES_OR_NO = /^(?:yes|no|ja|nein|x|[✓✔✅✗✘❌])$/iu;
const MONTH = 'jan|feb|mar|mär|apr|may|mai|jun|jul|aug|sep|oct|okt|nov|dec|dez'
  .split('|')
  .map((name) => String.raw`${name}\p{L}*`)
  .join('|');
const DATE = new RegExp(
  String.raw`^(?:\p{L}{2,10}\.?,? )?(?:\d{1,2}(?:\.|st|nd|rd|th)? (?:${MONTH})\.?(?:,? \d{4})?|(?:${MONTH})\.? \d{1,2}(?:st|nd|rd|th)?(?:,? \d{4})?|\d{1,2}\.\d{1,2}\.(?:\d{2}|\d{4})?|\d{1,2}/\d{1,2}/\d{2,4}|\d{4}-\d\d-\d\d)$`,
  'iu',
);
const CONTACT = /^(?:\S+@\S+\.\S+|https?:\S+|www\.\S+|(?=(?:\D*\d){6})\(?(?:\+|0)[\d\s()/.–-]+)$/iu;
const SENTENCE = /^(?:\S+\s+){3,}\S*[.!]$|^(?:\S+\s+){9}/u;
const CODE = /^(?=\S*\d)(?=\S*\p{Lu})[\p{Lu}\d./-]{3,}$/u;

function kindOf(cell: string): Kind | null {
  if (cell === '') return null;
  if (cell.endsWith('?')) return 'question';
  if (cell.length <= LONGEST_HOURS && tellsHours(cell)) return 'hours';
  if (SENTENCE.test(cell)) return 'sentence';
  if (cell.length > LONGEST_FIGURE) return null;
  if (isDaysOnly(cell)) return 'days';
  if (NO_HOURS.test(cell) || (HOURS.test(cell) && SAYS_HOURS.test(cell))) return 'hours';
  if (NO_AMOUNT.test(cell)) return 'no amount';
  if (YES_OR_NO.test(cell)) return 'yes or no';
  if (CONTACT.test(cell)) return 'contact';
  if (DATE.test(cell)) return 'date';
  if (YEAR.test(cell)) return 'year';
  const unit = unitOf(cell);
  if (unit !== null) return unit === '' ? 'number' : 'quantity';
  return CODE.test(cell) ? 'code' : null;
}

/** `Mo–Fr 9–18 Uhr, Sa 10–14 Uhr` */
function tellsHours(cell: string): boolean {
  const times = withoutDays(cell);
  return times !== cell && HOURS.test(times.replace(/^;/, ''));
}

const LONGEST_HOURS = 160;

/** Of a figure, empty where it has none; null for what is no figure. */
function unitOf(cell: string): string | null {
  if (cell.length > LONGEST_FIGURE) return null;
  const [figure] = FIGURE.exec(cell) ?? [];
  const rest = figure === undefined ? null : cell.slice(figure.length);
  if (figure === undefined || rest === null || !UNIT.test(rest)) return null;
  return `${/^[^\d\p{L}]*\p{Sc}|^\p{Lu}{3} ?(?=\d)/u.exec(figure)?.[0] ?? ''}${rest}`.trim().toLowerCase();
}
