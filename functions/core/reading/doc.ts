import type { Block } from './block';
import { type DocRow, spreadCells } from './doc-cells';
import { type DocParagraph, readDoc } from './doc-reader';
import type { Extraction, ExtractionLimits } from './extraction';
import { withFrames } from './frames';
import { tableToBlocks } from './grid';
import { cleanText } from './normalise';
import { openOle } from './ole';
import { pageCountOf } from './ole-summary';
import { UnreadableDocument } from './unreadable';

/** Word documents of before 2007: headings by their styles, lists and tables; what is hidden or deleted left out. */
export async function extractDoc(bytes: Uint8Array, limits: ExtractionLimits): Promise<Extraction> {
  const container = openOle(bytes);
  const pages = pageCountOf(container);
  if (pages !== null && pages > limits.maxPages) {
    throw new UnreadableDocument('too_many_pages', `${pages} pages`);
  }
  const { paragraphs, frames } = readDoc(container, limits);
  const textsOf = (of: readonly DocParagraph[]) => of.map(({ text }) => text);
  return { blocks: withFrames(textsOf(frames), blocksOf(paragraphs), textsOf(paragraphs)), pages };
}

function blocksOf(paragraphs: readonly DocParagraph[]): Block[] {
  const blocks: Block[] = [];
  let rows: DocRow[] = [];
  let row: string[] = [];
  let cell = '';
  const endTable = () => {
    if (row.length > 0) rows.push({ cells: row, shapes: [] });
    if (rows.length > 0) blocks.push(...tableToBlocks(spreadCells(rows)));
    rows = [];
    row = [];
    cell = '';
  };
  for (const paragraph of paragraphs) {
    if (paragraph.place === 'row-end') {
      rows.push({ cells: row, shapes: paragraph.shapes });
      row = [];
    } else if (paragraph.place === 'cell') {
      cell += `${paragraph.text} `;
      if (!paragraph.endsCell) continue;
      row.push(cleanText(cell));
      cell = '';
    } else {
      endTable();
      const text = cleanText(paragraph.text);
      if (text) blocks.push(blockOf(paragraph, text));
    }
  }
  endTable();
  return blocks;
}

function blockOf({ level, isListItem }: DocParagraph, text: string): Block {
  if (level !== null) return { kind: 'heading', text, level, page: null };
  return { kind: isListItem ? 'list' : 'paragraph', text, page: null };
}
