import { isUnfinished } from '#core/text/sentences';
import type { Block } from './block';
import { labelsAmong, nameOf } from './heading-labels';
import { isHeadingLike } from './heading-like';
import { cleanText } from './normalise';
import { continued, type OpenTable } from './pdf-continued';
import type { RuledTable } from './pdf-grids';
import type { Line } from './pdf-lines';
import { pageHeaderLines } from './pdf-page-headers';
import { type Table, tablesOfLines } from './pdf-tables';
import { contentsLines } from './table-of-contents';

/** A line is set as a heading when it is this much larger than the text around it. */
const HEADING_RATIO = 1.12;
const HEADING_MAX_CHARACTERS = 160;
/** Running heads and page numbers stand within this share of the page's height. */
const MARGIN = 0.1;
const BULLET = /^(?:[•◦▪‣●○■–—*-]|\(?\d{1,2}[.)]|\(?[a-z][.)])\s+/;
/** A bullet that no heading begins with. */
const SIGN = /^[•◦▪‣●○■]\s/;

/** Headings, paragraphs, list items and tables out of the lines of all pages. */
export function blocksOfLines(read: readonly (readonly (Line | RuledTable)[])[]): Block[] {
  const items = withTags(read);
  const body = bodySize(items.map(linesOf));
  const kept = contentOf(items, body);
  const lines = kept.flatMap((page) => page.filter((item): item is Line => !isTable(item)));
  const levels = headingLevels(lines, body);
  const look: Look = {
    body,
    isBoldSetOff: isSetOff(lines, ({ isBold }) => isBold === true),
    fonts: fontsSetOff(lines),
  };
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

/** By what a document sets its headings off. */
interface Look {
  readonly body: number;
  /** Whether bold letters do: they say nothing where most of the text is bold. */
  readonly isBoldSetOff: boolean;
  /** Fonts that do with a number before the line: those that little is set in, as italics or small capitals. */
  readonly fonts: ReadonlySet<string>;
}

function isSetOff(lines: readonly Line[], isSo: (line: Line) => boolean): boolean {
  const [own, all] = lines.reduce(
    ([own, all], line) => [own + (isSo(line) ? line.text.length : 0), all + line.text.length],
    [0, 0],
  );
  return own * 4 <= all;
}

function fontsSetOff(lines: readonly Line[]): ReadonlySet<string> {
  const fonts = [...new Set(lines.map(({ font }) => font))].filter((font) => font !== '');
  return new Set(fonts.filter((font) => isSetOff(lines, (line) => line.font === font)));
}

/** `2.1 Data`, `A. Data`, `IV. Results` */
const NUMBERED = /^(?:\d{1,2}(?:\.\d{1,2}){0,3}\.?|[A-Z]\.|[IVX]{1,5}\.)\s+\p{Lu}/u;

/** Lines that belong together: a paragraph's, a heading's, a list item's. */
function groupLines(lines: readonly Line[], look: Look): Group[] {
  const groups: Group[] = [];
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i] as Line;
    const last = groups.at(-1);
    const bold = setOffHeading(lines, i, last, look);
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

/** More lines are a paragraph, however bold. */
const MOST_BOLD = 3;
/** Above a heading of the text's own size is more room than between lines, in font sizes. */
const ROOM = 1.45;

/** The lines of a heading that its letters alone set off, from a line on; null where none begins. */
function setOffHeading(
  lines: readonly Line[],
  at: number,
  above: Group | undefined,
  { body, isBoldSetOff, fonts }: Look,
): Line[] | null {
  const first = lines[at] as Line;
  const isBold = isBoldSetOff && first.isBold === true;
  const isAlike = (line: Line | undefined) =>
    line !== undefined &&
    (isBold ? line.isBold === true : line.font === first.font) &&
    line.level === undefined &&
    line.size === first.size;
  if (!isBold && !(fonts.has(first.font) && NUMBERED.test(first.text))) return null;
  if (SIGN.test(first.text)) return null;
  if (!isAlike(first) || first.size < body || first.size >= body * HEADING_RATIO) return null;
  const previous = lines[at - 1];
  const room = previous ? previous.y - first.y : 0;
  const isClose = previous && room > 0 && room < first.size * ROOM && above?.kind !== 'heading';
  if (isClose && !(isBold && endsSentence(previous) && isShort(first, lines))) return null;
  let end = at + 1;
  while (end - at <= MOST_BOLD && isAlike(lines[end]) && isTight(lines[end - 1] as Line, lines[end] as Line))
    end++;
  const own = lines.slice(at, end);
  // What follows is set in other letters: else these are lines of a list, or of an address.
  if (own.length > MOST_BOLD || isAlike(lines[end])) return null;
  return isHeadingLike(own.map(({ text }) => text).join(' ')) ? own : null;
}

/** Whether a line ends well before others do: it ends a paragraph, or is one. */
function isShort(line: Line, lines: readonly Line[]): boolean {
  const endOf = ({ runs }: Line) => runs.at(-1)?.end ?? 0;
  const longest = lines.reduce((most, other) => Math.max(most, endOf(other)), 0);
  return endOf(line) - line.x < (longest - line.x) * SHORT;
}

const SHORT = 0.6;

function isTight(previous: Line, line: Line): boolean {
  const leading = previous.y - line.y;
  return leading > 0 && leading < line.size * ROOM;
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
  // Each bookmark is one of its own, and each heading that the file tags.
  if (group.kind === 'heading')
    return (
      kind === 'heading' &&
      sameSize &&
      tight &&
      (line.tag ? line.tag.id === previous.tag?.id : previous.level === undefined && line.level === undefined)
    );
  if (kind !== 'paragraph') return false;
  return sameSize && tight && !(group.kind === 'list' && line.x < (group.lines[0]?.x ?? 0) - 1);
}

function endsSentence(line: Line): boolean {
  return /[.!?:]["”“»)]?$/.test(line.text);
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
  // Only what a bookmark names is one for certain.
  if (level === undefined && isUnfinished(text)) return { kind: 'paragraph', text, page };
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

/** `2.1.3 Data` stands under `2.1`, though both look alike. */
function partsOfNumber(text: string): number {
  return /^\d{1,2}(?:\.\d{1,2})*(?=\.?\s)/.exec(text)?.[0].split('.').length ?? 0;
}
