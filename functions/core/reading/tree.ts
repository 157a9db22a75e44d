import { loweredText, raisedText } from '#core/text/superscripts';
import type { Block, Cell, Inline, Row, Table, TreeNode } from './block';
import { noteAtMark } from './footnote-marks';
import { BELOW_HEADINGS, titleBlock } from './grid';
import { addressBehind } from './links';
import { cleanText } from './normalise';
import { isSetOff, lookOfRow } from './row-look';

/**
 * What a document's tree says, in the order of reading. Here alone is decided what marks mean: what is hidden or struck
 * out is left out, notes stand where they are called, raised figures are none of the number before them, links keep
 * their addresses.
 */
export function toBlocks(nodes: readonly TreeNode[]): Block[] {
  return nodes.flatMap((node): Block[] => {
    if (node.isHidden) return [];
    switch (node.role) {
      case 'group':
        return toBlocks(node.content);
      case 'table':
        return tableBlocks(node);
      case 'code':
        return codeBlock(plainText(node.content));
      default: {
        const notes: string[] = [];
        const text = cleanText(inlineText(node.content, notes));
        const label = node.label ? `${node.label} ` : '';
        const kind = node.role === 'item' ? 'list' : node.role;
        const { level } = node;
        const own: Block = { kind, text: label + text, page: null, ...(level !== undefined && { level }) };
        return [...(text ? [own] : []), ...notes.map(paragraph)];
      }
    }
  });
}

/** What is said on one line, notes of any length within it. */
export function plainText(content: readonly Inline[]): string {
  const notes: string[] = [];
  const text = inlineText(content, notes);
  return [text, ...notes].join(' ').trimEnd();
}

/** What nodes say, in one text; their line ends are kept. */
export function textOfNodes(nodes: readonly TreeNode[]): string {
  return nodes.map(textOfNode).filter(Boolean).join(' ');
}

function textOfNode(node: TreeNode): string {
  if (node.isHidden) return '';
  if (node.role === 'group') return textOfNodes(node.content);
  if (node.role === 'table')
    return seenRows(node)
      .flatMap(({ cells }) => cells.map(cellText))
      .join(' ');
  const text = plainText(node.content);
  return node.label && text.trim() ? `${node.label} ${text}` : text;
}

/** What is said on one line, without longer notes, which stand behind it. */
export function lineText(content: readonly Inline[]): string {
  return inlineText(content, []);
}

function inlineText(content: readonly Inline[], behind: string[]): string {
  let text = '';
  for (const part of content) {
    if (typeof part === 'string') text += part;
    else if (!part.isHidden && !part.isStruck) text += runText(part, behind);
  }
  return text;
}

function runText({ content, raised, address, isNote }: Exclude<Inline, string>, behind: string[]): string {
  if (isNote) {
    const { inline, behind: long } = noteAtMark(plainText(content));
    if (long !== null) behind.push(long);
    return inline;
  }
  const inner = inlineText(content, behind);
  const text = raised === 'super' ? raisedText(inner) : raised === 'sub' ? loweredText(inner) : inner;
  return address === undefined || text.trim() === '' ? text : text + addressBehind(text, address);
}

/** Lines of a program stay lines: their beginnings and ends mean something. */
function codeBlock(said: string): Block[] {
  const lines = said.split('\n').map((line) => line.replace(/[^\S\n]+$/, ''));
  const text = lines.join('\n').replace(/^\n+|\n+$/g, '');
  return text ? [paragraph(text)] : [];
}

function paragraph(text: string): Block {
  return { kind: 'paragraph', text, page: null };
}

function cellText({ content }: Cell): string {
  return cleanText(textOfNodes(content));
}

/** Rows and cells that are shown. */
function seenRows({ rows }: Table): Row[] {
  return rows
    .filter(({ isHidden }) => !isHidden)
    .map((row) => ({ ...row, cells: row.cells.filter(({ isHidden }) => !isHidden) }));
}

function tableBlocks(table: Table): Block[] {
  const rows = seenRows(table);
  const nested = table.isLayout ? null : tablesWithin(rows);
  if (nested) return nested;
  // A table that lays a page out: what lies in its cells are not cells.
  if (table.isLayout || rows.some(({ cells }) => cells.some(({ content }) => hasTable(content))))
    return rows.flatMap(({ cells }) => cells.flatMap(({ content }) => toBlocks(content)));
  const caption = cleanText(plainText(table.caption ?? []));
  const above = caption ? [paragraph(caption)] : [];
  if (rows.length > 0 && rows.every(isNamedRow)) return [...above, ...rows.flatMap(namedRow)];
  const grid = spread(rows).filter((row) => row.some((cell) => cell));
  if (grid.length === 0) return above;
  // One column is layout, not a table.
  if (grid.every((row) => row.length === 1)) return [...above, ...grid.map(([text = '']) => paragraph(text))];
  const first = grid.findIndex((row) => row.length > 1);
  const body = grid.slice(first);
  // Its title alone in a row across it: the row below holds the names of the columns.
  const titles = grid
    .slice(0, first)
    .map(([text = ''], at) => titleBlock(text, BELOW_HEADINGS + at, first - at));
  const text = body.map((row) => row.join(' | ')).join('\n');
  // The rows were filtered, and the first of these is that of the header.
  const top = rows.find(({ cells }) => cells.length > 1 && cells.some((cell) => cellText(cell) !== ''));
  // Markdown knows no table without a header: who wants one leaves it empty.
  const isLeftEmpty = rows[0] !== top && rows[0]?.isHead === true && first === 0;
  const hasHeader = isLeftEmpty ? false : top && headsTable(top, rows);
  const whole: Block = { kind: 'table', text, rows: body, page: null };
  return [
    ...above,
    ...titles,
    hasHeader === undefined ? whole : { ...whole, hasHeader, isHeaderMarked: true },
  ];
}

