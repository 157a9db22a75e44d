import { Zip, ZipDeflate } from 'fflate';
import {
  type Cell,
  type ChartPart,
  type Column,
  chartTable,
  type Report,
  type TablePart,
  type ValueKind,
} from '../report';
import { headOf, tablesOf } from './tables';
import { WRITER_TEXTS, type WriterTexts } from './texts';
import { LocalTime } from './values';
import { chartFiles, chartTypes, SHEET_DRAWING } from './xlsx-chart';

/** Rows that a sheet of Excel takes; what is over goes on in another. */
const MAX_ROWS = 1_048_576;
/** Characters that a cell takes. */
const MAX_TEXT = 32_767;
/** Characters of XML that are gathered before they are compressed. */
const BATCH = 64 * 1024;

/**
 * A report as a workbook of Excel: a sheet that says what it is, then one for each table. Rows are compressed as they
 * come, so that a long table needs no more memory than a short one. Texts are written as texts, never as formulas.
 * No library does this with native charts: exceljs has none, write-excel-file takes all rows at once.
 */
export async function* writeXlsx(report: Report): AsyncIterable<Uint8Array> {
  const compressed: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    compressed.push(chunk);
  });
  const file = (name: string) => {
    const entry = new ZipDeflate(name, { level: 4 });
    zip.add(entry);
    return entry;
  };
  const whole = (name: string, text: string) => file(name).push(Buffer.from(XML + text), true);
  const names: string[] = [];
  const cellsOf = cellWriter(report);
  const charts: number[] = [];
  for await (const { name, columns, rows, hasHead, chart } of sheetsOf(report, names)) {
    const number = names.push(name);
    const sheet = file(`xl/worksheets/sheet${number}.xml`);
    let batch = XML + sheetHead(columns, hasHead, chart !== undefined);
    let count = 0;
    if (hasHead) {
      count += 1;
      batch += `<row r="1">${columns.map((column, at) => textCell(at, 1, headOf(inSheet(column), report.timeZone), STYLES.head)).join('')}</row>`;
    }
    for await (const row of rows) {
      count += 1;
      batch += `<row r="${count}">${cellsOf(columns, row, count)}</row>`;
      if (batch.length < BATCH) continue;
      sheet.push(Buffer.from(batch));
      batch = '';
      yield* compressed.splice(0);
    }
    sheet.push(Buffer.from(batch + sheetEnd(columns.length, count, hasHead, chart !== undefined)), true);
    if (chart) {
      charts.push(number);
      for (const [path, text] of chartFiles(number, name, chart, escaped)) whole(path, text);
    }
    yield* compressed.splice(0);
  }
  whole('[Content_Types].xml', contentTypes(names.length, charts));
  whole('_rels/.rels', ROOT_RELATIONS);
  whole('xl/workbook.xml', workbook(names));
  whole('xl/_rels/workbook.xml.rels', workbookRelations(names.length));
  whole('xl/styles.xml', STYLE_SHEET);
  zip.end();
  yield* compressed.splice(0);
}

interface Sheet {
  readonly name: string;
  readonly columns: readonly Column[];
  readonly rows: AsyncIterable<readonly Cell[]> | Iterable<readonly Cell[]>;
  /** Whether its columns have names. */
  readonly hasHead: boolean;
  /** Shown beside its columns, which it is drawn from. */
  readonly chart?: ChartPart;
}

async function* sheetsOf(report: Report, names: readonly string[]): AsyncIterable<Sheet> {
  const texts = WRITER_TEXTS[report.language];
  const nameOf = (title: string) => sheetName(title, names);
  const about: Cell[][] = [
    [report.title],
    ...(report.description === '' ? [] : [[report.description]]),
    [texts.subject, report.subject],
    [texts.period, report.period],
    [texts.created, new LocalTime(report.timeZone).text(report.createdAt.toISOString())],
    [texts.timeZone, report.timeZone],
  ];
  const text = { key: '', label: '', kind: 'text' } as const;
  yield { name: nameOf(texts.about), columns: [text, text], rows: about, hasHead: false };
  for (const part of report.parts) {
    const chart = part.type === 'chart' && part.categories.length > 0 ? part : undefined;
    const table = chart ? chartSheet(chart, report, texts) : tablesOf([part], report.language)[0];
    if (!table) continue;
    const source = iteratorOf(table.rows);
    for (let isMore = true; isMore; ) {
      const rows = upTo(source, MAX_ROWS - 1);
      yield {
        name: nameOf(table.title),
        columns: table.columns,
        rows: rows.rows,
        hasHead: true,
        ...(chart && { chart }),
      };
      isMore = rows.isFull();
    }
  }
}

