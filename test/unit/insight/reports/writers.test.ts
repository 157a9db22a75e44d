import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import type {
  Report,
  ReportPart,
  ReportWriter,
  Row,
  TablePart,
  Transcript,
} from '#core/insight/reports/report';
import { writeCsv } from '#core/insight/reports/writers/csv';
import { writeJson } from '#core/insight/reports/writers/json';
import { axisSteps, scaleTo } from '#core/insight/reports/writers/pdf/charts';
import { writePdf } from '#core/insight/reports/writers/pdf/pdf';
import { writeXlsx } from '#core/insight/reports/writers/xlsx';
import { EXTRACTION_LIMITS } from '#core/reading/extraction';
import { extractPdf } from '#core/reading/pdf';

const COLUMNS = [
  { key: 'question', label: 'Frage', kind: 'text' },
  { key: 'at', label: 'Gestellt', kind: 'instant' },
  { key: 'share', label: 'Anteil', kind: 'percent' },
  { key: 'isMajor', label: 'Wichtig', kind: 'boolean' },
] as const;

const table = (rows: TablePart['rows']): TablePart => ({
  type: 'table',
  key: 'questions',
  title: 'Fragen [Öffnungszeiten]',
  columns: COLUMNS,
  rows,
});

const report = (parts: readonly ReportPart[], language: 'en' | 'de' = 'en'): Report => ({
  title: 'Größe & Übersicht',
  description: 'Für den Vorstand',
  subject: 'Brennofen GmbH',
  period: '1 Nov 2030',
  createdAt: new Date('2030-11-02T08:00:00Z'),
  language,
  timeZone: 'Europe/Berlin',
  parts,
});

const ROW: Row = ['Wie groß ist "er"?', '2030-03-31T01:30:00.000Z', 0.125, true];

async function written(write: ReportWriter, of: Report): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of write(of)) pieces.push(piece);
  return Buffer.concat(pieces);
}

