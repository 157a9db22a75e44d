import { announces } from '#core/text/sentences';
import { tellsTimes, toldBy } from '#core/text/time-expressions';
import type { Block } from './block';
import { cleanText } from './normalise';
import { type HeadingStyle, levelsOf } from './plain-levels';
import { isBullet, isLabelled, type Paragraph } from './plain-lines';

/** Headings, and paragraphs whose lines stand for themselves, of the pages of a text without mark-up. */
export function plainBlocks(pages: readonly (readonly Paragraph[])[]): Block[] {
  const read = pages.flatMap((paragraphs, page) =>
    styledParagraphs(paragraphs, pages.length > 1 ? page + 1 : null),
  );
  const headings = read.flatMap(({ lines, style }, at) =>
    style ? [{ style, isEmpty: lines.length === 1 && Boolean(read[at + 1]?.style) }] : [],
  );
  const levels = levelsOf(headings).values();
  return read.flatMap(({ lines, style, page }): Block[] => {
    const [first = '', ...others] = lines;
    if (!style) return [{ kind: 'paragraph', text: lines.join('\n'), page }];
    const level = levels.next().value ?? 1;
    const heading: Block = { kind: 'heading', text: first.replace(MARKED, ''), level, page };
    return others.length === 0 ? [heading] : [heading, { kind: 'paragraph', text: others.join('\n'), page }];
  });
}

interface StyledParagraph {
  readonly lines: readonly string[];
  /** Of the heading that it is or begins with; null where it doesn't. */
  readonly style: HeadingStyle | null;
  readonly page: number | null;
}

function styledParagraphs(paragraphs: readonly Paragraph[], page: number | null): StyledParagraph[] {
  const cleaned = opened(paragraphs).map(({ lines, underline }) => ({
    lines: lines.map(cleanText).filter(Boolean),
    underline,
  }));
  return cleaned.map((paragraph, at) => {
    const style = styleOf(paragraph, cleaned, at);
    const isFirst = page === null || page === 1;
    return { lines: paragraph.lines, style: style?.kind === 'title' && !isFirst ? style.as : style, page };
  });
}

/** What announces (`We accept:`) and what stands below it, an empty line between, are one; so are days and their hours. */
function opened(paragraphs: readonly Paragraph[]): Paragraph[] {
  const whole: Paragraph[] = [];
  for (const paragraph of paragraphs) {
    const last = whole.at(-1);
    const isOpening = last?.lines.length === 1 && announces(last.lines[0] ?? '') && last.underline === null;
    if (last && (isOpening || areDaysAndTimes(last.lines.at(-1), paragraph.lines[0])))
      whole[whole.length - 1] = { lines: [...last.lines, ...paragraph.lines], underline: null };
    else whole.push(paragraph);
  }
  return whole;
}

function areDaysAndTimes(days = '', times = ''): boolean {
  return !MARKED.test(days) && toldBy(days.trim()) === 'days' && toldBy(times.trim()) === 'times';
}

function styleOf(paragraph: Paragraph, all: readonly Paragraph[], at: number): HeadingStyle | null {
  const [first = '', ...others] = paragraph.lines;
  const marks = MARKED.exec(first)?.[1];
  if (marks) return { kind: 'marked', level: marks.length };
  if (others.length > 0) return heads(first, others) ? plainStyle(first) : null;
  if (!looksLikeHeading(first) || at === all.length - 1) return null;
  if (paragraph.underline === '=')
    return isOnlyDouble(paragraph, all, at) ? { kind: 'title', as: { kind: 'double' } } : { kind: 'double' };
  if (paragraph.underline) return { kind: 'single' };
  const run = runFrom(all, at);
  // The end of the text, or several such lines one after the other: they are what is told, and head nothing.
  if (at + run === all.length || (at > 0 && runAround(all, at) >= LIST)) return null;
  const style = plainStyle(first);
  return at === 0 && run > 1 ? { kind: 'title', as: style } : style;
}

/** Above all others, and set off as none of them. */
function isOnlyDouble(paragraph: Paragraph, all: readonly Paragraph[], at: number): boolean {
  return at === 0 && all.every((other) => other === paragraph || other.underline !== '=');
}

const LIST = 3;

/** Paragraphs from this one on, and those around it, that look like a heading each. The title is none of them. */
function runFrom(all: readonly Paragraph[], at: number): number {
  let end = at;
  while (isAlone(all[end])) end++;
  return end - at;
}

function runAround(all: readonly Paragraph[], at: number): number {
  let start = at;
  while (start > 1 && isAlone(all[start - 1])) start--;
  return runFrom(all, start);
}

function isAlone(paragraph: Paragraph | undefined): boolean {
  return paragraph?.lines.length === 1 && !paragraph.underline && looksLikeHeading(paragraph.lines[0] ?? '');
}

/** `# Heading`, as who is used to Markdown writes it in any file. */
const MARKED = /^(#{1,6})\s+(?=\S)/;

const LONGEST = 70;
const MOST_WORDS = 9;

/** Short, and neither a sentence nor a fact: no figure but its own number, no address, nothing that has to follow. */
function looksLikeHeading(line: string): boolean {
  if (line.length > LONGEST || line.split(' ').length > MOST_WORDS) return false;
  const words = line.replace(NUMBERED, '');
  if (words === line && isBullet(line)) return false;
  if (announces(words) || tellsTimes(words)) return false;
  return /^["'„“»(]?\p{Lu}/u.test(words) && !/[.,;:!…]$|\p{N}|[@|]|:\s|www\.|:\/\//u.test(words);
}

const NUMBERED = /^(\d{1,2}(?:\.\d{1,2})*)[.)]?\s+/;

function plainStyle(line: string): HeadingStyle {
  const number = NUMBERED.exec(line)?.[1];
  if (number) return { kind: 'number', depth: number.split('.').length - 1 };
  return { kind: isUpperCase(line) ? 'capitals' : 'plain' };
}

function isUpperCase(line: string): boolean {
  return line === line.toUpperCase() && /\p{Lu}{2}/u.test(line);
}

/**
 * Whether a paragraph's first line heads the others: `Opening hours` above lines with times, or above sentences. Not
 * one of a list, nor the name above a postal address.
 */
function heads(first: string, others: readonly string[]): boolean {
  if (areDaysAndTimes(first, others[0])) return false;
  if (!looksLikeHeading(first) || others.some((line) => POSTAL_CODE.test(line))) return false;
  if (isUpperCase(first) && !others.some(isUpperCase)) return true;
  return others.every((line) => !looksLikeHeading(line)) && others.every(tells);
}

const POSTAL_CODE = /^(?:\p{Lu}{1,3}[- ])?\d{4,5} \p{Lu}\p{L}+/u;

function tells(line: string): boolean {
  return isBullet(line) || isLabelled(line) || /\p{N}|[.!?]["”“»)]?$/u.test(line);
}
