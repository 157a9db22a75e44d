import type { Block } from '#core/reading/block';
import { cellsOfLine, hasHeaderRow, ruleOf } from '#core/reading/header-row';
import { announces, type Span, sentencesOf } from '#core/text/sentences';
import type { Passage } from './passage';

export interface SplitOptions {
  /** Characters that a passage should have, about. */
  readonly target?: number;
}

/** What stands between two blocks in the document's text. */
export const BLOCK_GAP = '\n\n';

/**
 * Measured on the English development set with paragraphs of an article as one document: how often the answer
 * stands in the first passage, and in the first 3,000 characters of passages, by target. 300: 80.4 and 95.5;
 * 450: 82.5 and 95.9; 600: 84.9 and 95.5; 800: 86.2 and 94.8; 1,300: 87.8 and 92.3.
 */
const TARGET = 600;

/** A heading speaks for all passages under it; a paragraph that was taken for a heading must not drown them. */
const LONGEST_HEADING = 200;

/**
 * Cuts a document into passages along its structure: never across a heading, between paragraphs where there
 * is a choice, then between sentences, then between words. Rows of a table stay whole and each of its passages
 * begins with the header row. What announces something stands in the passage of what it announces. A heading that
 * nothing stands under is a passage itself, so that no text is lost.
 */
export function splitIntoPassages(
  blocks: readonly Block[],
  { target = TARGET }: SplitOptions = {},
): Passage[] {
  const text = blocks.map((block) => block.text).join(BLOCK_GAP);
  return sectionsOf(blocks).flatMap(({ heading, blocks: content }) => {
    const [first] = content;
    if (first?.block.kind === 'faq-answer') return content.map((placed) => faqAnswer(placed, heading));
    const units = content.flatMap(({ block, start }) => unitsOf(block, start, target));
    return grouped(units, target).map((group) => passageOf(group, heading, text));
  });
}

function faqAnswer({ block, start }: PlacedBlock, heading: string | null): Passage {
  const { text, page } = block;
  return { text, page, heading, start, end: start + text.length, isFaqAnswer: true };
}

interface PlacedBlock {
  readonly block: Block;
  /** Where it begins in the document's text. */
  readonly start: number;
}

interface Section {
  readonly heading: string | null;
  readonly blocks: PlacedBlock[];
}

interface OpenHeading extends PlacedBlock {
  readonly level: number;
  readonly text: string;
  /** The number of the block that it does not head any more. */
  readonly until: number;
  /** Whether some passage names it. */
  used: boolean;
}

/** What stands under the same headings. A heading with nothing below it becomes text under those above it. */
function sectionsOf(blocks: readonly Block[]): Section[] {
  const sections: Section[] = [];
  const open: OpenHeading[] = [];
  let current: Section | null = null;

  const add = (placed: PlacedBlock): void => {
    if (!current) {
      current = { heading: open.map(({ text }) => text).join(' › ') || null, blocks: [] };
      sections.push(current);
      for (const heading of open) heading.used = true;
    }
    current.blocks.push(placed);
  };
  const closeDownTo = (level: number): void => {
    current = null;
    for (let last = open.at(-1); last && last.level >= level; last = open.at(-1)) {
      open.pop();
      if (!last.used) add(last);
      current = null;
    }
  };

  let start = 0;
  for (const [at, block] of blocks.entries()) {
    for (const { level } of open.filter(({ until }) => until <= at)) closeDownTo(level);
    const text = block.text.replace(/\s+/g, ' ').trim();
    if (block.kind !== 'heading') add({ block, start });
    else if (text) {
      const level = Math.max(1, block.level ?? 1);
      closeDownTo(level);
      const until = block.heads === undefined ? blocks.length : at + 1 + block.heads;
      open.push({ block, start, level, text: shortened(text, LONGEST_HEADING), until, used: false });
    }
    start += block.text.length + BLOCK_GAP.length;
  }
  closeDownTo(1);
  return sections;
}

/** What isn't cut any more: a short block, a sentence, a row. */
interface Unit extends Span {
  readonly text: string;
  readonly page: number | null;
  /** Of a row: its table, and what each passage of it begins with. */
  readonly table: { readonly header: string | null } | null;
}

function unitsOf(block: Block, start: number, target: number): Unit[] {
  if (block.kind === 'table' && block.rows) return rowsOf(block, block.rows, start, target);
  const spans =
    block.text.length <= target ? [{ start: 0, end: block.text.length }] : sentencesOf(block.text);
  return spans
    .flatMap((span) => wordRuns(block.text, span, target))
    .map((span) => ({
      text: block.text.slice(span.start, span.end),
      page: block.page,
      start: start + span.start,
      end: start + span.end,
      table: null,
    }));
}

