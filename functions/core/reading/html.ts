import { type ChildNode, type Document, type Element, isTag, isText } from 'domhandler';
import { existsOne, textContent } from 'domutils';
import { parseDocument } from 'htmlparser2';
import { loweredText, raisedText } from '#core/text/superscripts';
import type { Block } from './block';
import { BELOW_HEADINGS, titleBlock } from './grid';
import { addressBehind } from './links';
import { cleanText } from './normalise';

const CONTAINERS = new Set(['body', 'div', 'section', 'article', 'main', 'html', 'blockquote', 'figure']);
/** What stands on lines of its own, in whatever it lies. */
const BLOCKS = new Set([...CONTAINERS, ...'h1 h2 h3 h4 h5 h6 p pre ul ol dl table details'.split(' ')]);
const SILENT = new Set(['script', 'style', 'noscript', 'template', 'head', 'nav', 'svg', 'img']);

/** Blocks of an HTML text in reading order. */
export function htmlToBlocks(html: string): Block[] {
  return blocksOf(parseDocument(html));
}

/** The same of what was parsed. */
export function blocksOf(parent: Document | Element): Block[] {
  const blocks: Block[] = [];
  let loose = '';
  const flush = () => {
    const text = cleanText(loose);
    if (text) blocks.push({ kind: 'paragraph', text, page: null });
    loose = '';
  };
  for (const node of parent.children) {
    if (isText(node)) loose += node.data;
    else if (isTag(node) && !SILENT.has(node.name)) {
      const own = elementBlocks(node);
      if (own === null) loose += inlineText(node);
      else {
        flush();
        blocks.push(...own);
      }
    }
  }
  flush();
  return blocks;
}

/** Null for an element that stands within a line. */
function elementBlocks(element: Element): Block[] | null {
  const heading = /^h([1-6])$/.exec(element.name);
  if (heading) return block('heading', element, Number(heading[1]));
  if (element.name === 'pre') return code(element);
  if (element.name === 'p' || element.name === 'dt' || element.name === 'dd') {
    return block('paragraph', element);
  }
  if (element.name === 'ul' || element.name === 'ol') {
    return list(element);
  }
  if (element.name === 'dl') return definitions(element);
  if (element.name === 'summary') {
    return existsOne(isBlock, element.children) ? blocksOf(element) : block('heading', element, 6);
  }
  if (element.name === 'table') return tableBlocks(element);
  if (CONTAINERS.has(element.name) || existsOne(isBlock, element.children)) return blocksOf(element);
  return null;
}

function isBlock({ name }: Element): boolean {
  return BLOCKS.has(name);
}

function block(kind: 'heading' | 'paragraph' | 'list', element: Element, level?: number): Block[] {
  const text = cleanText(inlineText(element));
  return text ? [{ kind, text, page: null, ...(level === undefined ? {} : { level }) }] : [];
}

/** Each term with what is said of it; a term with more than a line stands above it. */
function definitions(list: Element): Block[] {
  const blocks: Block[] = [];
  let terms: string[] = [];
  for (const item of termsOf(list)) {
    if (item.name === 'dt') {
      terms.push(cleanText(inlineText(item)));
      continue;
    }
    const term = terms.filter(Boolean).join(', ');
    if (existsOne(({ name }) => /^([uod]l|table|p|h[1-6])$/.test(name), item.children)) {
      if (term) blocks.push({ kind: 'heading', text: term, level: 6, page: null });
      blocks.push(...blocksOf(item));
    } else {
      const text = cleanText(inlineText(item));
      if (text) blocks.push({ kind: 'list', text: term ? `${term}: ${text}` : text, page: null });
    }
    terms = [];
  }
  const rest = terms.filter(Boolean).join(', ');
  return rest ? [...blocks, { kind: 'list', text: rest, page: null }] : blocks;
}

/** Terms and what is said of them, which may lie in groups. */
function termsOf(list: Element): Element[] {
  return list.children
    .filter(isTag)
    .flatMap((item) => (item.name === 'dt' || item.name === 'dd' ? [item] : termsOf(item)));
}

/** Lines of a program stay lines: their beginnings and ends mean something. */
function code(element: Element): Block[] {
  const lines = inlineText(element)
    .split('\n')
    .map((line) => line.replace(/[^\S\n]+$/, ''));
  const text = lines.join('\n').replace(/^\n+|\n+$/g, '');
  return text ? [{ kind: 'paragraph', text, page: null }] : [];
}

/** Items of an ordered list with the number that they are shown with. */
function list(element: Element): Block[] {
  let next = Number(element.attribs.start ?? 1);
  return element.children.filter(isTag).flatMap((item) => {
    if (item.name !== 'li') return blocksOf(item);
    if (element.name !== 'ol') return listItem(item, '');
    const number = Number.isInteger(Number(item.attribs.value ?? Number.NaN))
      ? Number(item.attribs.value)
      : next;
    next = number + 1;
    return listItem(item, Number.isInteger(number) ? `${counted(number, element.attribs.type)} ` : '');
  });
}