describe('CSV', () => {
  it('is one table that Excel reads: with a mark of its encoding, local times and doubled quotes', async () => {
    const text = (await written(writeCsv, report([table([ROW])]))).toString();
    expect(text).toBe(
      '\ufeff"Frage","Gestellt (Europe/Berlin)","Anteil (%)","Wichtig"\r\n"Wie groß ist ""er""?",2030-03-31 03:30:00,12.5,Yes\r\n',
    );
  });

  it('names the unit of each column, and of each key figure', async () => {
    const kinds = ['seconds', 'usd', 'integer', 'percent'] as const;
    const figures: ReportPart[] = [
      {
        type: 'metrics',
        key: 'figures',
        title: 'Figures',
        metrics: kinds.map((kind) => ({
          key: kind,
          label: kind,
          kind,
          value: 0.5,
          previous: 0.25,
          change: '+100%',
        })),
      },
      {
        type: 'table',
        key: 'costs',
        title: 'Costs',
        columns: kinds.map((kind) => ({ key: kind, label: kind, kind })),
        rows: [[1.5, 0.25, 3, 0.5]],
      },
    ];
    const lines = (await written(writeCsv, report(figures))).toString().split('\r\n');
    expect(lines).toContain('"Figure","Value","Unit","Period before","Change"');
    expect(lines).toContain('"seconds",0.5,"s",0.25,"↑ 100%"');
    expect(lines).toContain('"usd",0.5,"USD",0.25,"↑ 100%"');
    expect(lines).toContain('"integer",0.5,,0.25,"↑ 100%"');
    expect(lines).toContain('"percent",50,"%",25,"↑ 100%"');
    expect(lines).toContain('"seconds (s)","usd (USD)","integer","percent (%)"');
    expect(lines).toContain('1.5,0.25,3,50');
  });

  it('of a view whose chart stands in a table is that table alone', async () => {
    const chart: ReportPart = {
      type: 'chart',
      key: 'topics',
      title: 'Themen',
      shape: 'ranking',
      kind: 'integer',
      isTabled: true,
      categories: ['Preise'],
      series: [{ key: 'asked', label: 'Gefragt', values: [3] }],
    };
    const alone = (await written(writeCsv, report([table([ROW])]))).toString();
    expect((await written(writeCsv, report([chart, table([ROW])]))).toString()).toBe(alone);
  });

  it('parts cells at semicolons and writes decimals with a comma in German', async () => {
    const text = (await written(writeCsv, report([table([ROW])], 'de'))).toString();
    expect(text).toContain('2030-03-31 03:30:00;12,5;Ja\r\n');
  });

  it.each([
    '=HYPERLINK("http://evil.example","x")',
    '+1+1',
    '-2+3',
    '@SUM(A1)',
    '\t=1+1',
    '\r=1+1',
    '  =1+1',
    '＝1+1',
    '"=1+1',
    '|calc',
  ])('lets no text of a visitor be a formula: %j', async (text) => {
    const out = (await written(writeCsv, report([table([[text, null, null, null]])]))).toString();
    expect(out.split('\r\n"').at(-1)).toMatch(/^'/);
  });

  it('leaves numbers below zero as numbers', async () => {
    const out = (await written(writeCsv, report([table([['a', null, -0.5, null]])]))).toString();
    expect(out).toContain('"a",,-50,');
  });
});

describe('JSON', () => {
  it('has rows by name, instants in UTC', async () => {
    const parsed = JSON.parse((await written(writeJson, report([table([ROW, ROW])]))).toString());
    expect(parsed).toMatchObject({ title: 'Größe & Übersicht', period: '1 Nov 2030' });
    expect(parsed.parts[0].rows).toEqual([
      { question: 'Wie groß ist "er"?', at: '2030-03-31T01:30:00.000Z', share: 0.125, isMajor: true },
      expect.objectContaining({ share: 0.125 }),
    ]);
  });
});

describe('Excel', () => {
  it('has a sheet about the report and one a table, whose texts are never formulas', async () => {
    const rows: Row[] = [ROW, ['=1+1 & <b>\u0000\ud800', null, null, false]];
    const files = unzipSync(await written(writeXlsx, report([table(rows), table([])])));
    const workbook = strFromU8(files['xl/workbook.xml'] ?? new Uint8Array());
    expect([...workbook.matchAll(/<sheet name="([^"]+)"/g)].map(([, name]) => name)).toEqual([
      'About this report',
      'Fragen Öffnungszeiten',
      'Fragen Öffnungszeiten (2)',
    ]);
    const sheet = strFromU8(files['xl/worksheets/sheet2.xml'] ?? new Uint8Array());
    expect(sheet).not.toContain('<f>');
    expect(sheet).toContain('t="inlineStr"><is><t xml:space="preserve">=1+1 &amp; &lt;b&gt;</t>');
    // 31 March 2030, 3:30 in Berlin, in days since 1900.
    expect(sheet).toContain(`<v>${Date.UTC(2030, 2, 31, 3, 30) / 86_400_000 + 25_569}</v>`);
    expect(sheet).toContain('<autoFilter ref="A1:D3"/>');
  });

  it('draws each chart beside its figures, on a sheet with a name of its own, and counts without decimals', async () => {
    const named = table([ROW]);
    const ofTable = { ...CHARTS.at(-1), title: named.title } as ReportPart;
    const book = unzipSync(await written(writeXlsx, report([...CHARTS, named, ofTable], 'de')));
    const textOf = (path: string) => strFromU8(book[path] ?? new Uint8Array());
    const names = [...textOf('xl/workbook.xml').matchAll(/<sheet name="([^"]+)"/g)].map(([, name]) => name);
    expect(names).toEqual([
      'Über diesen Bericht',
      'Kennzahlen – Kennzahlen',
      ...['lines', 'bars', 'ranking', 'shares'].map((shape) => `Diagramm ${shape}`),
      'Fragen Öffnungszeiten',
      'Fragen… – Diagramm',
    ]);
    const sheet = textOf('xl/worksheets/sheet3.xml');
    expect(sheet).toContain('<drawing');
    // Printed, it fits the width of a page. Excel refuses a file whose elements are in another order.
    expect(sheet).toMatch(
      /^<\?xml.+\n<worksheet [^>]+><sheetPr><pageSetUpPr fitToPage="1"\/><\/sheetPr><sheetViews>/,
    );
    expect(sheet).toMatch(
      /<autoFilter [^>]+><pageMargins [^>]+><pageSetup orientation="landscape" fitToWidth="1" fitToHeight="0"\/><drawing /,
    );
    expect(textOf('xl/worksheets/sheet7.xml')).not.toContain('<drawing');
    const chart = textOf('xl/charts/chart3.xml');
    expect(chart).toContain('<c:lineChart>');
    expect(chart).toContain("<c:f>'Diagramm lines'!$B$2:$B$4</c:f>");
    expect(chart).toContain('<c:dispBlanksAs val="gap"/>');
    expect(textOf('xl/charts/chart6.xml')).toMatch(/<c:dPt><c:idx val="1"\/>.+<c:cat>/);
    expect(textOf('[Content_Types].xml')).toContain('/xl/charts/chart6.xml');
    // 1,234 conversations, in the style of whole numbers.
    expect(textOf('xl/worksheets/sheet2.xml')).toContain('s="1"><v>1234</v>');
  });

  it('shortens the name of a sheet by whole words, and keeps what tells key figures', async () => {
    const charts = CHARTS.map((part) => ({ ...part, title: 'Gespräche nach der Stunde des Tages' }));
    const book = unzipSync(await written(writeXlsx, report(charts, 'de')));
    const workbook = strFromU8(book['xl/workbook.xml'] ?? new Uint8Array());
    expect([...workbook.matchAll(/<sheet name="([^"]+)"/g)].map(([, name]) => name)).toEqual([
      'Über diesen Bericht',
      'Gespräche nach… – Kennzahlen',
      'Gespräche nach der Stunde des…',
      'Gespräche nach der Stunde… (2)',
      'Gespräche nach der Stunde… (3)',
      'Gespräche nach der Stunde… (4)',
    ]);
  });

  it('is read by a spreadsheet library', async () => {
    const { read, utils } = await import('@e965/xlsx');
    const book = read(await written(writeXlsx, report([table([ROW])])));
    expect(utils.sheet_to_json(book.Sheets['Fragen Öffnungszeiten'] ?? {})).toMatchObject([
      { Frage: 'Wie groß ist "er"?', Anteil: 0.125, Wichtig: 'Yes' },
    ]);
  });
});

