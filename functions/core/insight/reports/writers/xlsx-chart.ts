import type { ChartPart } from '../report';

const DRAWING = 'http://schemas.openxmlformats.org/drawingml/2006';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006/relationships';
const BRAND = ['0C5A52', 'D97706', '2563EB', '9333EA'] as const;

/** The files of a chart that shows a sheet's columns, by their names in the workbook; all that belong to sheet `number`. */
export function chartFiles(
  number: number,
  sheetName: string,
  chart: ChartPart,
  escaped: (text: string) => string,
): ReadonlyMap<string, string> {
  return new Map([
    [`xl/worksheets/_rels/sheet${number}.xml.rels`, relation('drawing', `../drawings/drawing${number}.xml`)],
    [`xl/drawings/drawing${number}.xml`, drawing(chart.series.length + 2)],
    [`xl/drawings/_rels/drawing${number}.xml.rels`, relation('chart', `../charts/chart${number}.xml`)],
    [`xl/charts/chart${number}.xml`, chartXml(sheetName, chart, escaped)],
  ]);
}

/** What a sheet with a chart ends with. */
export const SHEET_DRAWING = `<drawing xmlns:r="${RELATIONS}" r:id="rId1"/>`;

/** Kinds of these files, for `[Content_Types].xml`. */
export function chartTypes(number: number): string {
  const type = 'application/vnd.openxmlformats-officedocument';
  return (
    `<Override PartName="/xl/drawings/drawing${number}.xml" ContentType="${type}.drawing+xml"/>` +
    `<Override PartName="/xl/charts/chart${number}.xml" ContentType="${type}.drawingml.chart+xml"/>`
  );
}

function relation(type: 'drawing' | 'chart', target: string): string {
  return `<Relationships xmlns="${PACKAGE}"><Relationship Id="rId1" Type="${RELATIONS}/${type}" Target="${target}"/></Relationships>`;
}

/** Beside the sheet's columns. */
function drawing(column: number): string {
  const corner = (name: string, at: number, row: number) =>
    `<xdr:${name}><xdr:col>${at}</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>${row}</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:${name}>`;
  return (
    `<xdr:wsDr xmlns:xdr="${DRAWING}/spreadsheetDrawing" xmlns:a="${DRAWING}/main"><xdr:twoCellAnchor>` +
    `${corner('from', column, 1)}${corner('to', column + 9, 21)}<xdr:graphicFrame macro=""><xdr:nvGraphicFramePr>` +
    '<xdr:cNvPr id="2" name="Chart"/><xdr:cNvGraphicFramePr/></xdr:nvGraphicFramePr><xdr:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/></xdr:xfrm>' +
    `<a:graphic><a:graphicData uri="${DRAWING}/chart"><c:chart xmlns:c="${DRAWING}/chart" xmlns:r="${RELATIONS}" r:id="rId1"/>` +
    '</a:graphicData></a:graphic></xdr:graphicFrame><xdr:clientData/></xdr:twoCellAnchor></xdr:wsDr>'
  );
}

function chartXml(sheetName: string, chart: ChartPart, escaped: (text: string) => string): string {
  const last = chart.categories.length + 1;
  const sheet = escaped(`'${sheetName.replaceAll("'", "''")}'`);
  const range = (column: number) => {
    const letter = String.fromCharCode(65 + column);
    return `${sheet}!$${letter}$2:$${letter}$${last}`;
  };
  const isShares = chart.shape === 'shares';
  const colourOf = (at: number) =>
    `<a:solidFill><a:srgbClr val="${BRAND[at % BRAND.length]}"/></a:solidFill>`;
  // LibreOffice draws parts without a colour of their own in none.
  const parts = chart.categories.map(
    (_, at) => `<c:dPt><c:idx val="${at}"/><c:spPr>${colourOf(at)}</c:spPr></c:dPt>`,
  );
  const series = chart.series.map(({ label }, at) => {
    const colour = colourOf(at);
    const look = chart.shape === 'lines' ? `<a:ln w="25400">${colour}</a:ln>` : colour;
    return (
      `<c:ser><c:idx val="${at}"/><c:order val="${at}"/><c:tx><c:v>${escaped(label)}</c:v></c:tx>` +
      `${isShares ? parts.join('') : `<c:spPr>${look}</c:spPr>`}${chart.shape === 'lines' ? `<c:marker><c:symbol val="circle"/><c:size val="4"/><c:spPr>${colour}</c:spPr></c:marker>` : ''}` +
      `<c:cat><c:strRef><c:f>${range(0)}</c:f></c:strRef></c:cat><c:val><c:numRef><c:f>${range(at + 1)}</c:f></c:numRef></c:val>` +
      // Between two days is no curve.
      `${chart.shape === 'lines' ? '<c:smooth val="0"/>' : ''}</c:ser>`
    );
  });
  const legend = isShares || series.length > 1 ? '<c:legend><c:legendPos val="b"/></c:legend>' : '';
  return (
    `<c:chartSpace xmlns:c="${DRAWING}/chart" xmlns:a="${DRAWING}/main" xmlns:r="${RELATIONS}"><c:chart>` +
    `<c:title><c:tx><c:rich><a:bodyPr/><a:p><a:r><a:t>${escaped(chart.title)}</a:t></a:r></a:p></c:rich></c:tx><c:overlay val="0"/></c:title>` +
    `<c:autoTitleDeleted val="0"/><c:plotArea><c:layout/>${plot(chart.shape, series.join(''))}</c:plotArea>${legend}` +
    // A day without a value is no zero; one between two such days is seen by its mark.
    '<c:plotVisOnly val="1"/><c:dispBlanksAs val="gap"/></c:chart></c:chartSpace>'
  );
}

function plot(shape: ChartPart['shape'], series: string): string {
  if (shape === 'shares')
    return `<c:doughnutChart><c:varyColors val="1"/>${series}<c:holeSize val="60"/></c:doughnutChart>`;
  const axes = '<c:axId val="1"/><c:axId val="2"/>';
  const isRanking = shape === 'ranking';
  const chart =
    shape === 'lines'
      ? `<c:lineChart><c:grouping val="standard"/><c:varyColors val="0"/>${series}<c:marker val="1"/>${axes}</c:lineChart>`
      : `<c:barChart><c:barDir val="${isRanking ? 'bar' : 'col'}"/><c:grouping val="clustered"/><c:varyColors val="0"/>${series}<c:gapWidth val="60"/>${axes}</c:barChart>`;
  const axis = (kind: 'catAx' | 'valAx', id: number, order: string, position: string) =>
    `<c:${kind}><c:axId val="${id}"/><c:scaling><c:orientation val="${order}"/></c:scaling><c:delete val="0"/><c:axPos val="${position}"/>` +
    `<c:crossAx val="${3 - id}"/></c:${kind}>`;
  // The largest of a ranking is on top.
  return isRanking
    ? chart + axis('catAx', 1, 'maxMin', 'l') + axis('valAx', 2, 'minMax', 't')
    : chart + axis('catAx', 1, 'minMax', 'b') + axis('valAx', 2, 'minMax', 'l');
}
