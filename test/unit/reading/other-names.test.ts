import { strToU8 } from 'fflate';
import { describe, expect, it } from 'vitest';
import { extract } from '#core/reading/extract';
import { docxOf, paragraph } from './documents';

const textOf = async (bytes: Uint8Array, format: Parameters<typeof extract>[1]) =>
  (await extract(bytes, format)).blocks.map(({ text }) => text).join('\n');

describe('what programs call otherwise than it is', () => {
  it('is a mail with its subject, its words decoded, without what hangs on it', async () => {
    const mail = [
      'From: Anna <anna@example.org>',
      'Subject: =?UTF-8?Q?=C3=96ffnungszeiten?=',
      'MIME-Version: 1.0',
      'Content-Type: multipart/mixed; boundary="x"',
      '',
      '--x',
      'Content-Type: multipart/alternative; boundary="y"',
      '',
      '--y',
      'Content-Type: text/html; charset=utf-8',
      'Content-Transfer-Encoding: quoted-printable',
      '',
      '<p>Wir =C3=B6ffnen um neun.</p>',
      '--y--',
      '--x',
      'Content-Type: text/plain',
      'Content-Disposition: attachment; filename=a.txt',
      '',
      'secret',
      '--x--',
      '',
    ].join('\r\n');
    const read = await extract(strToU8(mail), 'eml');
    expect(read.title).toBe('Öffnungszeiten');
    const text = read.blocks.map((block) => block.text).join('\n');
    expect(text).toContain('Wir öffnen um neun.');
    expect(text).not.toContain('secret');
  });

  it('is a workbook of 2003 in XML', async () => {
    const xml =
      '<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet ss:Name="Preise"><Table><Row><Cell><Data ss:Type="String">Artikel</Data></Cell><Cell><Data ss:Type="String">Preis</Data></Cell></Row><Row><Cell><Data ss:Type="String">Säge</Data></Cell><Cell><Data ss:Type="Number">12</Data></Cell></Row></Table></Worksheet></Workbook>';
    expect(await textOf(strToU8(xml), 'xls')).toContain('Säge | 12');
  });

  it.each([
    [
      'by Word 2003',
      `<?xml version="1.0"?><?mso-application progid="Word.Document"?><w:wordDocument xmlns:w="w" xmlns:wx="wx"><w:styles><w:style w:type="paragraph" w:styleId="berschrift1"><w:name w:val="heading 1"/></w:style></w:styles><w:body><wx:sect>${paragraph('Rules', 'berschrift1')}<w:p><w:pPr><w:listPr><w:ilvl w:val="0"/><w:ilfo w:val="1"/><wx:t wx:val="§ 1"/></w:listPr></w:pPr><w:r><w:t>Book </w:t></w:r><w:hlink w:dest="https://book.example.org"><w:r><w:t>here</w:t></w:r></w:hlink><w:r><w:footnote>${paragraph('With tax.')}</w:footnote></w:r><w:r><w:t>.</w:t></w:r></w:p><w:sectPr><w:hdr>${paragraph('Wren Quay')}</w:hdr></w:sectPr></wx:sect></w:body></w:wordDocument>`,
      ['Wren Quay', 'Rules', '§ 1 Book here (https://book.example.org) (With tax).'],
    ],
    [
      'as a package in one file',
      `<?xml version="1.0"?><pkg:package xmlns:pkg="pkg"><pkg:part pkg:name="/_rels/.rels"><pkg:xmlData><Relationships><Relationship Id="r" Type="x/officeDocument" Target="word/document.xml"/></Relationships></pkg:xmlData></pkg:part><pkg:part pkg:name="/word/document.xml"><pkg:xmlData><w:document xmlns:w="w"><w:body>${paragraph('Open daily.')}</w:body></w:document></pkg:xmlData></pkg:part></pkg:package>`,
      ['Open daily.'],
    ],
  ])('is a text in XML, written %s', async (_, xml, expected) => {
    expect(await textOf(strToU8(xml), 'doc')).toBe(expected.join('\n'));
  });

  it('is rich text whose mark stands within a group', async () => {
    const rtf = '{\\rtf1\\ansi\\* The shop opens at nine.\\par{\\*\\unknown never}}';
    const text = await textOf(strToU8(rtf), 'rtf');
    expect(text).toContain('The shop opens at nine.');
    expect(text).not.toContain('never');
  });
});

describe('a control that its program left marked as empty', () => {
  it('is read where it holds more than the request to fill it', async () => {
    const control = (style: string, text: string) =>
      `<w:p><w:sdt><w:sdtPr><w:showingPlcHdr/></w:sdtPr><w:sdtContent><w:r>${style}<w:t>${text}</w:t></w:r></w:sdtContent></w:sdt></w:p>`;
    const empty = control('<w:rPr><w:rStyle w:val="PlaceholderText"/></w:rPr>', 'Click here to enter text.');
    const text = await textOf(
      docxOf(paragraph('Terms') + control('', 'Notice is six weeks.') + empty),
      'docx',
    );
    expect(text).toContain('Notice is six weeks.');
    expect(text).not.toContain('Click here');
  });
});
