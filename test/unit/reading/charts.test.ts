import { strToU8, unzipSync, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import type { DocumentFormat } from '#contract/knowledge/documents';
import { extract } from '#core/reading/extract';
import { styledDocx } from './messy';
import { presentationOf, relation, relations, zip } from './office';

const CHART = {
  title: 'Guests',
  rows: [
    ['', '2025', '2026'],
    ['May', '40', '55'],
    ['June', '60', '70'],
  ],
} as const;

/** As Office keeps it: categories and values of each series. */
function officeChart(): string {
  const [head, ...body] = CHART.rows;
  const points = (texts: readonly string[]) =>
    texts.map((text, at) => `<c:pt idx="${at}"><c:v>${text}</c:v></c:pt>`).join('');
  const series = head
    .slice(1)
    .map(
      (name, at) =>
        `<c:ser><c:tx><c:strRef><c:strCache>${points([name])}</c:strCache></c:strRef></c:tx><c:cat><c:strRef><c:strCache>${points(body.map(([month]) => month))}</c:strCache></c:strRef></c:cat><c:val><c:numRef><c:numCache>${points(body.map((row) => row[at + 1] ?? ''))}</c:numCache></c:numRef></c:val></c:ser>`,
    );
  return `<c:chartSpace><c:chart><c:title><c:tx><c:rich><a:p><a:r><a:t>${CHART.title}</a:t></a:r></a:p></c:rich></c:tx></c:title><c:plotArea><c:barChart>${series.join('')}</c:barChart></c:plotArea></c:chart></c:chartSpace>`;
}

describe('a chart', () => {
  const drawn =
    '<w:drawing><wp:inline><a:graphic><a:graphicData><c:chart r:id="c"/></a:graphicData></a:graphic></wp:inline></w:drawing>';
  const rows = CHART.rows
    .map(
      (row) =>
        `<table:table-row>${row.map((text) => `<table:table-cell><text:p>${text}</text:p></table:table-cell>`).join('')}</table:table-row>`,
    )
    .join('');
  it.each<[DocumentFormat, Uint8Array]>([
    [
      'docx',
      styledDocx(`<w:p><w:r>${drawn}</w:r></w:p>`, '', {
        'word/charts/chart1.xml': officeChart(),
        'word/_rels/document.xml.rels': relations(relation('c', 'chart', 'charts/chart1.xml')),
      }),
    ],
    [
      'odt',
      zip({
        mimetype: 'application/vnd.oasis.opendocument.text',
        'content.xml':
          '<office:document-content><office:body><office:text><text:p><draw:frame><draw:object xlink:href="./Object 1"/></draw:frame></text:p></office:text></office:body></office:document-content>',
        'Object 1/content.xml': `<office:document-content><office:body><office:chart><chart:chart><chart:title><text:p>${CHART.title}</text:p></chart:title><table:table table:name="local-table">${rows}</table:table></chart:chart></office:chart></office:body></office:document-content>`,
      }),
    ],
  ])('is the table of what it shows, under its title, in %s', async (format, bytes) => {
    const { blocks } = await extract(bytes, format);
    expect(blocks.map(({ text }) => text)).toEqual([
      CHART.title,
      CHART.rows.map((row) => row.join(' | ')).join('\n'),
    ]);
  });
});

describe('a chart of Office', () => {
  const rowsOf = async (chart: string) => {
    const frame =
      '<p:graphicFrame><a:graphic><a:graphicData><c:chart r:id="l"/></a:graphicData></a:graphic></p:graphicFrame>';
    const parts = unzipSync(presentationOf(frame));
    const bytes = zipSync({
      ...parts,
      'ppt/slides/_rels/slide0.xml.rels': strToU8(relations(relation('l', 'chart', '../charts/c.xml'))),
      'ppt/charts/c.xml': strToU8(chart),
    });
    return (await extract(bytes, 'pptx')).blocks.map(({ text }) => text);
  };
  const points = (...texts: readonly string[]) =>
    texts.map((text, at) => text && `<c:pt idx="${at}"><c:v>${text}</c:v></c:pt>`).join('');
  const ofSeries = (categories: string, format: string, ...values: readonly string[]) =>
    `<c:chartSpace><c:chart><c:plotArea><c:barChart><c:ser><c:tx><c:strRef><c:strCache>${points('Price')}</c:strCache></c:strRef></c:tx><c:cat>${categories}</c:cat><c:val><c:numRef><c:numCache><c:formatCode>${format}</c:formatCode>${points(...values)}</c:numCache></c:numRef></c:val></c:ser></c:barChart></c:plotArea></c:chart></c:chartSpace>`;

  it('names categories with their groups, and values with their units', async () => {
    const categories = `<c:multiLvlStrRef><c:multiLvlStrCache><c:lvl>${points('May', 'June', 'May')}</c:lvl><c:lvl>${points('Lake', '', 'Hall')}</c:lvl></c:multiLvlStrCache></c:multiLvlStrRef>`;
    const format = '#,##0.00\\ &quot;€&quot;';
    expect(await rowsOf(ofSeries(categories, format, '40', '55.5', '20'))).toEqual([
      ' | Price\nLake May | 40 €\nLake June | 55.5 €\nHall May | 20 €',
    ]);
  });

  it('tells days as days', async () => {
    const categories = `<c:numRef><c:numCache><c:formatCode>dd.mm.yyyy</c:formatCode>${points('46082', '46113')}</c:numCache></c:numRef>`;
    expect(await rowsOf(ofSeries(categories, 'Standard', '40', '55'))).toEqual([
      ' | Price\n01.03.2026 | 40\n01.04.2026 | 55',
    ]);
  });

  it('is read as newer versions keep it', async () => {
    const texts = (...all: readonly string[]) =>
      all.map((text, at) => `<cx:pt idx="${at}">${text}</cx:pt>`).join('');
    const chart = `<cx:chartSpace><cx:chartData><cx:data id="0"><cx:strDim type="cat"><cx:lvl>${texts('Fees', 'Rent')}</cx:lvl></cx:strDim><cx:numDim type="val"><cx:lvl formatCode="General">${texts('40', '-12')}</cx:lvl></cx:numDim></cx:data></cx:chartData><cx:chart><cx:title><cx:tx><cx:txData><cx:v>Budget</cx:v></cx:txData></cx:tx></cx:title><cx:plotArea><cx:plotAreaRegion><cx:series><cx:tx><cx:txData><cx:v>Euros</cx:v></cx:txData></cx:tx><cx:dataId val="0"/></cx:series></cx:plotAreaRegion></cx:plotArea></cx:chart></cx:chartSpace>`;
    expect(await rowsOf(chart)).toEqual(['Budget', ' | Euros\nFees | 40\nRent | -12']);
  });
});

it('a formula that stands in a text of LibreOffice is read where it stands', async () => {
  const bytes = zip({
    mimetype: 'application/vnd.oasis.opendocument.text',
    'content.xml':
      '<office:document-content><office:body><office:text><text:p>Take <draw:frame><draw:object xlink:href="./Object 1"/></draw:frame> litres.</text:p></office:text></office:body></office:document-content>',
    'Object 1/content.xml':
      '<math><semantics><mrow><mfrac><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mn>2</mn></mfrac><msup><mi>x</mi><mn>3</mn></msup></mrow><annotation>{a+b} over 2</annotation></semantics></math>',
  });
  expect((await extract(bytes, 'odt')).blocks.map(({ text }) => text)).toEqual(['Take (a+b)/2x³ litres.']);
});
