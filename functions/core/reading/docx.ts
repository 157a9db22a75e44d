import type { Document } from 'domhandler';
import { type DocxBlock, type DocxParagraph, type DocxRow, isTable, readBody, textsIn } from './docx-body';
import { chunkHtml } from './docx-chunk';
import { headingLevels, isTitle } from './docx-headings';
import { readNumbering } from './docx-numbering';
import { readStyles } from './docx-styles';
import type { Surroundings } from './docx-text';
import type { Extraction, ExtractionLimits } from './extraction';
import { withFrames } from './frames';
import { htmlToBlocks } from './html';
import { cleanText } from './normalise';
import { attribute, child, elementsIn, escaped, openPackage, type Package } from './ooxml';
import { isSetOff } from './row-look';
import { UnreadableDocument } from './unreadable';
import { assertUnpacksWithin } from './zip';

/**
 * Word documents: headings by their styles, else by their look; lists with their numbers, tables, text boxes, notes
 * where they are called, heads and feet once; tables of contents and pictures left out.
 */
export async function extractDocx(bytes: Uint8Array, limits: ExtractionLimits): Promise<Extraction> {
  assertUnpacksWithin(bytes, limits.maxUnpackedBytes);
  const file = openPackage(bytes);
  const body = file.xml(file.main);
  const [root] = body ? elementsIn(body, 'body') : [];
  if (!root) throw new UnreadableDocument('corrupted', 'no body');
  const relations = file.relationsOf(file.main);
  const partOf = (type: string) => relations.find((relation) => relation.type === type)?.target ?? '';
  const styles = readStyles(file.xml(partOf('styles')));
  const numbering = () => readNumbering(file.xml(partOf('numbering')));
  const chunkOf = (id: string) => {
    const name = relations.find((relation) => relation.id === id)?.target;
    const chunk = name === undefined ? undefined : file.bytes(name);
    return chunk ? chunkHtml(chunk) : '';
  };
  const notes = notesOf(file, partOf, (part, name) =>
    readBody(part, { styles, linkOf: linksOf(file, name), noteOf: () => '', chunkOf }, numbering()),
  );
  const around: Surroundings = { styles, linkOf: linksOf(file, file.main), noteOf: notes, chunkOf };
  const blocks = readBody(root, around, numbering());
  const paragraphs = textsIn(blocks);
  const pages = pageCount(file, paragraphs);
  if (pages !== null && pages > limits.maxPages) {
    throw new UnreadableDocument('too_many_pages', `${pages} pages`);
  }
  const levels = headingLevels(paragraphs, styles);
  const frames = relations
    .filter(({ type }) => type === 'header' || type === 'footer')
    .map(({ target }) => ({ target, part: file.xml(target) }))
    .flatMap(({ target, part }) =>
      part ? readBody(part, { ...around, linkOf: linksOf(file, target) }, numbering()) : [],
    );
  const title = paragraphs.find((paragraph) => paragraph.text.trim() && isTitle(paragraph, styles));
  const [named] = coreTitle(file);
  return {
    blocks: withFrames(
      textsIn(frames).map(({ text }) => text),
      htmlToBlocks(htmlOf(blocks, levels)),
      paragraphs.map(({ text }) => text),
    ),
    pages,
    titles: [named, title?.text].map((text) => cleanText(text ?? '')),
  };
}

function coreTitle(file: Package): string[] {
  const name = file.relationsOf('').find(({ type }) => type === 'core-properties')?.target;
  const part = file.xml(name ?? 'docProps/core.xml');
  return (part ? elementsIn(part, 'title') : []).map((title) =>
    title.children.map((node) => ('data' in node ? node.data : '')).join(''),
  );
}

function linksOf(file: Package, part: string): Surroundings['linkOf'] {
  const links = new Map(
    file
      .relationsOf(part)
      .filter(({ type, isExternal }) => type === 'hyperlink' && isExternal)
      .map(({ id, target }) => [id, target]),
  );
  return (id) => links.get(id);
}

function notesOf(
  file: Package,
  partOf: (type: string) => string,
  read: (part: Document | ReturnType<typeof elementsIn>[number], name: string) => readonly DocxBlock[],
): Surroundings['noteOf'] {
  const notes = new Map<string, string>();
  for (const kind of ['footnote', 'endnote'] as const) {
    // A file that forgets to say where its notes are has them where all have them.
    const name = partOf(`${kind}s`) || file.main.replace(/[^/]*$/, `${kind}s.xml`);
    const part = file.xml(name);
    for (const note of part ? elementsIn(part, kind) : []) {
      if (/separator/i.test(attribute(note, 'type') ?? '')) continue;
      const texts = textsIn(read(note, name)).map(({ text }) => cleanText(text));
      notes.set(`${kind} ${attribute(note, 'id')}`, texts.filter(Boolean).join(' '));
    }
  }
  return (kind, id) => notes.get(`${kind} ${id}`) ?? '';
}

/** As HTML, whose reader knows what becomes of lists and tables. */
function htmlOf(blocks: readonly DocxBlock[], levels: ReadonlyMap<DocxParagraph, number>): string {
  return blocks
    .map((block) => {
      if (isTable(block)) return tableHtml(block.rows, levels);
      if ('html' in block) return block.html;
      if (block.isDirectory) return '';
      const text = escaped([block.label, block.text].filter(Boolean).join(' ')).replaceAll('\n', '<br>');
      const level = levels.get(block);
      if (level !== undefined) return `<h${level}>${text}</h${level}>`;
      return block.isListItem ? `<ul><li>${text}</li></ul>` : `<p>${text}</p>`;
    })
    .join('');
}

function tableHtml(rows: readonly DocxRow[], levels: ReadonlyMap<DocxParagraph, number>): string {
  const [first, ...others] = rows;
  const isMarked = first !== undefined && !first.isHeader && isSetOff(first, others);
  const trs = rows.map(({ cells, isHeader }, at) => {
    const name = isHeader || (at === 0 && isMarked) ? 'th' : 'td';
    return `<tr>${cells
      .map(
        ({ width, height, content }) =>
          `<${name} colspan="${width}" rowspan="${height}">${htmlOf(content, levels)}</${name}>`,
      )
      .join('')}</tr>`;
  });
  return `<table>${trs.join('')}</table>`;
}

/** What programs count differs by so much. */
const COUNTED = { least: 0.7, most: 1.4 } as const;

/**
 * Pages as the program that saved the file counted them. Programs that count nothing leave what stood in the template
 * they began with: so only where the signs, or the words, that were counted with them are those of this text.
 */
function pageCount(file: Package, paragraphs: readonly DocxParagraph[]): number | null {
  const name = file.relationsOf('').find(({ type }) => type === 'extended-properties')?.target;
  const part = file.xml(name ?? 'docProps/app.xml');
  const [properties] = part ? elementsIn(part, 'Properties') : [];
  const count = (of: string) => {
    const said = child(properties, of)
      ?.children.map((node) => ('data' in node ? node.data : ''))
      .join('');
    return /^\d{1,9}$/.test(said ?? '') ? Number(said) : 0;
  };
  const texts = paragraphs.map(({ text }) => text);
  const words = texts.reduce((sum, text) => sum + (text.match(/\S+/g)?.length ?? 0), 0);
  const characters = texts.reduce((sum, text) => sum + text.replace(/\s+/g, '').length, 0);
  const [told, here] = count('Characters') > 0 ? [count('Characters'), characters] : [count('Words'), words];
  const isOfThis = told >= here * COUNTED.least && told <= here * COUNTED.most;
  return told > 0 && isOfThis && count('Pages') > 0 ? count('Pages') : null;
}
