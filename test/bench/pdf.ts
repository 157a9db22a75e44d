import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { PDFDocument, type PDFFont, StandardFonts } from 'pdf-lib';

const SOURCES = ['owners-handbook.md', 'mieterhandbuch.md'];
const A4 = { width: 595, height: 842, margin: 64 } as const;
const SIZES = { heading: 14, text: 10.5, furniture: 8 } as const;
const LINE = 1.35;

/**
 * A PDF of closely printed pages: the handbooks' chapters over and over, numbered on, with a running head and page
 * numbers. One of `seed` differs from another's, since the same file twice is refused.
 */
export async function printedPdf(pages: number, seed: number): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const fonts = {
    text: await pdf.embedFont(StandardFonts.TimesRoman),
    bold: await pdf.embedFont(StandardFonts.HelveticaBold),
  };
  const lines = chapterLines(fonts, A4.width - 2 * A4.margin);
  let next = lines.next().value;
  for (let number = 1; number <= pages; number++) {
    const page = pdf.addPage([A4.width, A4.height]);
    const furniture = { font: fonts.text, size: SIZES.furniture, x: A4.margin };
    page.drawText(`Handbooks, edition ${seed}`, { ...furniture, y: A4.height - A4.margin / 2 });
    page.drawText(`Page ${number} of ${pages}`, { ...furniture, y: A4.margin / 2 });
    for (let y = A4.height - A4.margin; ; next = lines.next().value) {
      y -= next.before + next.size * LINE;
      if (y < A4.margin) break;
      page.drawText(next.text, { x: A4.margin, y, size: next.size, font: next.font });
    }
  }
  return pdf.save();
}

interface PrintedLine {
  readonly text: string;
  readonly font: PDFFont;
  readonly size: number;
  /** Space above it. */
  readonly before: number;
}

function* chapterLines(
  { text: body, bold }: { readonly text: PDFFont; readonly bold: PDFFont },
  width: number,
): Generator<PrintedLine, never, void> {
  const blocks = SOURCES.flatMap((name) =>
    readFileSync(fileURLToPath(new URL(`../fixtures/sources/${name}`, import.meta.url)), 'utf8')
      .split(/\n\n+/)
      .map((block) => block.trim())
      .filter((block) => block !== ''),
  );
  for (let chapter = 1; ; ) {
    for (const block of blocks) {
      const title = /^#+ (?:\d+\. )?(.*)$/.exec(block)?.[1];
      const font = title === undefined ? body : bold;
      const size = title === undefined ? SIZES.text : SIZES.heading;
      const text = title === undefined ? block : `${chapter++}. ${title}`;
      for (const [index, line] of wrapped(text, font, size, width).entries()) {
        yield { text: line, font, size, before: index === 0 ? size * 0.6 : 0 };
      }
    }
  }
}

/** What the fonts that every reader has can't print. */
const UNPRINTABLE = /[^\x20-\x7e\xa0-\xff–—‘’‚“”„…€•\s]/g;

function wrapped(text: string, font: PDFFont, size: number, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.replace(UNPRINTABLE, '').split(/\s+/)) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && font.widthOfTextAtSize(longer, size) > width) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line];
}
