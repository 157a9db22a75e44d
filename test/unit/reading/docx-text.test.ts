import { strToU8, unzipSync, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { extract } from '#core/reading/extract';
import { paragraph, table } from './documents';
import { p, styledDocx } from './messy';

const said = async (body: string, { styles = '', files = {} as Record<string, string> } = {}) => {
  const { blocks } = await extract(styledDocx(body, styles, files), 'docx');
  return blocks.map(({ text }) => text);
};
const run = (text: string, look = '') =>
  `<w:r><w:rPr>${look}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;
const line = (...runs: readonly string[]) => `<w:p>${runs.join('')}</w:p>`;
const raised = (text: string) => run(text, '<w:vertAlign w:val="superscript"/>');
const relations = (...all: readonly string[]) => ({
  'word/_rels/document.xml.rels': `<Relationships>${all.join('')}</Relationships>`,
});
const relation = (id: string, type: string, target: string, mode = '') =>
  `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}" ${mode}/>`;
const STYLES = relation('s', 'styles', 'styles.xml');

describe('of a Word document', () => {
  it('what is hidden, struck out or deleted is not read, also where only a style says so', async () => {
    const styles = `<w:style w:type="character" w:styleId="Old"><w:name w:val="Old"/><w:rPr><w:strike/></w:rPr></w:style>
      <w:style w:type="paragraph" w:styleId="Internal"><w:name w:val="Internal"/><w:rPr><w:vanish/></w:rPr></w:style>`;
    const body =
      line(
        run('A boat costs '),
        run('40 euros ', '<w:dstrike/>'),
        run('50 euros ', '<w:rStyle w:val="Old"/>'),
        run('30 euros.'),
      ) +
      p('Only for staff.', { style: 'Internal' }) +
      line(run('Open.'), '<w:del><w:r><w:delText> Closed.</w:delText></w:r></w:del>') +
      line(run('Nobody sees this.', '<w:color w:val="FFFFFF"/>'));
    expect(await said(body, { styles })).toEqual(['A boat costs 30 euros.', 'Open.']);
  });

  it('a choice of a form is said once, though the file shows it, too', async () => {
    const char = (kind: string, inner = '') =>
      `<w:r><w:fldChar w:fldCharType="${kind}">${inner}</w:fldChar></w:r>`;
    const list =
      '<w:ffData><w:ddList><w:listEntry w:val="Single"/><w:listEntry w:val="Double"/></w:ddList></w:ffData>';
    const field = [
      char('begin', list),
      '<w:r><w:instrText>FORMDROPDOWN</w:instrText></w:r>',
      char('separate'),
      run('Single'),
      char('end'),
    ];
    expect(await said(line(run('Room: '), ...field))).toEqual(['Room: Single']);
  });

  it('what stands on shapes of a slide is read', async () => {
    const shape = (text: string) =>
      `<a:sp><a:nvSpPr><a:cNvPr id="1" name="n"/></a:nvSpPr><a:txSp><a:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></a:txBody></a:txSp></a:sp>`;
    const canvas = `<w:r><w:drawing><wp:inline><a:graphic><a:graphicData><lc:lockedCanvas>${shape('Open daily.')}<a:grpSp>${shape('Ring twice.')}</a:grpSp></lc:lockedCanvas></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`;
    expect(await said(line(run('Hours'), canvas))).toEqual(['Hours', 'Open daily.', 'Ring twice.']);
  });

  it('white letters on a colour are read', async () => {
    const shaded = '<w:color w:val="FFFFFF"/><w:shd w:val="clear" w:fill="003366"/>';
    expect(await said(line(run('Summer prices', shaded)))).toEqual(['Summer prices']);
  });

  it('raised marks and powers are no digits of what they stand at', async () => {
    const body =
      line(run('A parcel costs 12.50'), raised('2)'), run(' euros.')) +
      line(
        run('The hall has 100 m'),
        raised('2'),
        run(' and H'),
        run('2', '<w:vertAlign w:val="subscript"/>'),
        run('O.'),
      );
    expect(await said(body)).toEqual(['A parcel costs 12.50²) euros.', 'The hall has 100 m² and H2O.']);
  });

  it('notes stand where they are called, and long ones behind their paragraph', async () => {
    const note = (id: number, text: string) =>
      `<w:footnote w:id="${id}"><w:p>${run(text)}</w:p></w:footnote>`;
    const call = (id: number) => `<w:r><w:footnoteReference w:id="${id}"/></w:r>`;
    const long = 'Not on holidays. Ask at the desk first.';
    expect(
      await said(line(run('Dogs stay free'), call(1), run('.')) + line(run('Cats pay'), call(2), run('.')), {
        files: {
          'word/footnotes.xml': `<w:footnotes>${note(1, 'One to a room.')}${note(2, long)}</w:footnotes>`,
        },
      }),
    ).toEqual(['Dogs stay free (One to a room).', 'Cats pay.', long]);
  });

  it('numbers of lists and headings are read as they are shown, also where a style gives them', async () => {
    const numbering = `<w:numbering><w:abstractNum w:abstractNumId="3">
      <w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="§ %1"/></w:lvl>
      <w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="lowerLetter"/><w:lvlText w:val="%2)"/></w:lvl></w:abstractNum>
      <w:num w:numId="7"><w:abstractNumId w:val="3"/></w:num></w:numbering>`;
    const styles = `<w:style w:type="paragraph" w:styleId="Clause"><w:name w:val="heading 1"/><w:pPr><w:outlineLvl w:val="0"/><w:numPr><w:numId w:val="7"/></w:numPr></w:pPr></w:style>`;
    const item = (text: string) =>
      p(text, { props: '<w:numPr><w:ilvl w:val="1"/><w:numId w:val="7"/></w:numPr>' });
    const body =
      p('Lease', { style: 'Clause' }) +
      item('The lease is for a year.') +
      item('It goes on.') +
      p('Deposit', { style: 'Clause' }) +
      item('Two rents.');
    const files = {
      'word/numbering.xml': numbering,
      ...relations(STYLES, relation('n', 'numbering', 'numbering.xml')),
    };
    expect(await said(body, { styles, files })).toEqual([
      '§ 1 Lease',
      'a) The lease is for a year.',
      'b) It goes on.',
      '§ 2 Deposit',
      'a) Two rents.',
    ]);
  });

  it('numbers of a list are read whose levels a style of lists tells', async () => {
    const numbering = `<w:numbering><w:abstractNum w:abstractNumId="1"><w:styleLink w:val="Clauses"/><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="upperRoman"/><w:lvlText w:val="%1."/></w:lvl></w:abstractNum>
      <w:abstractNum w:abstractNumId="2"><w:numStyleLink w:val="Clauses"/></w:abstractNum>
      <w:num w:numId="7"><w:abstractNumId w:val="2"/></w:num></w:numbering>`;
    const item = (text: string) =>
      p(text, { props: '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="7"/></w:numPr>' });
    const files = {
      'word/numbering.xml': numbering,
      ...relations(relation('n', 'numbering', 'numbering.xml')),
    };
    expect(await said(item('Lease.') + item('Deposit.'), { files })).toEqual(['I. Lease.', 'II. Deposit.']);
  });

  it('links keep their addresses, those made by a field too', async () => {
    const field = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
    const body = line(
      run('Book '),
      `${field('begin')}<w:r><w:instrText> HYPERLINK "https://book.example.org/a" </w:instrText></w:r>${field('separate')}`,
      run('here'),
      field('end'),
      run(' or write to '),
      `<w:hyperlink r:id="m">${run('the office')}</w:hyperlink>`,
      run('.'),
    );
    const files = relations(
      STYLES,
      relation('m', 'hyperlink', 'mailto:office@example.org', 'TargetMode="External"'),
    );
    expect(await said(body, { files })).toEqual([
      'Book here (https://book.example.org/a) or write to the office (office@example.org).',
    ]);
  });

  it('text boxes, feet of the page, formulas, boxes to tick and ruby are read', async () => {
    const box = (text: string) => `<w:txbxContent>${paragraph(text)}</w:txbxContent>`;
    const both = `<mc:AlternateContent><mc:Choice>${box('Ring twice.')}</mc:Choice><mc:Fallback>${box('Ring twice.')}</mc:Fallback></mc:AlternateContent>`;
    const control = (checked: number) =>
      `<w:sdt><w:sdtPr><w14:checkbox><w14:checked w14:val="${checked}"/></w14:checkbox></w:sdtPr><w:sdtContent>${run('?')}</w:sdtContent></w:sdt>`;
    const fraction =
      '<m:oMath><m:f><m:num><m:r><m:t>a+b</m:t></m:r></m:num><m:den><m:r><m:t>2</m:t></m:r></m:den></m:f></m:oMath>';
    const ruby = `<w:r><w:ruby><w:rt>${run('きょう')}</w:rt><w:rubyBase>${run('今日')}</w:rubyBase></w:ruby></w:r>`;
    const body =
      line(run('At the door:'), `<w:r>${both}</w:r>`) +
      line(control(1), run(' Mattress '), control(0), run(' Shuttle')) +
      line(run('The mean is '), fraction, run('.')) +
      line(ruby);
    const page =
      '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>PAGE</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>1</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>';
    const foot = `<w:ftr>${line(run('Emergency: 0800 4455'))}${line(run('Page '), page)}</w:ftr>`;
    const files = {
      'word/footer1.xml': foot,
      'word/footer2.xml': foot,
      ...relations(STYLES, relation('a', 'footer', 'footer1.xml'), relation('b', 'footer', 'footer2.xml')),
    };
    expect(await said(body, { files })).toEqual([
      'Emergency: 0800 4455',
      'At the door:',
      'Ring twice.',
      '☑ Mattress ☐ Shuttle',
      'The mean is (a+b)/2.',
      '今日(きょう)',
    ]);
  });

  it.each([
    [
      'a web page',
      '<html><head><style>p{}</style></head><body><h1>Prices</h1><p>Größe: 30 €.</p></body></html>',
    ],
    [
      'an archive of one',
      'MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary="b1"\r\n\r\n--b1\r\nContent-Type: text/html; charset="utf-8"\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n<html><body><h1>Prices</h1><p>Gr=C3=B6=\r\n=C3=9Fe: 30 =E2=82=AC.</p></body></html>\r\n--b1--\r\n',
    ],
    ['plain text', 'Prices\n\nGröße: 30 €.'],
  ])('what a document takes in as %s is read where it stands', async (_, content) => {
    const chunk = relation('c', 'aFChunk', 'chunk.bin');
    const files = { ...relations(STYLES, chunk), 'word/chunk.bin': content };
    expect(await said(`${line(run('Boats.'))}<w:altChunk r:id="c"/>${line(run('Bye.'))}`, { files })).toEqual(
      ['Boats.', 'Prices', 'Größe: 30 €.', 'Bye.'],
    );
  });

  it('a letter set over several lines begins its word', async () => {
    const drop = '<w:p><w:pPr><w:framePr w:dropCap="drop"/></w:pPr><w:r><w:t>D</w:t></w:r></w:p>';
    expect(await said(drop + paragraph('ogs are welcome.'))).toEqual(['Dogs are welcome.']);
  });

  it('paragraphs of a cell are apart, and a table in a cell stands under what its row is about', async () => {
    const two = `<w:tbl><w:tr><w:tc>${paragraph('Hall')}</w:tc><w:tc>${paragraph('North')}${paragraph('South')}</w:tc></w:tr><w:tr><w:tc>${paragraph('Bar')}</w:tc><w:tc>${paragraph('East')}</w:tc></w:tr></w:tbl>`;
    expect(await said(two)).toEqual(['Hall | North South\nBar | East']);
    const inner = (price: string) =>
      `<w:tc>${table([
        ['Day', price],
        ['Week', '90 euros'],
      ])}${paragraph('')}</w:tc>`;
    const outer = `<w:tbl><w:tr><w:tc>${paragraph('Tent')}</w:tc><w:tc>${paragraph('Hire')}</w:tc></w:tr>
      <w:tr><w:tc>${paragraph('Small')}</w:tc>${inner('12 euros')}</w:tr>
      <w:tr><w:tc>${paragraph('Large')}</w:tc>${inner('18 euros')}</w:tr></w:tbl>`;
    expect(await said(outer)).toEqual([
      'Tent: Small, Hire',
      'Day | 12 euros\nWeek | 90 euros',
      'Tent: Large, Hire',
      'Day | 18 euros\nWeek | 90 euros',
    ]);
  });

  it('the body is the part that the container names', async () => {
    const parts = unzipSync(styledDocx(paragraph('The gate is open.'), ''));
    const { 'word/document.xml': body, 'word/_rels/document.xml.rels': _, ...others } = parts;
    const moved = zipSync({
      ...others,
      '[Content_Types].xml': strToU8(
        '<Types><Override PartName="/word/other.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
      ),
      'WORD/other.xml': body ?? new Uint8Array(),
      '_rels/.rels': strToU8(
        `<Relationships>${relation('r', 'officeDocument', '/word/other.xml')}</Relationships>`,
      ),
    });
    expect((await extract(moved, 'docx')).blocks.map(({ text }) => text)).toEqual(['The gate is open.']);
  });
});
