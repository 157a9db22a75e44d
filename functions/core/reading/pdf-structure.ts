import { isUnfinished } from '#core/text/sentences';
import type { Block } from './block';
import { labelsAmong, nameOf } from './heading-labels';
import { cleanText } from './normalise';
import { continued, type OpenTable } from './pdf-continued';
import type { RuledTable } from './pdf-grids';
import { type Group, groupsOf } from './pdf-groups';
import { HEADING_RATIO, type Look, lookOf, MOST_LINES, NUMBERED, partsOfNumber } from './pdf-headings';
import type { Line } from './pdf-lines';
import { pageHeaderLines } from './pdf-page-headers';
import { type Table, tablesOfLines } from './pdf-tables';
import { contentsLines } from './table-of-contents';

/** Running heads and page numbers stand within this share of the page's height. */
const MARGIN = 0.1;

/** Headings, paragraphs, list items and tables out of the lines of all pages. */
export function blocksOfLines(read: readonly (readonly (Line | RuledTable)[])[]): Block[] {
  const items = withTags(read);
  const body = bodySize(items.map(linesOf));
  const kept = contentOf(items, body);
  const loosePages = kept.map((page) => page.filter((item): item is Line => !isTable(item)));
  const levels = headingLevels(loosePages.flat(), body);
  const look = lookOf(loosePages, body);
  const blocks: Block[] = [];
  const looked = new Set<Block>();
  let open: OpenTable | null = null;
  for (const page of kept) {
    let loose: Line[] = [];
    const flush = () => {
      for (const group of groupsOf(loose, look)) {
        const block = toBlock(group, body, levels);
        blocks.push(block);
        if (group.lines.every(({ level }) => level === undefined)) looked.add(block);
      }
      // Page numbers of a short document stand between the parts of its tables too.
      if (loose.some((line) => !inMargin(line, body))) open = null;
      loose = [];
    };
    for (const item of withTables(page, look)) {
      if (!isTable(item)) {
        loose.push(item);
        continue;
      }
      flush();
      const last: OpenTable | null = open;
      open = continued(last, item);
      if (open.isMore && last) {
        const place = blocks.lastIndexOf(last.block);
        // A header that the page's end parts from all its rows stands above them already.
        if (last.rows.length === 1) blocks.splice(place, 1);
        // The next page may be what tells that it is one.
        else if (last.hasHeader || last.judged === last.rows)
          blocks[place] = {
            ...last.block,
            hasHeader: true,
            ...(open.isMarked && { isHeaderMarked: true }),
          };
      }
      blocks.push(open.block);
    }
    flush();
  }
  return withoutLabels(
    blocks.filter((block) => block.text),
    looked,
  );
}

/** Blocks whose labels, such as `Note`, head nothing. `looked`: those that neither a bookmark nor a tag names. */
function withoutLabels(blocks: readonly Block[], looked: ReadonlySet<Block>): Block[] {
  // A slide's title may be that of the slide before.
  const heads = blocks.filter((block, at) => block.kind === 'heading' && blocks[at - 1]?.page === block.page);
  const labels = labelsAmong(heads);
  return blocks.map((block) =>
    block.kind === 'heading' && looked.has(block) && labels.has(nameOf(block.text))
      ? { kind: 'paragraph', text: block.text, page: block.page }
      : block,
  );
}

/** Where more of the text is tagged as headings, the tags say how it looks and not what it is. */
const MOST_TAGGED = 1 / 2;

/** Lines that the file tags as headings with their levels, as a bookmark gives them, but where most lines are. */
function withTags(
  pages: readonly (readonly (Line | RuledTable)[])[],
): readonly (readonly (Line | RuledTable)[])[] {
  const lines = pages.flat().filter((item): item is Line => !isTable(item));
  const lengthOf = (some: readonly Line[]) => some.reduce((sum, { text }) => sum + text.length, 0);
  const tagged = lines.filter(({ tag }) => tag);
  if (tagged.length === 0 || lengthOf(tagged) > lengthOf(lines) * MOST_TAGGED) return pages;
  return pages.map((page) =>
    page.map((item) => (!isTable(item) && item.tag ? { ...item, level: item.tag.level } : item)),
  );
}

/** The pages without what is no content: running heads, page numbers, tables of contents and indexes. */
function contentOf(
  items: readonly (readonly (Line | RuledTable)[])[],
  body: number,
): (Line | RuledTable)[][] {
  const { dropped, kept } = pageHeaderLines(
    items.map((page) => page.filter((item): item is Line => !isTable(item))),
    body,
  );
  const content = items.map((page) =>
    page
      .filter((item) => isTable(item) || !dropped.has(item))
      .map((item) =>
        !isTable(item) && kept.has(item) ? { ...item, size: body, isBold: false, font: '' } : item,
      ),
  );
  // A ruled table stands between lines as one that is none.
  const lines = content.flat().map((item) => (isTable(item) ? { text: '', page: item.page } : item));
  const directories = contentsLines(lines, items.length);
  let at = 0;
  return content.map((page) => page.filter(() => !directories.has(at++)));
}