/** Where a row stands within its table's text is not known: each has the place of the whole. */
function rowsOf(block: Block, rows: readonly (readonly string[])[], start: number, target: number): Unit[] {
  const lines = rows.map((cells) => cells.map((cell) => cell.replace(/\s+/g, ' ').trim()).join(' | '));
  const [first = '', ...others] = lines.filter((line) => /[^\s|]/.test(line));
  // A first row that would fill each passage heads nothing, nor does one that is like the others.
  const hasHeader =
    others.length > 0 &&
    first.length <= target * LONGEST_HEADER_SHARE &&
    (block.hasHeader ?? hasHeaderRow(rows));
  const table = { header: hasHeader ? first : null };
  const body = hasHeader ? others : [first, ...others];
  return body
    .flatMap((line) =>
      wordRuns(line, { start: 0, end: line.length }, target).map((run) => line.slice(run.start, run.end)),
    )
    .map((text) => ({ text, page: block.page, start, end: start + block.text.length, table }));
}

/** What of a passage's length a header may take. */
const LONGEST_HEADER_SHARE = 1 / 3;
export const LONGEST_HEADER = TARGET * LONGEST_HEADER_SHARE;

/** A stretch without surrounding space, cut between words where it is longer than the target. */
function wordRuns(text: string, span: Span, target: number): Span[] {
  const runs: Span[] = [];
  let { start } = span;
  while (start < span.end) {
    let end = Math.min(span.end, start + target);
    if (end < span.end) {
      const space = text.slice(start, end + 1).search(/\s\S*$/);
      if (space > 0) end = start + space;
      else if (/[\ud800-\udbff]/.test(text.charAt(end - 1))) end--;
    }
    const run = text.slice(start, end);
    const leading = run.length - run.trimStart().length;
    if (run.trim()) runs.push({ start: start + leading, end: start + run.trimEnd().length });
    start = Math.max(end, start + 1);
  }
  return runs;
}

/**
 * Shares a section's units out among as many passages as its length asks for, evenly: filling each to the
 * brim would leave a last one of a few words, which no question finds.
 */
function grouped(units: readonly Unit[], target: number): Unit[][] {
  return pagesOf(units, target).flatMap((page) => {
    const length = lengthOf(page);
    const share = length / Math.max(1, Math.round(length / target));
    const groups: Unit[][] = [];
    let [before, last] = [0, -1];
    for (const unit of page) {
      // The share that its middle falls in. One longer than a share leaves none of its own to the next.
      const index = Math.floor((before + unit.text.length / 2) / share);
      if (index !== last) groups.push(announcementIn(groups));
      groups.at(-1)?.push(unit);
      before += unit.text.length;
      last = index;
    }
    return groups;
  });
}

/** A passage names the page that it begins on: it goes on to the next only where too little would be left. */
function pagesOf(units: readonly Unit[], target: number): Unit[][] {
  const pages: Unit[][] = [];
  for (const unit of units) {
    const last = pages.at(-1);
    if (last && (last.at(-1)?.page === unit.page || lengthOf(last) < target / 2)) last.push(unit);
    else pages.push([...announcementIn(pages), unit]);
  }
  const end = pages.at(-1);
  if (end && pages.length > 1 && lengthOf(end) < target / 3) pages.at(-2)?.push(...(pages.pop() ?? []));
  return pages;
}

/** Takes what announces the next unit out of the last group, for that unit's. What is all of its group stays there. */
function announcementIn(groups: readonly Unit[][]): Unit[] {
  const last = groups.at(-1) ?? [];
  let from = last.length;
  while (last.length - from < MOST_ANNOUNCING && isAnnouncement(last[from - 1])) from--;
  return from > 0 ? last.splice(from) : [];
}

function isAnnouncement(unit: Unit | undefined): boolean {
  return unit !== undefined && unit.table === null && announces(unit.text);
}

/** `Our prices:` and below it `Adults:`; more are a form, whose lines all end so. */
const MOST_ANNOUNCING = 2;

function lengthOf(units: readonly Unit[]): number {
  return units.reduce((sum, unit) => sum + unit.text.length, 0);
}

function passageOf(units: readonly Unit[], heading: string | null, document: string): Passage {
  let text = '';
  let [start, end] = [Number.POSITIVE_INFINITY, 0];
  for (const [index, unit] of units.entries()) {
    const before = units[index - 1];
    if (before && !before.table && !unit.table) text += document.slice(before.end, unit.start);
    else if (before) text += before.table === unit.table ? '\n' : BLOCK_GAP;
    if (unit.table && before?.table !== unit.table) {
      const following = units.slice(index);
      const end = following.findIndex(({ table }) => table !== unit.table);
      text += headOf(unit.table.header, end < 0 ? following : following.slice(0, end));
    }
    text += unit.text;
    start = Math.min(start, unit.start);
    end = Math.max(end, unit.end);
  }
  return { text, page: units[0]?.page ?? null, heading, start, end };
}

/**
 * What stands above the rows of a table: its header, if it has one. Where the form of these rows says otherwise, as it
 * may of a part of a table, a rule does: below a header, and alone above rows that have none.
 */
function headOf(header: string | null, rows: readonly Unit[]): string {
  const lines = [...(header === null ? [] : [header]), ...rows.map(({ text }) => text)].map(cellsOfLine);
  const rule = hasHeaderRow(lines) === (header !== null) ? '' : `${ruleOf(lines[0]?.length ?? 2)}\n`;
  return `${header === null ? '' : `${header}\n`}${rule}`;
}

function shortened(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length).replace(/\s+\S*$/, '')} …`;
}
