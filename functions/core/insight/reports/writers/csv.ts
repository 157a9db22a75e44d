import type { Language } from '#contract/accounts/profile';
import type { Cell, Report, ValueKind } from '../report';
import { batched } from './batches';
import { headOf, tablesOf } from './tables';
import { WRITER_TEXTS } from './texts';
import { LocalTime } from './values';

/**
 * A report as CSV (RFC 4180, UTF-8 with a byte order mark, by which Excel knows the encoding). German Excel parts cells
 * at semicolons and writes decimals with a comma. A report of one table is that table alone, so that other programs read
 * it; of several, each stands below its title.
 */
export async function* writeCsv(report: Report): AsyncIterable<Uint8Array> {
  yield* batched(linesOf(report));
}

async function* linesOf(report: Report): AsyncIterable<string> {
  const { language, timeZone, parts } = report;
  const texts = WRITER_TEXTS[language];
  const dialect = { ...DIALECTS[language], time: new LocalTime(timeZone), texts };
  const line = (cells: readonly string[]) => `${cells.join(dialect.separator)}\r\n`;
  yield '\ufeff';
  const tables = tablesOf(parts, language);
  if (tables.length !== 1) {
    yield line([quoted(report.title)]);
    yield line([quoted(report.subject)]);
    yield line([quoted(report.period)]);
  }
  for (const { title, columns, rows } of tables) {
    if (tables.length !== 1) yield `\r\n${line([quoted(title)])}`;
    yield line(columns.map((column) => quoted(headOf(column, timeZone))));
    for await (const row of rows)
      yield line(columns.map(({ kind }, at) => written(row[at] ?? null, kind, dialect)));
  }
}

interface Dialect {
  readonly separator: string;
  readonly decimal: string;
  readonly time: LocalTime;
  readonly texts: (typeof WRITER_TEXTS)[Language];
}

const DIALECTS: Readonly<Record<Language, Pick<Dialect, 'separator' | 'decimal'>>> = {
  en: { separator: ',', decimal: '.' },
  de: { separator: ';', decimal: ',' },
};

function written(value: Cell, kind: ValueKind, { decimal, time, texts }: Dialect): string {
  if (value === null) return '';
  // Shares are written as their heads say: 0.25 as 25.
  if (typeof value === 'number')
    return String(rounded(kind === 'percent' ? value * 100 : value)).replace('.', decimal);
  if (typeof value === 'boolean') return value ? texts.yes : texts.no;
  if (kind === 'instant') return time.text(value);
  return kind === 'day' ? value : quoted(value);
}

/** Six digits behind the point are more than anything here is measured to. */
function rounded(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}

/**
 * A text as a cell. One that a spreadsheet would take for a formula gets an apostrophe in front: what visitors write
 * must never be run by who opens the file. White space and quotes before the sign don't hide it, and the full-width
 * signs count.
 */
function quoted(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}

const FORMULA = /^[\s"'\u00a0\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20\t\r|]/u;
