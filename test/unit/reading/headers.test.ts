import { describe, expect, it } from 'vitest';
import { piecesOf } from '#core/quoting/candidates';
import { workbookOf } from './documents';
import { BOLD, messyPdf, p, passagesOf, styledDocx } from './messy';

const encode = (text: string) => new TextEncoder().encode(text);
const rows = (text: string) => text.split(' / ').map((row) => row.split('|').map((cell) => cell.trim()));

const docxTable = (
  content: readonly (readonly string[])[],
  {
    run = '',
    cell = '',
    row = '',
  }: { readonly run?: string; readonly cell?: string; readonly row?: string } = {},
) =>
  `<w:tbl>${content
    .map((cells, at) => {
      const isFirst = at === 0;
      const tcs = cells.map(
        (text) => `<w:tc><w:tcPr>${isFirst ? cell : ''}</w:tcPr>${p(text, isFirst ? { run } : {})}</w:tc>`,
      );
      return `<w:tr><w:trPr>${isFirst ? row : ''}</w:trPr>${tcs.join('')}</w:tr>`;
    })
    .join('')}</w:tbl>`;

/** The rows as an answer quotes them. */
async function quoted(bytes: Uint8Array, format: Parameters<typeof passagesOf>[1]): Promise<string[]> {
  return (await passagesOf(bytes, format)).flatMap(({ text }) => piecesOf(text).map((piece) => piece.text));
}

const asPdf = (content: readonly (readonly string[])[], isBold = false) =>
  messyPdf([
    content.flatMap((cells, at) =>
      cells.map((text, column) => ({
        text,
        x: 70 + column * 150,
        y: 700 - at * 16,
        bold: isBold && at === 0,
      })),
    ),
  ]);

const HEADLESS = [
  'Books | 4 weeks / Games | 2 weeks / Films | 1 week',
  'Bücher | 4 Wochen / Spiele | 14 Tage / Filme | 1 Monat / Noten | 4 Wochen',
  'Name | Ferienhaus Seeblick / Telefon | 030 123456 / Fax | 030 123457',
  'Membership | free / Late return | 2 € / Lost card | 5 €',
  'Sauna | on request / Pool | 5 € per hour / Towels | 3 € each',
  'Anna | Sales / Ben | Support / Cem | Accounts',
  'Check-in | from 3 p.m. / Check-out | until 11 a.m.',
];

describe('a table without a header', () => {
  it.each(HEADLESS)('keeps its first row, and no row is labelled with it: %s', async (text) => {
    const content = rows(text);
    const expected = content.map((row) => row.join(', '));
    const made: [Uint8Array, Parameters<typeof passagesOf>[1]][] = [
      [styledDocx(docxTable(content), ''), 'docx'],
      [encode(content.map((row) => row.map((cell) => `"${cell}"`).join(',')).join('\n')), 'csv'],
      [workbookOf('xlsx', content), 'xlsx'],
      [await asPdf(content), 'pdf'],
    ];
    for (const [bytes, format] of made) {
      const pieces = (await quoted(bytes, format))
        .join('\n')
        .replace(/^Sheet\n/, '')
        .replaceAll(': ', ', ');
      for (const row of expected) expect(pieces.split('\n'), format).toContain(row);
    }
  });
});

const NAMED = 'Department | Contact / Sales | Anna / Support | Ben / Accounts | Cem';

describe('a header', () => {
  it.each([
    ['what repeats on the next page', { row: '<w:tblHeader/>' }],
    ['bold letters', { run: BOLD }],
    ['a coloured ground', { cell: '<w:shd w:val="clear" w:color="auto" w:fill="D9E2F3"/>' }],
  ])('of words alone is told in Word by %s', async (_, look) => {
    const pieces = await quoted(styledDocx(docxTable(rows(NAMED), look), ''), 'docx');
    expect(pieces).toEqual([
      'Department: Sales, Contact: Anna',
      'Department: Support, Contact: Ben',
      'Department: Accounts, Contact: Cem',
    ]);
  });

  it('of words alone is told in a PDF by its letters', async () => {
    expect(await quoted(await asPdf(rows(NAMED), true), 'pdf')).toContain(
      'Department: Support, Contact: Ben',
    );
    expect(await quoted(await asPdf(rows(NAMED)), 'pdf')).toContain('Support, Ben');
  });

  it('of words alone is told in a PDF by the next page, which repeats it', async () => {
    const page = (text: string) =>
      rows(text).flatMap((cells, at) =>
        cells.map((cell, column) => ({ text: cell, x: 70 + column * 150, y: 500 - at * 16 })),
      );
    const bytes = await messyPdf([
      page(NAMED),
      page('Department | Contact / Kitchen | Dora / Garden | Emil'),
    ]);
    const pieces = await quoted(bytes, 'pdf');
    expect(pieces).toContain('Department: Sales, Contact: Anna');
    expect(pieces).toContain('Department: Garden, Contact: Emil');
  });

  it('of words alone is told in Markdown and on a web page by its marks', async () => {
    const lines = rows(NAMED).map((row) => row.join(' | '));
    const markdown = [lines[0], '--- | ---', ...lines.slice(1)].join('\n');
    expect(await quoted(encode(markdown), 'md')).toContain('Department: Support, Contact: Ben');
    const empty = ['| | |', '|---|---|', ...lines].join('\n');
    expect(await quoted(encode(empty), 'md')).toContain('Department, Contact');
  });

  it.each([
    'Ticket | Price / Adult | 12 € / Child | 6 € / Family | 25 €',
    'Gerät | Leihdauer / Bohrer | 3 Tage / Säge | 1 Woche / Leiter | 2 Tage',
    'Dish | Vegan | Spicy / Soup | yes | no / Curry | yes | yes / Steak | no | no',
    '| Small | Large / Pizza | 8 € | 11 € / Salad | 5 € | 8 €',
    'Date | Event / 3 May | Concert / 17 May | Reading / 2 June | Market',
    'Question | Answer / Is there parking? | Behind the house. / Are dogs welcome? | Yes, on a lead.',
  ])('is told by what stands below it: %s', async (text) => {
    const [header = [], first = []] = rows(text);
    const expected = first.map((cell, at) => (header[at] ? `${header[at]}: ${cell}` : cell)).join(', ');
    const content = rows(text);
    expect(await quoted(styledDocx(docxTable(content), ''), 'docx')).toContain(expected);
    expect(await quoted(await asPdf(content), 'pdf')).toContain(expected);
  });

  it('stands above the rows of each passage, and a row that looks like one does not', async () => {
    const many = Array.from({ length: 60 }, (_, at) => [
      `Team number ${at} of the house`,
      `Person ${at} of many`,
    ]);
    const styled = await passagesOf(
      styledDocx(docxTable([['Department', 'Contact'], ...many], { run: BOLD }), ''),
      'docx',
    );
    expect(styled.length).toBeGreaterThan(2);
    for (const { text } of styled) {
      expect(text).toMatch(/^Department \| Contact\n/);
      expect(piecesOf(text).every((piece) => piece.text.startsWith('Department: Team'))).toBe(true);
    }
    const mixed = Array.from({ length: 60 }, (_, at) => [
      `Thing number ${at} of many in the house`,
      at % 6 === 0 ? 'Never' : `${at} days`,
    ]);
    for (const { text } of await passagesOf(
      styledDocx(docxTable([['Chair', '3 days'], ...mixed]), ''),
      'docx',
    ))
      expect(
        piecesOf(text)
          .map((piece) => piece.text)
          .join(),
      ).not.toMatch(/: /);
  });
});
