import { type ChildNode, type Document, type Element, isTag, isText } from 'domhandler';
import { existsOne } from 'domutils';
import type { Block, Inline, Marks, Row, TreeNode } from './block';
import { parseMarkup } from './markup';
import { numeral } from './numerals';
import { plainText, toBlocks } from './tree';

const CONTAINERS = new Set(['body', 'div', 'section', 'article', 'main', 'html', 'blockquote', 'figure']);
/** What stands on lines of its own, in whatever it lies. */
const BLOCKS = new Set([...CONTAINERS, ...'h1 h2 h3 h4 h5 h6 p pre ul ol dl table details'.split(' ')]);
const SILENT = new Set(['script', 'style', 'noscript', 'template', 'head', 'nav', 'svg', 'img']);

/** Blocks of an HTML text in reading order. */
export function htmlToBlocks(html: string): Block[] {
  return toBlocks(htmlNodes(html));
}

export function htmlNodes(html: string): TreeNode[] {
  return nodesOf(parseMarkup(html, 'html'));
}

/** The tree of what was parsed. */
export function nodesOf(parent: Document | Element): TreeNode[] {
  const nodes: TreeNode[] = [];
  let loose: Inline[] = [];
  const flush = () => {
    if (loose.length > 0)
      nodes.push({ role: 'paragraph', content: 'attribs' in parent ? styled(parent, loose) : loose });
    loose = [];
  };
  for (const node of parent.children) {
    const own = isTag(node) && !SILENT.has(node.name) ? elementNodes(node) : null;
    if (own === null) loose.push(...inlineOf(node));
    else {
      flush();
      nodes.push(...own);
    }
  }
  flush();
  return nodes;
}

/** Null for an element that stands within a line. */
function elementNodes(element: Element): TreeNode[] | null {
  const { name } = element;
  const heading = /^h([1-6])$/.exec(name);
  if (heading) return [{ role: 'heading', level: Number(heading[1]), content: inlinesOf(element) }];
  if (name === 'pre') return [{ role: 'code', content: inlinesOf(element) }];
  if (name === 'p' || name === 'dt' || name === 'dd')
    return [{ role: 'paragraph', content: inlinesOf(element) }];
  if (name === 'ul' || name === 'ol') return list(element);
  if (name === 'dl') return definitions(element);
  if (name === 'summary') {
    return existsOne(isBlock, element.children)
      ? nodesOf(element)
      : [{ role: 'heading', level: 6, content: inlinesOf(element) }];
  }
  if (name === 'table') return [table(element)];
  if (CONTAINERS.has(name) || existsOne(isBlock, element.children)) return nodesOf(element);
  return null;
}

function isBlock({ name }: Element): boolean {
  return BLOCKS.has(name);
}

/** Each term with what is said of it; a term with more than a line stands above it. */
function definitions(element: Element): TreeNode[] {
  const nodes: TreeNode[] = [];
  let terms: string[] = [];
  const term = () => terms.filter(Boolean).join(', ');
  for (const item of termsOf(element)) {
    if (item.name === 'dt') {
      terms.push(plainText(inlinesOf(item)).trim());
      continue;
    }
    if (existsOne(({ name }) => /^([uod]l|table|p|h[1-6])$/.test(name), item.children)) {
      nodes.push({ role: 'heading', level: 6, content: [term()] }, ...nodesOf(item));
    } else nodes.push({ role: 'item', label: term() && `${term()}:`, content: inlinesOf(item) });
    terms = [];
  }
  return [...nodes, { role: 'item', content: [term()] }];
}

/** Terms and what is said of them, which may lie in groups. */
function termsOf(element: Element): Element[] {
  return element.children
    .filter(isTag)
    .flatMap((item) => (item.name === 'dt' || item.name === 'dd' ? [item] : termsOf(item)));
}