/** Said to be a chart where a table has the same title: in most names it would leave no room for what they tell. */
function chartSheet(chart: ChartPart, { parts }: Report, texts: WriterTexts): TablePart {
  const hasTable = parts.some(({ type, title }) => type === 'table' && title === chart.title);
  return {
    ...chartTable(chart, texts.category),
    title: hasTable ? `${chart.title} – ${texts.chart}` : chart.title,
  };
}

function iteratorOf(rows: TablePart['rows']): AsyncIterator<readonly Cell[]> | Iterator<readonly Cell[]> {
  return Symbol.asyncIterator in rows ? rows[Symbol.asyncIterator]() : rows[Symbol.iterator]();
}

/** The next rows of a source that others go on with. */
function upTo(source: ReturnType<typeof iteratorOf>, limit: number) {
  let taken = 0;
  async function* rows() {
    while (taken < limit) {
      const { value, done } = await source.next();
      if (done) return;
      taken += 1;
      yield value;
    }
  }
  return { rows: rows(), isFull: () => taken === limit };
}

/** A name as Excel takes it, and that no other sheet has: Excel compares without case. */
function sheetName(title: string, taken: readonly string[]): string {
  const plain =
    clean(title)
      .replace(/[[\]:*?/\\']/g, ' ')
      .replace(/\s+/g, ' ')
      .trim() || 'Sheet';
  const isTaken = (name: string) => taken.some((other) => other.toLowerCase() === name.toLowerCase());
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? '' : ` (${number})`;
    const name = shortened(plain, 31 - suffix.length) + suffix;
    if (!isTaken(name)) return name;
  }
}

/** By whole words, and with what tells a chart or key figures from a table, which stands at the end. */
function shortened(name: string, room: number): string {
  if (name.length <= room) return name;
  const [, title = name, kind = ''] = /^(.+)( – \S.{0,15})$/.exec(name) ?? [];
  const length = room - kind.length - 1;
  const start = title.slice(0, length);
  const words = title[length] === ' ' ? start : start.replace(/\s+\S*$/, '');
  return `${words.trim()}…${kind}`;
}

/** Excel shows shares and amounts with their unit by the cells' format: such heads need none. */
function inSheet({ label, kind }: Column): Pick<Column, 'label' | 'kind'> {
  return { label, kind: kind === 'percent' || kind === 'usd' ? 'decimal' : kind };
}

function cellWriter({ language, timeZone }: Report) {
  const texts = WRITER_TEXTS[language];
  const time = new LocalTime(timeZone);
  return (columns: readonly Column[], row: readonly Cell[], line: number): string => {
    let cells = '';
    for (const [at, { kind }] of columns.entries()) {
      const value = row[at] ?? null;
      if (value === null) continue;
      if (typeof value === 'number') cells += numberCell(at, line, value, styleOf(kind, value));
      else if (typeof value === 'boolean') cells += textCell(at, line, value ? texts.yes : texts.no);
      else if (kind === 'instant') cells += numberCell(at, line, serial(time.text(value)), STYLES.instant);
      else if (kind === 'day') cells += numberCell(at, line, serial(`${value} 00:00:00`), STYLES.day);
      else cells += textCell(at, line, value);
    }
    return cells;
  };
}

/** A count has no decimals, also among figures that have. */
function styleOf(kind: ValueKind, value: number): number {
  return STYLES[kind === 'decimal' && Number.isInteger(value) ? 'integer' : kind];
}

/** Days since 1900 as Excel counts them, of a local time. */
function serial(local: string): number {
  return Date.parse(`${local.replace(' ', 'T')}Z`) / 86_400_000 + 25_569;
}

function numberCell(column: number, line: number, value: number, style: number): string {
  return Number.isFinite(value) ? `<c r="${letters(column)}${line}" s="${style}"><v>${value}</v></c>` : '';
}

function textCell(column: number, line: number, value: string, style: number = STYLES.text): string {
  const text = escaped(clean(value).slice(0, MAX_TEXT));
  return `<c r="${letters(column)}${line}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`;
}

function letters(column: number): string {
  const rest = Math.floor(column / 26);
  return (rest > 0 ? letters(rest - 1) : '') + String.fromCharCode(65 + (column % 26));
}

/** Without what XML can't hold, which Excel would refuse the whole file for. */
function clean(text: string): string {
  return text.replace(NOT_IN_XML, '');
}

const NOT_IN_XML = /[\p{Cs}\ufffe\uffff]|(?![\t\n\r\u007f-\u009f])\p{Cc}/gu;

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const DOCUMENT = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';

/** Places in `cellXfs` below. */
const STYLES = {
  text: 0,
  boolean: 0,
  integer: 1,
  decimal: 2,
  seconds: 2,
  percent: 3,
  usd: 4,
  instant: 5,
  day: 6,
  head: 7,
} as const satisfies Record<ValueKind | 'head', number>;

const STYLE_SHEET =
  `<styleSheet xmlns="${MAIN}"><numFmts count="3">` +
  '<numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd"/>' +
  '<numFmt numFmtId="166" formatCode="[$$-409]#,##0.0000"/></numFmts>' +
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><color rgb="FFFFFFFF"/><name val="Calibri"/></font></fonts>' +
  '<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>' +
  '<fill><patternFill patternType="solid"><fgColor rgb="FF0C5A52"/></patternFill></fill></fills>' +
  '<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs>' +
  '<cellXfs count="8"><xf><alignment vertical="top"/></xf>' +
  [3, 4, 10, 166, 164, 165].map((format) => `<xf numFmtId="${format}" applyNumberFormat="1"/>`).join('') +
  '<xf fontId="1" fillId="2" applyFont="1" applyFill="1"/></cellXfs></styleSheet>';

const WIDTHS: Readonly<Record<ValueKind, number>> = {
  text: 28,
  boolean: 8,
  integer: 12,
  decimal: 12,
  percent: 10,
  seconds: 12,
  usd: 12,
  instant: 19,
  day: 12,
};

/** A chart stands right of its columns: printed, both fit the width of a page across. Places are those of the schema. */
const FIT = '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>';
const ACROSS =
  '<pageMargins left="0.5" right="0.5" top="0.5" bottom="0.5" header="0.3" footer="0.3"/>' +
  '<pageSetup orientation="landscape" fitToWidth="1" fitToHeight="0"/>';

function sheetHead(columns: readonly Column[], hasHead: boolean, hasChart: boolean): string {
  const widths = columns.map(
    ({ kind, label }, at) =>
      `<col min="${at + 1}" max="${at + 1}" width="${Math.max(WIDTHS[kind], label.length + 3)}" customWidth="1"/>`,
  );
  // The names of the columns stay where they are.
  const pane = hasHead ? '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>' : '';
  return `<worksheet xmlns="${MAIN}">${hasChart ? FIT : ''}<sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData>`;
}

function sheetEnd(columns: number, rows: number, hasHead: boolean, hasChart: boolean): string {
  const filter = hasHead && rows > 1 ? `<autoFilter ref="A1:${letters(columns - 1)}${rows}"/>` : '';
  return `</sheetData>${filter}${hasChart ? ACROSS + SHEET_DRAWING : ''}</worksheet>`;
}

const each = (count: number, text: (number: number) => string) =>
  Array.from({ length: count }, (_, at) => text(at + 1)).join('');

function workbook(names: readonly string[]): string {
  const sheets = names.map(
    (name, at) => `<sheet name="${escaped(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`,
  );
  return `<workbook xmlns="${MAIN}" xmlns:r="${DOCUMENT}"><sheets>${sheets.join('')}</sheets></workbook>`;
}

function workbookRelations(sheets: number): string {
  return (
    `<Relationships xmlns="${PACKAGE}/relationships">` +
    each(
      sheets,
      (number) =>
        `<Relationship Id="rId${number}" Type="${DOCUMENT}/worksheet" Target="worksheets/sheet${number}.xml"/>`,
    ) +
    `<Relationship Id="rId${sheets + 1}" Type="${DOCUMENT}/styles" Target="styles.xml"/></Relationships>`
  );
}

const ROOT_RELATIONS = `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${DOCUMENT}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;

function contentTypes(sheets: number, charts: readonly number[]): string {
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
  return (
    `<Types xmlns="${PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/>` +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    `<Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/>` +
    `<Override PartName="/xl/styles.xml" ContentType="${type}.styles+xml"/>` +
    each(
      sheets,
      (number) =>
        `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${type}.worksheet+xml"/>`,
    ) +
    `${charts.map(chartTypes).join('')}</Types>`
  );
}
