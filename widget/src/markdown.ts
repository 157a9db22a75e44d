import { ADDRESS } from './addresses';
import { el } from './dom';

/** Shows the number of a source, or refuses it by returning null. */
type Cite = (number: number) => Node | null;

/**
 * The Markdown that answers use, built as nodes: paragraphs, nested lists, quotes, tables, code, headings (as bold
 * lines), bold, italic, links of safe schemes, and `[n]` through `cite`; without `cite` all numbers are left out. It
 * bears to be cut off anywhere, since an answer is shown while it is written.
 */
export function markdown(text: string, cite?: Cite): DocumentFragment {
  const fragment = document.createDocumentFragment();
  fragment.append(...blocksOf(text.split('\n'), { cite, depth: 0 }));
  return fragment;
}

/** As a person typed it: addresses are links, nothing else is markup. */
export function typed(text: string): HTMLElement {
  const nodes: (Node | string)[] = [];
  let at = 0;
  for (const { 0: address, index } of text.matchAll(ADDRESS)) {
    nodes.push(text.slice(at, index), link(address, address));
    at = index + address.length;
  }
  return el('p', { class: 'typed' }, ...nodes, text.slice(at));
}

/** As it is read out: without marks and numbers of sources, a line for each block, cells divided by commas. */
export function plainText(text: string): string {
  const fragment = markdown(text);
  for (const cell of fragment.querySelectorAll('td + td, th + th')) cell.prepend(', ');
  for (const line of fragment.querySelectorAll('br, p, li, tr, pre')) line.after('\n');
  return (fragment.textContent ?? '').replace(/\n{2,}/g, '\n').trim();
}

