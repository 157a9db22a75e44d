import { type CellObject, SSF } from '@e965/xlsx';
import { detectLanguage, detectTableLanguage } from '#core/text/language';

/** How the numbers and dates of a workbook are written, which it leaves to the program that shows it. */
export interface CellNotation {
  readonly isGerman: boolean;
  isDate(format: string): boolean;
}

/** Formats of Germany, Austria and Luxembourg. */
const GERMAN_FORMAT = /\[\$[^\]]*-(?:4|C|10)07\]/i;

/** German where the words are, or where the cells' formats say so. */
export function notationOf(
  words: string,
  formats: readonly string[],
  isDate: (format: string) => boolean,
): CellNotation {
  // A table of names, dates and amounts has no sentence that would tell, but has its columns' names.
  const language = detectLanguage(words) ?? detectTableLanguage(words);
  const isGerman = language === 'de' || formats.some((format) => GERMAN_FORMAT.test(format));
  return { isGerman, isDate };
}

/** A cell as its owner sees it; one whose formula failed says nothing. */
export function shownText({ t, v, w, z }: CellObject, { isGerman, isDate }: CellNotation): string {
  if (t === 's') return String(v ?? '');
  if (t === 'e' || t === 'z' || v === undefined) return '';
  if (t === 'n' && typeof z === 'string') {
    const own = ownFormat(Number(v), z, isGerman);
    if (own !== null) return own;
  }
  const shown = (t === 'n' ? numberText(Number(v), w, z) : (w ?? String(v))).trim();
  const isDated = typeof z === 'string' && isDate(z);
  const text = isDated ? withoutIdleTime(shown) : shown;
  if (!isGerman) return text;
  if (t === 'b') return v ? 'Ja' : 'Nein';
  return isDated ? withGermanDate(text) : withDecimalComma(text);
}

/** A day, or a time of day, in a format that each machine writes in its own way: here as the workbook's language does. */
function ownFormat(value: number, format: string, isGerman: boolean): string | null {
  const [, kind] = /\[\$-F(400|800)\]/i.exec(format) ?? [];
  if (kind === undefined) return null;
  const parts = SSF.parse_date_code(value);
  if (!parts) return null;
  const date = new Date(Date.UTC(parts.y, parts.m - 1, parts.d, parts.H, parts.M, Math.round(parts.S)));
  const style: Intl.DateTimeFormatOptions =
    kind === '800' ? { dateStyle: 'full' } : { timeStyle: date.getUTCSeconds() === 0 ? 'short' : 'medium' };
  return new Intl.DateTimeFormat(isGerman ? 'de' : 'en-US', { ...style, timeZone: 'UTC' })
    .format(date)
    .replaceAll('\u202f', ' ');
}

/** A locale in a number's format: no currency, unless a sign stands before it. */
const LOCALE = /\[\$-[^\]]*\]/g;
const SCIENTIFIC = /^0(?:\.0+)?E\+0+$/i;
/** Digits that a spreadsheet keeps of a number. */
const PRECISION = 15;

/** With all its digits where its format leaves that to the column's width, as the numbers of parts and phones have it. */
function numberText(value: number, shown: string | undefined, format: string | number | undefined): string {
  const isLong = Number.isInteger(value) && Math.abs(value) >= 1e5 && Math.abs(value) < 1e15;
  if (format === undefined || format === 'General' || (isLong && SCIENTIFIC.test(String(format)))) {
    const exact = String(Number(value.toPrecision(PRECISION)));
    return exact.includes('e') ? (shown ?? exact) : exact;
  }
  if (typeof format !== 'string' || format.search(LOCALE) < 0) return shown ?? String(value);
  try {
    return SSF.format(format.replace(LOCALE, ''), value);
  } catch {
    return shown ?? String(value);
  }
}

/** `2027-01-14 18:30:00`, as programs write it whom nobody told a format, without seconds and midnights. */
function withoutIdleTime(text: string): string {
  return text.replace(/^(\d{4}-\d{2}-\d{2})(?:[ T]0{1,2}:00(?::00)?|([ T]\d{1,2}:\d{2}):00)$/, '$1$2');
}

/** `1,234.50` as `1.234,50`. */
function withDecimalComma(text: string): string {
  return text.replace(/\d[\d.,]*/g, (number) =>
    number.replace(/[.,](?=\d)/g, (mark) => (mark === '.' ? ',' : '.')),
  );
}

/** A slash in a format stands for what the country writes between day and month. */
function withGermanDate(text: string): string {
  return text
    .replace(/(?<!\d)(\d{4})-(\d{2})-(\d{2})(?!\d)/g, '$3.$2.$1')
    .replace(/(?<=\.\d{4})[ T](?=\d{1,2}:)/, ', ')
    .replaceAll('/', '.')
    .replace(/[A-Z][a-z]+/g, (name) => GERMAN_NAMES.get(name) ?? name);
}

/** Names of months and days as formats write them, long and short. */
const GERMAN_NAMES: ReadonlyMap<string, string> = new Map(
  (['long', 'short'] as const).flatMap((length) => [
    ...Array.from({ length: 12 }, (_, month) =>
      namesOf({ month: length }, new Date(Date.UTC(2026, month, 1))),
    ),
    ...Array.from({ length: 7 }, (_, day) =>
      namesOf({ weekday: length }, new Date(Date.UTC(2026, 0, 4 + day))),
    ),
  ]),
);

function namesOf(part: Intl.DateTimeFormatOptions, date: Date): [string, string] {
  const name = (locale: string) => new Intl.DateTimeFormat(locale, { ...part, timeZone: 'UTC' }).format(date);
  return [name('en-US'), name('de')];
}
