import { type ChildNode, type Document, type Element, isTag, isText } from 'domhandler';
import { getElementsByTagName, textContent } from 'domutils';
import { parseDocument } from 'htmlparser2';
import type { Block } from '../index/passage';
import { cleanText } from './normalise';

const CONTAINERS = new Set(['body', 'div', 'section', 'article', 'main', 'html', 'blockquote', 'figure']);
const SILENT = new Set(['script', 'style', 'noscript', 'template', 'head', 'nav', 'svg', 'img']);

/** Blocks of an HTML text in reading order. */
export function htmlToBlocks(html: string): Block[] {
  return blocksOf(parseDocument(html));
}

function blocksOf(parent: Document | Element): Block[] {
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
  if (element.name === 'p' || element.name === 'pre' || element.name === 'dt' || element.name === 'dd') {
    return block('paragraph', element);
  }
  if (element.name === 'ul' || element.name === 'ol' || element.name === 'dl') {
    return element.children
      .filter(isTag)
      .flatMap((item) => (item.name === 'li' ? listItem(item) : blocksOf(item)));
  }
  if (element.name === 'table') return tableBlocks(element);
  if (CONTAINERS.has(element.name)) return blocksOf(element);
  return null;
}

function block(kind: 'heading' | 'paragraph' | 'list', element: Element, level?: number): Block[] {
  const text = cleanText(inlineText(element));
  return text ? [{ kind, text, page: null, ...(level === undefined ? {} : { level }) }] : [];
}

/** An item's own line, then the lists within it. */
function listItem(item: Element): Block[] {
  const nested = item.children.filter((node): node is Element => isTag(node) && /^[uo]l$/.test(node.name));
  const own = cleanText(
    item.children
      .filter((node) => !nested.includes(node as Element))
      .map(nodeText)
      .join(''),
  );
  return [
    ...(own ? [{ kind: 'list' as const, text: own, page: null }] : []),
    ...nested.flatMap((list) => list.children.filter(isTag).flatMap(listItem)),
  ];
}

function tableBlocks(table: Element): Block[] {
  const rows = getElementsByTagName('tr', table)
    .map((row) =>
      row.children
        .filter((cell): cell is Element => isTag(cell) && /^t[hd]$/.test(cell.name))
        .map((cell) => cleanText(inlineText(cell))),
    )
    .filter((row) => row.some((cell) => cell));
  if (rows.length === 0) return [];
  // One column is layout, not a table.
  if (rows.every((row) => row.length === 1)) {
    return rows.map((row) => ({ kind: 'paragraph' as const, text: row[0] ?? '', page: null }));
  }
  return [{ kind: 'table', text: rows.map((row) => row.join(' | ')).join('\n'), rows, page: null }];
}

function nodeText(node: ChildNode): string {
  return isText(node) ? node.data : isTag(node) ? inlineText(node) : '';
}

/** Text of an element with a space where a line or a block ends, which textContent would run together. */
function inlineText(element: Element): string {
  if (SILENT.has(element.name)) return '';
  if (element.name === 'br') return '\n';
  if (!element.children.some(isTag)) return textContent(element);
  const inner = element.children.map(nodeText).join('');
  return /^(p|div|li|td|th|h[1-6])$/.test(element.name) ? `${inner} ` : inner;
}
