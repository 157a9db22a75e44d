import type { Document } from 'domhandler';
import type { Block } from './block';
import { drawnBlocks } from './drawing';
import { attribute, child, childrenOf, elementsIn, isOn, localName, type Package, textIn } from './ooxml';

/** What a sheet's own part says of its cells and its library does not. Cells by their places, as `B2`. */
export interface SheetMarks {
  readonly struck: ReadonlySet<string>;
  readonly bold: ReadonlySet<string>;
  /** Rows that the file says name the columns, from 0 on: of a table, above what scrolls, printed on each page. */
  readonly headers: ReadonlySet<number>;
  /** Rows that are out of sight only because their group is closed. */
  readonly collapsed: ReadonlySet<number>;
  /** What stands on it in boxes and shapes. */
  readonly boxes: readonly Block[];
  /** Formulas whose result the file doesn't have. */
  readonly unvalued: number;
  /** Rows that a filter hides, where only it tells. */
  readonly filtered: number;
}

export const NO_MARKS: SheetMarks = {
  struck: new Set(),
  bold: new Set(),
  headers: new Set(),
  collapsed: new Set(),
  boxes: [],
  unvalued: 0,
  filtered: 0,
};

/** By the sheets' names. */
export function readSheetMarks(file: Package): ReadonlyMap<string, SheetMarks> {
  const workbook = file.xml(file.main);
  if (!workbook) return new Map();
  const relations = file.relationsOf(file.main);
  const fonts = fontsOf(file.xml(file.relatedTo(file.main, 'styles')));
  const printed = printedRows(workbook);
  return new Map(
    elementsIn(workbook, 'sheet').map((sheet, at): [string, SheetMarks] => {
      const part = relations.find(({ id }) => id === attribute(sheet, 'id'))?.target ?? '';
      const headers = new Set([...headerRows(file, part), ...(printed.get(at) ?? [])]);
      const xml = file.text(part);
      const marks = {
        ...NO_MARKS,
        ...cellMarks(xml, fonts),
        headers,
        collapsed: collapsedRows(xml),
        boxes: drawnBlocks(file, part),
      };
      return [attribute(sheet, 'name') ?? '', marks];
    }),
  );
}

interface Font {
  readonly isBold: boolean;
  readonly isStruck: boolean;
}

/** By the number that a cell names its looks by. */
function fontsOf(styles: Document | null): readonly Font[] {
  if (!styles) return [];
  const [list] = elementsIn(styles, 'fonts');
  const fonts = (list ? childrenOf(list) : []).map((font) => ({
    isBold: isOn(child(font, 'b')) === true,
    isStruck: isOn(child(font, 'strike')) === true,
  }));
  const [formats] = elementsIn(styles, 'cellXfs');
  return (formats ? childrenOf(formats) : []).map(
    (format) => fonts[Number(attribute(format, 'fontId') ?? 0)] ?? { isBold: false, isStruck: false },
  );
}

/** A cell's tag, and what stands in it; a sheet may have a million. */
const CELL = /<(?:\w+:)?c\b([^>]*?)(?:\/>|>([\s\S]*?)<\/(?:\w+:)?c>)/g;

function cellMarks(xml: string, fonts: readonly Font[]): Pick<SheetMarks, 'struck' | 'bold' | 'unvalued'> {
  const [struck, bold] = [new Set<string>(), new Set<string>()];
  let unvalued = 0;
  for (const [, tag = '', content = ''] of xml.matchAll(CELL)) {
    const font = fonts[Number(/\bs="(\d+)"/.exec(tag)?.[1] ?? 0)];
    const place = font?.isBold || font?.isStruck ? (/\br="([A-Z]+\d+)"/.exec(tag)?.[1] ?? '') : '';
    if (font?.isStruck) struck.add(place);
    if (font?.isBold) bold.add(place);
    const hasFormula = /<(?:\w+:)?f[\s>/]/.test(content);
    // A text that is empty is a result.
    if (hasFormula && !/\bt="str"/.test(tag) && !/<(?:\w+:)?v>[^<]/.test(content)) unvalued++;
  }
  return { struck, bold, unvalued };
}

/** Rows of groups: who closes one means to read on, not to hide. */
function collapsedRows(xml: string): ReadonlySet<number> {
  const rows = new Set<number>();
  for (const [tag] of xml.matchAll(/<(?:\w+:)?row\b[^>]*\boutlineLevel="[1-9][^>]*>/g))
    rows.add(Number(/\br="(\d+)"/.exec(tag)?.[1] ?? 0) - 1);
  return rows;
}

function headerRows(file: Package, part: string): number[] {
  const rows: number[] = [];
  const xml = file.text(part);
  const pane = /<(?:\w+:)?pane\b[^>]*>/.exec(xml)?.[0] ?? '';
  const frozen = /state="frozen(?:Split)?"/.test(pane) ? Number(/ySplit="(\d+)"/.exec(pane)?.[1] ?? 0) : 0;
  if (frozen > 0) rows.push(frozen - 1);
  for (const { type, target } of file.relationsOf(part)) {
    const [table] = type === 'table' ? elementsIn(file.xml(target), 'table') : [];
    if (!table || attribute(table, 'headerRowCount') === '0') continue;
    const top = /^\$?[A-Z]+\$?(\d+)/.exec(attribute(table, 'ref') ?? '')?.[1];
    if (top !== undefined) rows.push(Number(top) - 1);
  }
  return rows;
}

/** Rows that are repeated on each printed page, by the place of their sheet: the last of them names the columns. */
function printedRows(workbook: Document): ReadonlyMap<number, readonly number[]> {
  return new Map(
    elementsIn(workbook, 'definedName')
      .filter((name) => attribute(name, 'name') === '_xlnm.Print_Titles' && localName(name) === 'definedName')
      .map((name): [number, number[]] => {
        const rows = /\$\d+:\$(\d+)/.exec(textIn(name))?.[1];
        return [Number(attribute(name, 'localSheetId') ?? -1), rows === undefined ? [] : [Number(rows) - 1]];
      }),
  );
}
