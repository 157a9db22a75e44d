import { strFromU8, strToU8, type Unzipped, unzipSync, zipSync } from 'fflate';
import mammoth from 'mammoth';
import { headingLevels, isTitle } from './docx-headings';
import { type DocxContent, type DocxTableRow, readContent } from './docx-reader';
import { type DocxStyles, readStyles } from './docx-styles';
import type { Extraction, ExtractionLimits } from './extraction';
import { htmlToBlocks } from './html';
import { cleanText } from './normalise';
import { UnreadableDocument } from './unreadable';
import { assertUnpacksWithin } from './zip';

/** Word documents: headings by their styles, else by their look; lists and tables; tables of contents and pictures left out. */
export async function extractDocx(bytes: Uint8Array, limits: ExtractionLimits): Promise<Extraction> {
  assertUnpacksWithin(bytes, limits.maxUnpackedBytes);
  const parts = partsOf(bytes);
  const xml = textOf(parts, BODY);
  const styles = readStyles(textOf(parts, 'word/styles.xml'));
  const content = readContent(xml, styles);
  const pages = pageCount(parts, content);
  if (pages !== null && pages > limits.maxPages) {
    throw new UnreadableDocument('too_many_pages', `${pages} pages`);
  }
  const marked = withMarks(xml, content, styles);
  let html: string;
  try {
    const file = marked === xml ? bytes : zipSync({ ...parts, [BODY]: strToU8(marked) }, { level: 0 });
    const result = await mammoth.convertToHtml(
      { buffer: Buffer.from(file.buffer, file.byteOffset, file.length) },
      {
        convertImage: mammoth.images.imgElement(async () => ({ src: '' })),
        includeEmbeddedStyleMap: false,
        styleMap: LEVELS.map((level) => `p.${styleOf(level)} => h${level}:fresh`),
      },
    );
    html = result.value;
  } catch (error) {
    throw new UnreadableDocument('corrupted', error instanceof Error ? error.message : String(error));
  }
  const title = content.paragraphs.find((paragraph) => paragraph.text.trim() && isTitle(paragraph, styles));
  return {
    // Footnotes end with an arrow that leads back to their mark.
    blocks: htmlToBlocks(html.replaceAll('↑', '')),
    pages,
    titles: [
      /<dc:title>([^<]{1,1000})<\/dc:title>/.exec(textOf(parts, 'docProps/core.xml'))?.[1],
      title?.text,
    ].map((text) => unescaped(text ?? '')),
  };
}

const BODY = 'word/document.xml';

/** The files that say something: without the pictures. */
function partsOf(bytes: Uint8Array): Unzipped {
  try {
    return unzipSync(bytes, { filter: ({ name }) => !name.startsWith('word/media/') });
  } catch (error) {
    throw new UnreadableDocument('corrupted', error instanceof Error ? error.message : String(error));
  }
}

function textOf(parts: Unzipped, name: string): string {
  const part = parts[name];
  return part ? strFromU8(part) : '';
}

function unescaped(text: string): string {
  const names: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
  return cleanText(text.replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => names[name] ?? ''));
}

const LEVELS = [1, 2, 3, 4, 5, 6] as const;

function styleOf(level: number): string {
  return `ParleyHeading${level}`;
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The body as mammoth understands it: headings with a style that says so, headers of tables marked, no contents. */
function withMarks(xml: string, { paragraphs, tables }: DocxContent, styles: DocxStyles): string {
  const edits: Edit[] = [];
  for (const { isDirectory, texts } of paragraphs)
    if (isDirectory) edits.push(...texts.map((range) => ({ ...range, text: '' })));
  for (const [{ tag, properties, style }, level] of headingLevels(paragraphs, styles)) {
    const mark = `<w:pStyle w:val="${styleOf(level)}"/>`;
    if (style) edits.push({ ...style, text: mark });
    else edits.push(within(xml, tag, properties, { name: 'w:pPr', mark }));
  }
  for (const [first, ...others] of tables)
    if (first && !first.isHeader && isSetOff(first, others))
      edits.push(within(xml, first.tag, first.properties, { name: 'w:trPr', mark: '<w:tblHeader/>' }));
  let marked = '';
  let end = 0;
  for (const edit of edits.sort((a, b) => a.start - b.start)) {
    marked += xml.slice(end, edit.start) + edit.text;
    end = edit.end;
  }
  return marked + xml.slice(end);
}

/** Puts a mark into an element's properties, which it may have to get. */
function within(
  xml: string,
  tag: { readonly end: number },
  properties: { readonly start: number; readonly end: number } | null,
  { name, mark }: { readonly name: string; readonly mark: string },
): Edit {
  const all = `<${name}>${mark}</${name}>`;
  if (!properties) return { start: tag.end, end: tag.end, text: all };
  if (xml.charAt(properties.end - 2) === '/') return { ...properties, text: all };
  return { start: properties.end, end: properties.end, text: mark };
}

/** Whether a row is set as those below it are not: on a colour, as every other row of a striped table is, or bold. */
function isSetOff(first: DocxTableRow, others: readonly DocxTableRow[]): boolean {
  if (others.length === 0) return false;
  const isOnOwnGround =
    first.ground !== null && !others.slice(0, 2).some(({ ground }) => ground === first.ground);
  return isOnOwnGround || (first.isBold && !others.some(({ isBold }) => isBold));
}

/** What programs count differs by so much. */
const COUNTED = { least: 0.7, most: 1.4 } as const;

/**
 * Pages as the program that saved the file counted them. Programs that count nothing leave what stood in the template
 * they began with: so only where the signs, or the words, that were counted with them are those of this text.
 */
function pageCount(parts: Unzipped, { paragraphs, characters }: DocxContent): number | null {
  const app = textOf(parts, 'docProps/app.xml');
  const count = (name: string) => Number(new RegExp(`<${name}>(\\d{1,9})</${name}>`).exec(app)?.[1] ?? 0);
  const words = paragraphs.reduce((sum, { text }) => sum + (text.match(/\S+/g)?.length ?? 0), 0);
  const [told, here] = count('Characters') > 0 ? [count('Characters'), characters] : [count('Words'), words];
  const isOfThis = told >= here * COUNTED.least && told <= here * COUNTED.most;
  return told > 0 && isOfThis && count('Pages') > 0 ? count('Pages') : null;
}