const FENCE = /^\s*(```|~~~)/;
const QUOTE = /^\s*>\s?/;
const ROW = /^\s*\|(.*)\|\s*$/;
const HEADING = /^\s*#{1,6}\s+(.*)$/;
const RULE = /^\s*(?:-\s*){3,}$|^\s*(?:\*\s*){3,}$/;
const ITEM = /^(\s*)(?:[-*+•]|(\d{1,9})[.)])\s+(?=\S)/;

interface BlockContext {
  readonly cite: Cite | undefined;
  /** Lists and quotes that it stands in. */
  readonly depth: number;
}

/** What is deeper is text: a line of nothing but `> > >` would outgrow the stack. */
const MAX_DEPTH = 8;

/** Whether a line begins another block than a paragraph. */
const beginsBlock = (line: string) =>
  [FENCE, QUOTE, ROW, HEADING, RULE, ITEM].some((form) => form.test(line));

function blocksOf(lines: readonly string[], { cite, depth }: BlockContext): Node[] {
  const within: BlockContext = { cite, depth: depth + 1 };
  const nests = depth < MAX_DEPTH;
  const blocks: Node[] = [];
  let at = 0;
  /** From here on the lines that are like this one. */
  const takeWhile = (isSuch: (line: string) => boolean): string[] => {
    const from = at;
    while (at < lines.length && isSuch(lines[at] ?? '')) at++;
    return lines.slice(from, at);
  };
  while (at < lines.length) {
    const line = lines[at] ?? '';
    const heading = HEADING.exec(line)?.[1];
    if (FENCE.test(line)) {
      at++;
      const code = takeWhile((each) => !FENCE.test(each));
      at++;
      blocks.push(el('pre', {}, code.join('\n')));
    } else if (nests && QUOTE.test(line)) {
      const quoted = takeWhile((each) => QUOTE.test(each)).map((each) => each.replace(QUOTE, ''));
      blocks.push(el('blockquote', { dir: 'auto' }, ...blocksOf(quoted, within)));
    } else if (ROW.test(line)) {
      blocks.push(table(takeWhile((each) => ROW.test(each)).map(cellsOf), cite));
    } else if (heading !== undefined) {
      at++;
      blocks.push(el('p', {}, el('b', {}, ...inline(heading, cite))));
    } else if (nests && ITEM.test(line) && !RULE.test(line)) {
      const [list, next] = listFrom(lines, at, within);
      at = next;
      blocks.push(list);
    } else if (!line.trim() || RULE.test(line)) at++;
    else {
      at++;
      const paragraph = [line, ...takeWhile((each) => !!each.trim() && !beginsBlock(each))];
      const content = paragraph.flatMap((each, index) => [index > 0 && el('br'), ...inline(each, cite)]);
      blocks.push(el('p', {}, ...content));
    }
  }
  return blocks;
}

/** The list that begins on a line, and the number of the line behind it. What is indented below an item belongs to it. */
function listFrom(lines: readonly string[], start: number, within: BlockContext): [HTMLElement, number] {
  const [, indent = '', digits] = ITEM.exec(lines[start] ?? '') ?? [];
  const list = digits ? el('ol', { start: digits, dir: 'auto' }) : el('ul', { dir: 'auto' });
  let at = start;
  while (at < lines.length) {
    const [marker, space = '', number] = ITEM.exec(lines[at] ?? '') ?? [];
    if (marker === undefined || !!number !== !!digits || space.length < indent.length) break;
    const content = [(lines[at] ?? '').slice(marker.length)];
    at++;
    while (at < lines.length && isWithin(lines, at, space.length)) {
      content.push((lines[at] ?? '').slice(Math.min(marker.length, indentOf(lines[at] ?? ''))));
      at++;
    }
    const [first, ...others] = blocksOf(content, within);
    const words = first?.nodeName === 'P' ? [...first.childNodes] : [first];
    list.append(el('li', {}, ...words, ...others));
    // Items may stand apart.
    const next = nextWritten(lines, at);
    if (ITEM.test(lines[next] ?? '')) at = next;
  }
  return [list, at];
}

/** Whether a line belongs to an item that is indented so far. */
function isWithin(lines: readonly string[], at: number, indent: number): boolean {
  return indentOf(lines[nextWritten(lines, at)] ?? '') > indent;
}

/** The first line from here on that is not empty. */
function nextWritten(lines: readonly string[], at: number): number {
  let next = at;
  while (next < lines.length && !lines[next]?.trim()) next++;
  return next;
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

/** Cells between bars; `\|` is a bar within a cell. */
function cellsOf(line: string): readonly string[] {
  const [, row = ''] = ROW.exec(line) ?? [];
  return row.split(/(?<!\\)\|/).map((cell) => cell.trim());
}

function table(rows: readonly (readonly string[])[], cite: Cite | undefined): HTMLElement {
  const written = rows.filter((cells) => !cells.every((cell) => /^:?-+:?$/.test(cell)));
  const [head = [], ...body] = written;
  const row = (name: 'th' | 'td', cells: readonly string[]) =>
    el('tr', {}, ...cells.map((cell) => el(name, {}, ...inline(cell, cite))));
  return el(
    'table',
    // Wider than the chat it is scrolled, by keyboard too.
    { tabindex: '0', dir: 'auto' },
    // A table without names of columns has an empty head.
    head.some(Boolean) && row('th', head),
    ...body.map((cells) => row('td', cells)),
  );
}

const INLINE =
  /\\([\\`*_[\](){}#+.!|>~-])|\*\*(.+?)\*\*(?!\*)|\*([^*\s][^*]*)\*|`([^`]+)`|\[([^[\]]+)\]\(((?:[^\s()]|\([^\s()]*\))+)\)|\[(\d{1,2})\]|(https?:\/\/(?:[^\s<>()"]|\([^\s<>()"]*\))*(?:[^\s<>()".,;:!?]|\([^\s<>()"]*\)))/g;

function inline(text: string, cite: Cite | undefined): (Node | string)[] {
  const nodes: (Node | string)[] = [];
  let at = 0;
  for (const match of text.matchAll(INLINE)) {
    nodes.push(text.slice(at, match.index));
    const [all, escaped, bold, italic, code, label, target, number, url] = match;
    if (escaped) nodes.push(escaped);
    else if (bold) nodes.push(el('b', {}, ...inline(bold, cite)));
    else if (italic) nodes.push(el('i', {}, ...inline(italic, cite)));
    else if (code) nodes.push(el('code', {}, code));
    else if (label && target) nodes.push(link(target, label));
    else if (url) nodes.push(link(url, url));
    else nodes.push(cite?.(Number(number)) ?? '');
    at = match.index + all.length;
  }
  return [...nodes, text.slice(at)];
}

/** Any other scheme, `javascript:` above all, stays text. */
function link(target: string, label: string): Node | string {
  if (!/^(https?:\/\/|mailto:|tel:)/i.test(target)) return label;
  return el('a', { href: target, target: '_blank', rel: 'noopener noreferrer nofollow' }, label);
}