function counted(number: number, type: string | undefined): string {
  const isLetter = number > 0 && number <= 26;
  if (type === 'a' && isLetter) return `${String.fromCharCode(96 + number)})`;
  return type === 'A' && isLetter ? `${String.fromCharCode(64 + number)})` : `${number}.`;
}

/** An item's own line, then the lists within it. */
function listItem(item: Element, label: string): Block[] {
  const nested = item.children.filter((node): node is Element => isTag(node) && /^[uo]l$/.test(node.name));
  const own = cleanText(
    item.children
      .filter((node) => !nested.includes(node as Element))
      .map(nodeText)
      .join(''),
  );
  return [
    ...(own ? [{ kind: 'list' as const, text: label + own, page: null }] : []),
    ...nested.flatMap(list),
  ];
}

function tableBlocks(table: Element): Block[] {
  const trs = rowsOf(table);
  const isLayout = table.attribs.role === 'presentation';
  const nested = isLayout ? null : tablesWithin(trs);
  if (nested) return nested;
  // A table that lays a page out: what lies in its cells are not cells.
  if (isLayout || existsOne(({ name }) => name === 'table', table.children)) {
    return trs.flatMap((row) => cellsOf(row).flatMap(blocksOf));
  }
  const caption = table.children.filter(isTag).find(({ name }) => name === 'caption');
  const above = caption ? block('paragraph', caption) : [];
  if (trs.length > 0 && trs.every(isNamedRow)) return [...above, ...trs.flatMap(namedRow)];
  const rows = spread(trs).filter((row) => row.some((cell) => cell));
  if (rows.length === 0) return above;
  // One column is layout, not a table.
  if (rows.every((row) => row.length === 1)) {
    return [...above, ...rows.map((row) => ({ kind: 'paragraph' as const, text: row[0] ?? '', page: null }))];
  }
  const first = rows.findIndex((row) => row.length > 1);
  const body = rows.slice(first);
  // Its title alone in a row across it: the row below holds the names of the columns.
  const titles = rows
    .slice(0, first)
    .map(([text = ''], at) => titleBlock(text, BELOW_HEADINGS + at, first - at));
  const text = body.map((row) => row.join(' | ')).join('\n');
  // The rows were filtered, and the first of these is that of the header.
  const top = trs.find((tr) => cellsOf(tr).length > 1 && cleanText(inlineText(tr)) !== '');
  // Markdown knows no table without a header: who wants one leaves it empty.
  const isLeftEmpty = trs[0] !== top && trs[0] !== undefined && isHead(trs[0]) && first === 0;
  const hasHeader = isLeftEmpty ? false : top && headsTable(top, trs);
  const whole: Block = { kind: 'table', text, rows: body, page: null };
  return [
    ...above,
    ...titles,
    hasHeader === undefined ? whole : { ...whole, hasHeader, isHeaderMarked: true },
  ];
}

/** No cell of a table of facts is longer. */
const LONGEST_CELL = 120;

/**
 * The tables that stand in the cells of a table of facts, each under what its row and its column are about. Null where
 * the outer one lays a page out.
 */
function tablesWithin(trs: readonly Element[]): Block[] | null {
  const [names, ...rows] = trs.map(cellsOf);
  if (!names || rows.length === 0 || names.length < 2 || names.some((cell) => within(cell).length > 0))
    return null;
  const blocks: Block[] = [];
  const textOf = (cell: Element | undefined) => (cell ? cleanText(inlineText(cell)) : '');
  for (const cells of rows) {
    const at = cells.findIndex((cell) => within(cell).length > 0);
    const [own, ...more] = cells[at] ? within(cells[at]) : [];
    const others = cells.filter((cell) => cell !== cells[at]);
    // A cell of facts holds nothing beside its table, and its row begins with what it is about.
    const beside = cells[at]?.children.filter((node) => node !== own);
    const isOfFacts =
      at > 0 &&
      more.length === 0 &&
      cells.length === names.length &&
      cleanText((beside ?? []).map(nodeText).join('')) === '';
    if (!own || !isOfFacts || !textOf(cells[0])) return null;
    if (others.some((cell) => within(cell).length > 0 || textOf(cell).length > LONGEST_CELL)) return null;
    const told = cells.map((cell, column) =>
      column === at ? textOf(names[at]) : named(textOf(names[column]), textOf(cell)),
    );
    const content = tableBlocks(own);
    if (content.length === 0) continue;
    blocks.push(titleBlock(told.filter(Boolean).join(', '), BELOW_HEADINGS, content.length), ...content);
  }
  return blocks;
}

function within(cell: Element): Element[] {
  return cell.children.filter(isTag).filter(({ name }) => name === 'table');
}

function named(name: string, value: string): string {
  return name && value ? `${name}: ${value}` : value;
}

