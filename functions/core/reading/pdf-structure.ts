import { isUnfinished } from '#core/text/sentences';
import type { Block } from './block';
import { labelsAmong, nameOf } from './heading-labels';
import { cleanText } from './normalise';
import { continued, type OpenTable } from './pdf-continued';
import type { RuledTable } from './pdf-grids';
import {
  BULLET,
  endsSentence,
  HEADING_RATIO,
  type HeadingLevels,
  headingLevels,
  LOWEST,
  type Look,
  lookOf,
  MOST_LINES,
  NUMBERED,
  partsOfNumber,
  setOffHeading,
} from './pdf-headings';
import type { Line } from './pdf-lines';
import { pageHeaderLines } from './pdf-page-headers';
import { type Table, tablesOfLines } from './pdf-tables';
import { contentsLines } from './table-of-contents';

const HEADING_MAX_CHARACTERS = 160;
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
      for (const group of withKickers(groupLines(loose, look))) {
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

interface Group {
  /** A field is a line with a gap in it, as a form's or a table of contents' entry: it stands for itself. */
  readonly kind: 'heading' | 'paragraph' | 'list' | 'field';
  readonly lines: Line[];
}

/** Lines that belong together: a paragraph's, a heading's, a list item's. */
function groupLines(lines: readonly Line[], look: Look): Group[] {
  const groups: Group[] = [];
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i] as Line;
    const last = groups.at(-1);
    const bold = setOffHeading(lines, i, last?.kind === 'heading', look);
    if (bold) {
      groups.push({ kind: 'heading', lines: bold });
      i += bold.length - 1;
      continue;
    }
    const previous = lines[i - 1];
    const isStretched = last?.kind === 'paragraph' && previous !== undefined && stretches(previous, line);
    const kind = isStretched ? 'paragraph' : kindOf(line, look);
    if (last && previous && continues(last, previous, line, kind)) last.lines.push(line);
    else groups.push({ kind, lines: [line] });
  }
  return groups;
}

/** A kicker has no more words. */
const KICKER_WORDS = 3;

/** A short line above a larger heading is part of it: `Chapter 1`, or what the document is. */
function withKickers(groups: readonly Group[]): Group[] {
  const joined: Group[] = [];
  for (const group of groups) {
    const [kicker, ...more] = joined.at(-1)?.kind === 'heading' ? (joined.at(-1)?.lines ?? []) : [];
    const [first, ...rest] = group.kind === 'heading' ? group.lines : [];
    const isKicker =
      kicker &&
      first &&
      more.length === 0 &&
      kicker.level === undefined &&
      kicker.page === first.page &&
      kicker.size < first.size &&
      kicker.text.split(/\s+/).length <= KICKER_WORDS &&
      !NUMBERED.test(kicker.text);
    if (isKicker)
      joined[joined.length - 1] = {
        ...group,
        lines: [{ ...first, text: `${kicker.text} ${first.text}` }, ...rest],
      };
    else joined.push(group);
  }
  return joined;
}

function kindOf(line: Line, { body }: Look): Group['kind'] {
  if (line.level !== undefined) return 'heading';
  if (line.size >= body * HEADING_RATIO && line.text.length <= HEADING_MAX_CHARACTERS) return 'heading';
  if (line.text.includes('\t') && !BULLET.test(line.text)) return 'field';
  return BULLET.test(line.text) ? 'list' : 'paragraph';
}

/**
 * Whether a line goes on with justified text: between the same edges as the one before, and so few words that each of
 * its spaces is as wide as a column's.
 */
function stretches(previous: Line, line: Line): boolean {
  const end = ({ runs }: Line) => runs.at(-1)?.end ?? 0;
  return (
    line.text.includes('\t') &&
    !line.text.includes(' ') &&
    !endsSentence(previous) &&
    previous.size === line.size &&
    Math.abs(previous.x - line.x) <= EDGE &&
    Math.abs(end(previous) - end(line)) <= EDGE
  );
}

/** Edges that are the same differ by no more points. */
const EDGE = 2;

function continues(group: Group, previous: Line, line: Line, kind: Group['kind']): boolean {
  const leading = previous.y - line.y;
  const sameSize = Math.abs(line.size - previous.size) <= 0.6;
  // Higher on the page than the line before: another column.
  if (leading < -line.size * 0.5)
    return group.kind === 'paragraph' && kind === 'paragraph' && !endsSentence(previous);
  const tight = leading <= Math.max(line.size, previous.size) * 1.75;
  // Each bookmark is one of its own, each heading that the file tags, and each that has a number.
  if (group.kind === 'heading')
    return (
      kind === 'heading' &&
      sameSize &&
      tight &&
      (line.tag
        ? line.tag.id === previous.tag?.id
        : previous.level === undefined && line.level === undefined && !NUMBERED.test(line.text))
    );
  if (kind !== 'paragraph') return false;
  return sameSize && tight && !(group.kind === 'list' && line.x < (group.lines[0]?.x ?? 0) - 1);
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