const CHARTS: readonly ReportPart[] = [
  {
    type: 'metrics',
    key: 'figures',
    title: 'Kennzahlen',
    metrics: [
      { key: 'a', label: 'Gespräche', kind: 'integer', value: 1234, previous: 1000, change: '+23 %' },
    ],
  },
  ...(['lines', 'bars', 'ranking', 'shares'] as const).map(
    (shape): ReportPart => ({
      type: 'chart',
      key: shape,
      title: `Diagramm ${shape}`,
      shape,
      kind: 'integer',
      categories: ['Öffnungszeiten', 'Preise', 'Rückgabe'],
      series: [{ key: 'n', label: 'Anzahl', values: [3, null, 7] }],
    }),
  ),
];

/** The words of a PDF, by what reads uploads. */
async function wordsOf(pdf: Uint8Array): Promise<string> {
  const extraction = await extractPdf(new Uint8Array(pdf), EXTRACTION_LIMITS);
  return JSON.stringify(extraction).replaceAll('\\\\"', '"').replaceAll('\\"', '"').replace(/\s+/g, ' ');
}

describe('PDF', () => {
  it('has figures, charts and tables with umlauts and other alphabets', async () => {
    const rows: Row[] = [ROW, ['Сколько стоит? Πόσο;', null, null, null]];
    const words = await wordsOf(await written(writePdf, report([...CHARTS, table(rows)], 'de')));
    for (const expected of [
      'Größe & Übersicht',
      'Brennofen GmbH',
      '1.234',
      '+23 %',
      'Diagramm ranking',
      'Öffnungszeiten',
      'Wie groß ist "er"?',
      'Сколько стоит? Πόσο;',
    ])
      expect(words).toContain(expected);
  });

  it('has conversations as they are read, and leaves nothing out of what was said', async () => {
    const long = Array.from({ length: 900 }, (_, at) => `word${at}`).join(' ');
    async function* conversations(): AsyncIterable<Transcript> {
      yield {
        title: 'Ada Miller',
        facts: [
          { label: 'Begun', value: '2030-03-31T01:30:00.000Z', kind: 'instant' },
          { label: 'Status', value: 'Resolved', kind: 'text' },
        ],
        turns: [
          {
            at: '2030-03-31T01:30:00.000Z',
            author: 'Visitor',
            isVisitor: true,
            note: null,
            text: 'How long?',
            sources: [],
          },
          {
            at: '2030-03-31T01:30:02.000Z',
            author: 'Helper (Bot)',
            isVisitor: false,
            note: 'Quote',
            text: `Two years.\n${long}`,
            sources: ['[1] Guarantee · page 3: “Two years”', `https://shop.example/${'x'.repeat(200)}end`],
          },
        ],
      };
    }
    const part = {
      type: 'transcript',
      key: 't',
      title: 'Transcript',
      conversations: conversations(),
    } as const;
    const words = await wordsOf(await written(writePdf, report([part])));
    for (const expected of [
      'Ada Miller',
      'Status',
      'Resolved',
      'How long?',
      'Helper (Bot) · Quote',
      '[1] Guarantee · page 3',
      'word0 ',
      'word899',
      'end',
      'Page 2',
    ])
      expect(words).toContain(expected);
  });

  it('says where there is nothing', async () => {
    expect(await wordsOf(await written(writePdf, report([table([])])))).toContain(
      'There is nothing in this period.',
    );
  });

  it('marks its axes with round numbers', () => {
    expect(axisSteps(0, true)).toEqual([0, 1]);
    expect(axisSteps(3, true)).toEqual([0, 1, 2, 3]);
    expect(axisSteps(87, true)).toEqual([0, 25, 50, 75, 100]);
    expect(scaleTo(5)).toEqual([0, 1, 2, 3, 4, 5]);
  });
});

