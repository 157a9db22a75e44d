import type { Element } from 'domhandler';
import type { Cell, Row, Table, TreeNode } from './block';
import { type DocxStyles, NO_GROUND } from './docx-styles';
import { attribute, child, childrenOf, isOn, localName } from './ooxml';

type OpenCell = Cell & { height: number };

/** Reads a table of a Word document, its cells by what reads a part of one. */
export function readTable(
  element: Element,
  styles: DocxStyles,
  nodesIn: (cell: Element) => readonly TreeNode[],
): Table {
  const properties = child(element, 'tblPr');
  const marksFirst =
    styles.marksFirstRow(attribute(child(properties, 'tblStyle'), 'val')) &&
    looksAtFirstRow(child(properties, 'tblLook'));
  const open: (OpenCell | undefined)[] = [];
  const rows = rowElements(element).map((row, at): Row => {
    const own = child(row, 'trPr');
    return {
      cells: cellsOf(row, open, nodesIn),
      isHead: isOn(child(own, 'tblHeader')) === true || (at === 0 && marksFirst),
      isHidden: isOn(child(own, 'hidden')) === true,
    };
  });
  return { role: 'table', rows: rows.filter(({ cells }) => cells.length > 0) };
}

function cellsOf(
  row: Element,
  open: (OpenCell | undefined)[],
  nodesIn: (cell: Element) => readonly TreeNode[],
): readonly Cell[] {
  const cells: OpenCell[] = [];
  let column = Number(attribute(child(child(row, 'trPr'), 'gridBefore'), 'val') ?? 0) || 0;
  for (const element of wrapped(row, 'tc')) {
    const properties = child(element, 'tcPr');
    const width = Math.max(1, Number(attribute(child(properties, 'gridSpan'), 'val') ?? 1) || 1);
    const merge = child(properties, 'vMerge') ?? child(properties, 'vmerge');
    const above = open[column];
    const isContinued = merge !== null && attribute(merge, 'val') !== 'restart' && above !== undefined;
    const fill = attribute(child(properties, 'shd'), 'fill') ?? '';
    if (isContinued) above.height++;
    else {
      const content = nodesIn(element);
      const cell = { content, width, height: 1, ground: NO_GROUND.test(fill) ? undefined : fill };
      cells.push(cell);
      open[column] = merge ? cell : undefined;
    }
    column += width;
  }
  return cells;
}

/** Rows that were not deleted, in whatever they are wrapped. */
function rowElements(table: Element): Element[] {
  return wrapped(table, 'tr').filter((row) => child(child(row, 'trPr'), 'del') === null);
}

function wrapped(parent: Element, name: string): Element[] {
  return childrenOf(parent).flatMap((element) =>
    localName(element) === name
      ? [element]
      : /^(?:sdt|sdtContent|customXml|ins|moveTo)$/.test(localName(element))
        ? wrapped(element, name)
        : [],
  );
}

/** By the name of older and of newer files. */
function looksAtFirstRow(look: Element | null): boolean {
  const named = attribute(look, 'firstRow');
  if (named !== undefined) return !/^(?:0|false|off)$/i.test(named);
  return look === null || (Number.parseInt(attribute(look, 'val') ?? '0', 16) & FIRST_ROW) !== 0;
}

const FIRST_ROW = 0x20;