/** All lines of a page, those of its ruled tables too. */
export function linesOf(items: readonly (Line | RuledTable)[]): Line[] {
  return items.flatMap((item) => (isTable(item) ? item.lines : [item]));
}

function isTable<T extends Table>(item: Line | T): item is T {
  return 'columns' in item;
}

/** Finds the tables that no drawn lines show, before, between and after those that they do, and headings. */
function withTables(items: readonly (Line | RuledTable)[], look: Look): (Line | Table)[] {
  const found: (Line | Table)[] = [];
  let lines: Line[] = [];
  for (const [at, item] of items.entries()) {
    const heading = numberedHeading(items, at, look);
    if (!heading && !isTable(item)) {
      lines.push(item);
      continue;
    }
    found.push(...tablesOfLines(lines), heading ?? item);
    lines = [];
  }
  return [...found, ...tablesOfLines(lines)];
}

/** A heading whose number may stand as far from its words as one column from the next; null for all else. */
function numberedHeading(items: readonly (Line | RuledTable)[], at: number, look: Look): Line | null {
  const isNumbered = (item: Line | RuledTable | undefined): item is Line =>
    item !== undefined &&
    !isTable(item) &&
    /^\S+\s[^\t]+$/.test(item.text) &&
    NUMBERED.test(item.text) &&
    (item.size >= look.body * HEADING_RATIO || (look.isBoldSetOff && item.isBold === true));
  const item = items[at];
  // Those after one another are rows.
  if (!isNumbered(item) || isNumbered(items[at - 1]) || isNumbered(items[at + 1])) return null;
  return { ...item, text: item.text.replace('\t', ' ') };
}

/** The size in which most characters of the document are set. */
function bodySize(pages: readonly (readonly Line[])[]): number {
  const characters = new Map<number, number>();
  for (const line of pages.flat())
    characters.set(line.size, (characters.get(line.size) ?? 0) + line.text.length);
  let best = 0;
  let most = 0;
  for (const [size, count] of characters) {
    if (count > most) [best, most] = [size, count];
  }
  return best;
}

/** Set in the margin and no larger than the text: a chapter's title at the top of its page is no running head. */
function inMargin(line: Line, body: number): boolean {
  if (line.size >= body * HEADING_RATIO) return false;
  return line.depth < MARGIN || line.depth > 1 - MARGIN;
}

function toBlock(group: Group, body: number, { levels, lowest, below }: HeadingLevels): Block {
  const page = group.lines[0]?.page ?? null;
  const text = cleanText(
    group.lines
      .map(({ text }) => (group.kind === 'paragraph' ? text.replaceAll('\t', ' ') : text))
      .join('\n'),
  );
  if (group.kind === 'field') return { kind: 'paragraph', text, page };
  if (group.kind !== 'heading') return { kind: group.kind, text, page };
  const [{ size, level } = { size: body, level: undefined }] = group.lines;
  // Only what a bookmark names is one for certain. A text that is set large goes on for more lines.
  if (level === undefined && (isUnfinished(text) || group.lines.length > MOST_LINES))
    return { kind: 'paragraph', text, page };
  return {
    kind: 'heading',
    text,
    level:
      level === undefined
        ? (levels.get(size) ?? Math.max(lowest, Math.min(partsOfNumber(text), LOWEST)))
        : Math.min(level + below, LOWEST),
    page,
  };
}

/**
 * The level of each size that headings are set in, the largest first. Lines that bookmarks name have the level of these,
 * and what else is set as large has the same.
 */
function headingLevels(lines: readonly Line[], body: number): HeadingLevels {
  const sizes = new Map<number, number[]>();
  for (const { size, level } of lines) {
    if (size < body * HEADING_RATIO) continue;
    const named = sizes.get(size) ?? [];
    sizes.set(size, level === undefined ? named : [...named, level]);
  }
  const levels = new Map<number, number>();
  let above = 0;
  const ordered = [...sizes].sort(([a], [b]) => b - a);
  // A title above all that bookmarks name.
  const below = ordered[0]?.[1].length === 0 ? 1 : 0;
  for (const [size, named] of ordered) {
    above = named.length > 0 ? Math.min(...named) + below : above + 1;
    levels.set(size, Math.min(above, LOWEST));
  }
  return { levels, lowest: Math.min(above + 1, LOWEST), below };
}

interface HeadingLevels {
  /** By size. */
  readonly levels: ReadonlyMap<number, number>;
  /** Of headings that are no larger than the text. */
  readonly lowest: number;
  /** By how much headings that bookmarks name stand lower in the document than among these. */
  readonly below: number;
}

const LOWEST = 6;