/** Whether mark-up or bold letters make a row the header of those below it; undefined where none do. */
function headsTable(top: Element, trs: readonly Element[]): boolean | undefined {
  const isNamed = (tr: Element) => {
    const cells = cellsOf(tr).filter((cell) => cleanText(inlineText(cell)) !== '');
    return cells.length > 0 && cells.every(({ name }) => name === 'th');
  };
  const below = trs.slice(trs.indexOf(top) + 1).filter((tr) => cellsOf(tr).length > 1);
  if (below.length === 0) return undefined;
  if (isHead(top) || isNamed(top)) return true;
  const isBold = (tr: Element) => {
    const cells = cellsOf(tr).filter((cell) => cleanText(inlineText(cell)) !== '');
    return cells.length > 1 && cells.every(isAllBold);
  };
  return isBold(top) && !below.some(isBold) ? true : undefined;
}

function isHead({ parent }: Element): boolean {
  return parent !== null && isTag(parent) && parent.name === 'thead';
}

function isAllBold(element: Element): boolean {
  return element.children.every((node) => {
    if (isText(node)) return node.data.trim() === '';
    return !isTag(node) || node.name === 'strong' || node.name === 'b' || isAllBold(node);
  });
}

/** Its own rows, not those of a table within it. */
function rowsOf(part: Element): Element[] {
  return part.children
    .filter(isTag)
    .flatMap((child) =>
      child.name === 'tr' ? [child] : /^t(head|body|foot)$/.test(child.name) ? rowsOf(child) : [],
    );
}

function cellsOf(row: Element): Element[] {
  return row.children.filter((cell): cell is Element => isTag(cell) && /^t[hd]$/.test(cell.name));
}

/** Begins with its name, and the others are values: each is understood without the rows above it. */
function isNamedRow(row: Element): boolean {
  const [first, ...others] = cellsOf(row);
  return first?.name === 'th' && others.length === 1 && others.every(({ name }) => name === 'td');
}

function namedRow(row: Element): Block[] {
  const [name = '', value = ''] = cellsOf(row).map((cell) => cleanText(inlineText(cell)));
  const text = name && value ? `${name.replace(/:$/, '')}: ${value}` : name || value;
  return text ? [{ kind: 'list', text, page: null }] : [];
}

/** No table is wider; a cell that says so would fill the memory. */
const MOST_COLUMNS = 200;

/** A longer text in a cell over several columns or rows names none of them. */
const LONGEST_SPANNING = 80;

/** Cells by row and column: one that spans several is in each of them. */
function spread(trs: readonly Element[]): string[][] {
  const grid: string[][] = [];
  for (const [y, tr] of trs.entries()) {
    let x = 0;
    const cells = cellsOf(tr);
    for (const cell of cells) {
      while (grid[y]?.[x] !== undefined) x += 1;
      const text = cleanText(inlineText(cell));
      // One cell across the whole table is said once, and so is a text: a name is that of each column.
      const spanned = span(cell, 'colspan');
      const width = cells.length === 1 ? 1 : spanned;
      const isName = text.length <= LONGEST_SPANNING;
      const height = span(cell, 'rowspan');
      for (let down = y; down < Math.min(y + height, trs.length); down += 1) {
        grid[down] ??= [];
        for (let right = x; right < Math.min(x + width, MOST_COLUMNS); right += 1)
          (grid[down] as string[])[right] = isName || (right === x && down === y) ? text : '';
      }
      x += width;
    }
  }
  return Array.from(grid, (row) => Array.from(row ?? [], (cell) => cell ?? ''));
}

function span(cell: Element, name: 'colspan' | 'rowspan'): number {
  const value = Number(cell.attribs[name]);
  return Number.isInteger(value) && value > 0 ? value : 1;
}

function nodeText(node: ChildNode): string {
  return isText(node) ? node.data : isTag(node) ? inlineText(node) : '';
}

/** What is struck out, which is not what holds. */
const STRUCK = new Set(['s', 'strike', 'del']);

/** Text of an element with a space where a line or a block ends, which textContent would run together. */
function inlineText(element: Element): string {
  if (SILENT.has(element.name) || STRUCK.has(element.name)) return '';
  if (element.name === 'br') return '\n';
  if (element.name === 'input') return boxOf(element);
  const inner = element.children.some(isTag) ? element.children.map(nodeText).join('') : textContent(element);
  switch (element.name) {
    case 'sup':
      return raisedText(inner);
    case 'sub':
      return loweredText(inner);
    case 'a':
      return inner + addressBehind(inner, element.attribs.href ?? '');
    case 'rt':
      return `(${inner.trim()})`;
    case 'rp':
      return '';
    default:
      return /^(p|div|li|td|th|h[1-6])$/.test(element.name) ? `${inner} ` : inner;
  }
}

function boxOf({ attribs }: Element): string {
  if (attribs.type?.toLowerCase() !== 'checkbox') return '';
  return 'checked' in attribs ? '☑ ' : '☐ ';
}