/** Items of an ordered list with the number that they are shown with. */
function list(element: Element): TreeNode[] {
  let next = Number(element.attribs.start ?? 1);
  return element.children.filter(isTag).flatMap((item) => {
    if (item.name !== 'li') return nodesOf(item);
    if (element.name !== 'ol') return listItem(item, undefined);
    const number = Number.isInteger(Number(item.attribs.value ?? Number.NaN))
      ? Number(item.attribs.value)
      : next;
    next = number + 1;
    return listItem(item, Number.isInteger(number) ? counted(number, element.attribs.type) : undefined);
  });
}

function counted(number: number, type = '1'): string {
  return numeral(number, type) + (/^[aA]$/.test(type) ? ')' : '.');
}

/** An item's own line, then the lists within it. */
function listItem(item: Element, label: string | undefined): TreeNode[] {
  const isList = (node: ChildNode): node is Element => isTag(node) && /^[uo]l$/.test(node.name);
  const own = item.children.filter((node) => !isList(node)).flatMap(inlineOf);
  return [{ role: 'item', label, content: own }, ...item.children.filter(isList).flatMap(list)];
}

function table(element: Element): TreeNode {
  const caption = element.children.filter(isTag).find(({ name }) => name === 'caption');
  return {
    role: 'table',
    rows: rowsOf(element),
    isLayout: element.attribs.role === 'presentation',
    caption: caption && inlinesOf(caption),
  };
}

/** Its own rows, not those of a table within it. */
function rowsOf(part: Element): Row[] {
  return part.children.filter(isTag).flatMap((child): Row[] => {
    if (/^t(head|body|foot)$/.test(child.name)) return rowsOf(child);
    if (child.name !== 'tr') return [];
    const cells = child.children.filter((cell): cell is Element => isTag(cell) && /^t[hd]$/.test(cell.name));
    return [
      {
        isHead: part.name === 'thead',
        cells: cells.map((cell) => ({
          content: nodesOf(cell),
          isHeader: cell.name === 'th',
          width: Number(cell.attribs.colspan),
          height: Number(cell.attribs.rowspan),
        })),
      },
    ];
  });
}

function inlinesOf(element: Element): Inline[] {
  return styled(element, element.children.flatMap(inlineOf));
}

/** What an element says, with what its own style makes of it. */
function styled({ attribs }: Element, content: Inline[]): Inline[] {
  const { style = '' } = attribs;
  if (!STYLES.test(style)) return content;
  const [, raised] = /\bvertical-align\s*:\s*(super|sub)\b/i.exec(style) ?? [];
  const marks: Marks = {
    isStruck: /\btext-decoration(?:-line)?\s*:[^;]*line-through/i.test(style),
    isBold: /\bfont-weight\s*:\s*(?:bold|[6-9]00)/i.test(style) || undefined,
    raised: raised?.toLowerCase() as Marks['raised'],
  };
  return [{ ...marks, content }];
}

/** One of these may be. */
const STYLES = /text-decoration|font-weight|vertical-align/i;

/** What a node says within a line, with a space where a block ends. */
function inlineOf(node: ChildNode): Inline[] {
  if (isText(node)) return [node.data];
  if (!isTag(node) || SILENT.has(node.name)) return [];
  const content = inlinesOf(node);
  switch (node.name) {
    case 'br':
      return ['\n'];
    case 'input':
      return [boxOf(node)];
    case 's':
    case 'strike':
    case 'del':
      return [{ content, isStruck: true }];
    case 'b':
    case 'strong':
      return [{ content, isBold: true }];
    case 'sup':
      return [{ content, raised: 'super' }];
    case 'sub':
      return [{ content, raised: 'sub' }];
    case 'a':
      return [{ content, address: node.attribs.href }];
    case 'rt':
      return ['(', plainText(content).trim(), ')'];
    case 'rp':
      return [];
    default:
      return /^(p|div|li|td|th|h[1-6])$/.test(node.name) ? [...content, ' '] : content;
  }
}

function boxOf({ attribs }: Element): string {
  if (attribs.type?.toLowerCase() !== 'checkbox') return '';
  return 'checked' in attribs ? '☑ ' : '☐ ';
}