function hasTable(nodes: readonly TreeNode[]): boolean {
  return nodes.some((node) => node.role === 'table' || (node.role === 'group' && hasTable(node.content)));
}

/** No cell of a table of facts is longer. */
const LONGEST_CELL = 120;

/**
 * The tables that stand in the cells of a table of facts, each under what its row and its column are about. Null where
 * the outer one lays a page out.
 */
function tablesWithin(rows: readonly Row[]): Block[] | null {
  const [names, ...others] = rows.map(({ cells }) => cells);
  if (!names || others.length === 0 || names.length < 2 || names.some((cell) => within(cell).length > 0))
    return null;
  const blocks: Block[] = [];
  const textOf = (cell: Cell | undefined) => (cell ? cellText(cell) : '');
  for (const cells of others) {
    const at = cells.findIndex((cell) => within(cell).length > 0);
    const holder = cells[at];
    const [own, ...more] = holder ? within(holder) : [];
    const rest = cells.filter((cell) => cell !== holder);
    // A cell of facts holds nothing beside its table, and its row begins with what it is about.
    const isOfFacts =
      at > 0 &&
      more.length === 0 &&
      cells.length === names.length &&
      textOfNodes((holder?.content ?? []).filter((node) => node !== own)).trim() === '';
    if (!own || !isOfFacts || !textOf(cells[0])) return null;
    if (rest.some((cell) => within(cell).length > 0 || textOf(cell).length > LONGEST_CELL)) return null;
    const told = cells.map((cell, column) =>
      column === at ? textOf(names[at]) : named(textOf(names[column]), textOf(cell)),
    );
    const content = tableBlocks(own);
    if (content.length === 0) continue;
    blocks.push(titleBlock(told.filter(Boolean).join(', '), BELOW_HEADINGS, content.length), ...content);
  }
  return blocks;
}

function within({ content }: Cell): Table[] {
  return content.filter((node) => node.role === 'table');
}

function named(name: string, value: string): string {
  return name && value ? `${name}: ${value}` : value;
}

/** Whether mark-up or its looks make a row the header of those below it; undefined where none do. */
function headsTable(top: Row, rows: readonly Row[]): boolean | undefined {
  const below = rows.slice(rows.indexOf(top) + 1).filter(({ cells }) => cells.length > 1);
  if (below.length === 0) return undefined;
  const said = top.cells.filter((cell) => cellText(cell) !== '');
  if (top.isHead || (said.length > 0 && said.every(({ isHeader }) => isHeader))) return true;
  return isSetOff(lookOfRow(top), below.map(lookOfRow)) ? true : undefined;
}

/** Begins with its name, and the others are values: each is understood without the rows above it. */
function isNamedRow({ cells: [first, ...others] }: Row): boolean {
  return first?.isHeader === true && others.length === 1 && !others[0]?.isHeader;
}

function namedRow({ cells }: Row): Block[] {
  const [name = '', value = ''] = cells.map(cellText);
  const text = name && value ? `${name.replace(/:$/, '')}: ${value}` : name || value;
  return text ? [{ kind: 'list', text, page: null }] : [];
}

/** No table is wider; a cell that says so would fill the memory. */
const MOST_COLUMNS = 200;

/** A longer text in a cell over several columns or rows names none of them. */
const LONGEST_SPANNING = 80;

/** Cells by row and column: one that spans several is in each of them, but for columns in which no row that says something has one begin. */
function spread(rows: readonly Row[]): string[][] {
  const grid: string[][] = [];
  const begun = new Set<number>();
  for (const [y, { cells }] of rows.entries()) {
    const texts = cells.map(cellText);
    let x = 0;
    for (const [at, cell] of cells.entries()) {
      while (grid[y]?.[x] !== undefined) x += 1;
      const text = texts[at] ?? '';
      if (texts.some(Boolean)) begun.add(x);
      // One cell across the whole table is said once, and so is a text: a name is that of each column.
      const width = cells.length === 1 ? 1 : spanOf(cell.width);
      const isName = text.length <= LONGEST_SPANNING;
      for (let down = y; down < Math.min(y + spanOf(cell.height), rows.length); down += 1) {
        grid[down] ??= [];
        for (let right = x; right < Math.min(x + width, MOST_COLUMNS); right += 1)
          (grid[down] as string[])[right] = isName || (right === x && down === y) ? text : '';
      }
      x += width;
    }
  }
  return Array.from(grid, (row) =>
    Array.from(row ?? [], (cell) => cell ?? '').filter((_, column) => begun.has(column)),
  );
}

function spanOf(value: number | undefined): number {
  return value !== undefined && Number.isInteger(value) && value > 0 ? value : 1;
}
