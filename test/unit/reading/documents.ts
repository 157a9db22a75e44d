import { type BookType, type CellObject, CFB, utils, write } from '@e965/xlsx';
import { strToU8, zipSync } from 'fflate';
import { PDFDocument, StandardFonts } from 'pdf-lib';
import { expect } from 'vitest';
import type { FailureReason } from '#contract/knowledge/documents';
import type { UnreadableDocument } from '#core/reading/unreadable';

/** What is thrown at a file that can't be read. */
export const failsAs = (reason: FailureReason) =>
  expect.objectContaining({ name: 'UnreadableDocument', reason }) as UnreadableDocument;

export interface PdfLine {
  readonly text: string;
  readonly x?: number;
  readonly y: number;
  readonly size?: number;
  readonly isBold?: boolean;
  readonly isItalic?: boolean;
}

/** A drawn line, from left to right or from top to bottom. */
export interface PdfRule {
  readonly from: readonly [x: number, y: number];
  readonly to: readonly [x: number, y: number];
}

/** A PDF whose pages hold these lines, at points from the lower left of an A4 page. */
export async function pdfOf(pages: readonly (readonly (PdfLine | PdfRule)[])[]): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  const bold = await document.embedFont(StandardFonts.HelveticaBold);
  const italic = await document.embedFont(StandardFonts.HelveticaOblique);
  for (const lines of pages) {
    const page = document.addPage([595, 842]);
    for (const line of lines) {
      if ('from' in line) {
        const [[startX, startY], [endX, endY]] = [line.from, line.to];
        page.drawLine({ start: { x: startX, y: startY }, end: { x: endX, y: endY } });
      } else {
        const { text, x = 60, y, size = 11, isBold, isItalic } = line;
        page.drawText(text, { x, y, size, font: isBold ? bold : isItalic ? italic : font });
      }
    }
  }
  return document.save({ useObjectStreams: false });
}

/** The words of a line, spread from one edge to the other as in justified text. */
export async function justified(text: string, { x, end, y }: { x: number; end: number; y: number }) {
  const font = await (await PDFDocument.create()).embedFont(StandardFonts.Helvetica);
  const words = text.split(' ').map((word) => ({ word, width: font.widthOfTextAtSize(word, 11) }));
  const free = end - x - words.reduce((sum, { width }) => sum + width, 0);
  let at = x;
  return words.map(({ word, width }): PdfLine => {
    const line = { text: word, x: at, y };
    at += width + free / (words.length - 1);
    return line;
  });
}

/** A Word document with this body, as small as Word would still open it. */
export function docxOf(body: string, files: Record<string, Uint8Array> = {}): Uint8Array {
  const word = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
  return zipSync({
    '[Content_Types].xml': strToU8(
      '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/><Override PartName="/word/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.styles+xml"/></Types>',
    ),
    '_rels/.rels': strToU8(
      '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
    ),
    'word/_rels/document.xml.rels': strToU8(
      '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>',
    ),
    'word/styles.xml': strToU8(
      `<?xml version="1.0"?><w:styles xmlns:w="${word}"><w:style w:type="paragraph" w:styleId="berschrift1"><w:name w:val="heading 1"/></w:style></w:styles>`,
    ),
    'word/document.xml': strToU8(
      `<?xml version="1.0" encoding="UTF-8"?><w:document xmlns:w="${word}"><w:body>${body}</w:body></w:document>`,
    ),
    ...files,
  });
}

export const paragraph = (text: string, style?: string) =>
  `<w:p>${style ? `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>` : ''}<w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;

export const table = (rows: readonly (readonly string[])[]) =>
  `<w:tbl>${rows.map((row) => `<w:tr>${row.map((cell) => `<w:tc>${paragraph(cell)}</w:tc>`).join('')}</w:tr>`).join('')}</w:tbl>`;

/** A container as Office wrote them before 2007, with these streams at its top. */
export function oleOf(streams: Readonly<Record<string, Uint8Array>>): Uint8Array {
  const container = CFB.utils.cfb_new();
  for (const [name, bytes] of Object.entries(streams)) CFB.utils.cfb_add(container, `/${name}`, bytes);
  CFB.utils.cfb_del(container, '/\u0001Sh33tJ5');
  return new Uint8Array(CFB.write(container, { type: 'buffer' }) as Buffer);
}

/** A workbook of one sheet. */
export function workbookOf(
  type: BookType,
  rows: readonly (readonly (string | number | CellObject)[])[] = [['Size', 'Price']],
): Uint8Array {
  const book = utils.book_new(utils.aoa_to_sheet(rows as (string | number | CellObject)[][]), 'Sheet');
  return new Uint8Array(write(book, { type: 'buffer', bookType: type }) as Buffer);
}