/** What a long table may need beyond what a short one does. */
const SPARE_BYTES = 64 * 1024 * 1024;

describe.each([
  ['csv', writeCsv, 100_000],
  ['json', writeJson, 100_000],
  ['xlsx', writeXlsx, 100_000],
  ['pdf', writePdf, 4_000],
] as const)('a long %s', (_, write, count) => {
  it('is written piece by piece, in bounded memory', async () => {
    function* rows(): Iterable<Row> {
      for (let number = 0; number < count; number += 1)
        yield [`question ${number} ${Math.sin(number)}`, '2030-01-01T00:00:00.000Z', number / count, null];
    }
    globalThis.gc?.();
    const before = process.memoryUsage();
    let bytes = 0;
    let pieces = 0;
    let largest = 0;
    let peak = 0;
    for await (const piece of write(report([table(rows())]))) {
      bytes += piece.length;
      pieces += 1;
      largest = Math.max(largest, piece.length);
      if (pieces % 50 === 0) {
        globalThis.gc?.();
        const { external, arrayBuffers } = process.memoryUsage();
        peak = Math.max(peak, external + arrayBuffers - before.external - before.arrayBuffers);
      }
    }
    expect(pieces).toBeGreaterThan(20);
    // No piece holds a large part of the file, and none is kept.
    expect(largest).toBeLessThan(Math.max(1_000_000, bytes / 4));
    expect(peak).toBeLessThan(SPARE_BYTES);
  });
});
