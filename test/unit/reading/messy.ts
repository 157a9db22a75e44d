import { strToU8 } from 'fflate';
import { PDFDocument, PDFHexString, PDFName, PDFNumber, type PDFRef, StandardFonts } from 'pdf-lib';
import { extract } from '#core/reading/extract';
import { splitIntoPassages } from '#core/retrieval/split';
import { docxOf } from './documents';

/** A line as these documents set it: at points from the lower left, in points, bold or not. */
export interface SetLine {
  readonly text: string;
  readonly y: number;
  readonly x?: number;
  readonly size?: number;
  readonly bold?: boolean;
}

export interface OutlineEntry {
  readonly title: string;
  /** From 0 on. */
  readonly page: number;
  readonly under?: readonly OutlineEntry[];
}

/** A PDF with two fonts, bookmarks and a title of its own. */
export async function messyPdf(
  pages: readonly (readonly SetLine[])[],
  { outline = [], title }: { readonly outline?: readonly OutlineEntry[]; readonly title?: string } = {},
): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const fonts = [
    await document.embedFont(StandardFonts.TimesRoman),
    await document.embedFont(StandardFonts.TimesRomanBold),
  ] as const;
  if (title !== undefined) document.setTitle(title);
  for (const lines of pages) {
    const page = document.addPage([595, 842]);
    for (const { text, x = 70, y, size = 10, bold = false } of lines)
      page.drawText(text, { x, y, size, font: fonts[bold ? 1 : 0] });
  }
  if (outline.length > 0) {
    const { context } = document;
    const root = context.nextRef();
    const refs = entriesOf(outline, root);
    context.assign(
      root,
      context.obj({ Type: 'Outlines', First: refs.at(0), Last: refs.at(-1), Count: refs.length } as never),
    );
    document.catalog.set(PDFName.of('Outlines'), root);
  }
  return document.save({ useObjectStreams: false });

  function entriesOf(entries: readonly OutlineEntry[], parent: PDFRef): PDFRef[] {
    const { context } = document;
    const refs = entries.map(() => context.nextRef());
    for (const [at, { title: text, page, under = [] }] of entries.entries()) {
      const ref = refs[at] as PDFRef;
      const below = entriesOf(under, ref);
      const item = context.obj({ Parent: parent } as never) as unknown as import('pdf-lib').PDFDict;
      item.set(PDFName.of('Title'), PDFHexString.fromText(text));
      item.set(PDFName.of('Dest'), context.obj([document.getPage(page).ref, PDFName.of('Fit')] as never));
      if (refs[at + 1]) item.set(PDFName.of('Next'), refs[at + 1] as PDFRef);
      if (refs[at - 1]) item.set(PDFName.of('Prev'), refs[at - 1] as PDFRef);
      if (below.length > 0) {
        item.set(PDFName.of('First'), below[0] as PDFRef);
        item.set(PDFName.of('Last'), below.at(-1) as PDFRef);
        item.set(PDFName.of('Count'), PDFNumber.of(below.length));
      }
      context.assign(ref, item);
    }
    return refs;
  }
}

/** Body text that fills a page from a height down, each line another. */
export function body(topic: string, from: number, lines: number, leading = 14): SetLine[] {
  return Array.from({ length: lines }, (_, at) => ({
    text: `${topic} is told of in line ${WORDS[at % WORDS.length]} with as many words as a line of a manual has,`,
    y: from - at * leading,
  }));
}

const WORDS =
  'alpha bravo charlie delta echo foxtrot golf hotel india juliett kilo lima mike november oscar papa quebec romeo sierra tango'.split(
    ' ',
  );

const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';

/** A Word document with these styles: `id`, its name, what it is based on, and its properties. */
export function styledDocx(content: string, styles: string, files: Record<string, string> = {}): Uint8Array {
  return docxOf(content, {
    'word/styles.xml': strToU8(`<?xml version="1.0"?><w:styles xmlns:w="${WORD}">${styles}</w:styles>`),
    ...Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])),
  });
}

export function p(
  text: string,
  {
    style,
    run = '',
    props = '',
  }: { readonly style?: string; readonly run?: string; readonly props?: string } = {},
): string {
  const pStyle = style ? `<w:pStyle w:val="${style}"/>` : '';
  return `<w:p><w:pPr>${pStyle}${props}</w:pPr><w:r><w:rPr>${run}</w:rPr><w:t xml:space="preserve">${text.replaceAll('\t', '</w:t></w:r><w:r><w:tab/><w:t xml:space="preserve">')}</w:t></w:r></w:p>`;
}

export const BOLD = '<w:b/>';

/** What a bot could find of a document: each passage under its headings. */
export async function passagesOf(bytes: Uint8Array, format: 'pdf' | 'docx' | 'txt' | 'md' | 'csv' | 'xlsx') {
  const { blocks } = await extract(bytes, format);
  return splitIntoPassages(blocks);
}

export async function textOf(bytes: Uint8Array, format: Parameters<typeof passagesOf>[1]): Promise<string> {
  return (await passagesOf(bytes, format))
    .map(({ heading, text }) => `[${heading ?? ''}] ${text}`)
    .join('\n\n');
}
