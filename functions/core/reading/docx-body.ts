import type { Document, Element } from 'domhandler';
import type { Numbering } from './docx-numbering';
import { lookOfParagraph, NO_GROUND } from './docx-styles';
import { type OpenFields, type ParagraphText, readParagraph, type Surroundings } from './docx-text';
import { attribute, child, childrenOf, isOn, localName } from './ooxml';
import type { RowLook } from './row-look';

/** A paragraph of the body or of a table's cell, and how it looks. */
export interface DocxParagraph {
  readonly text: string;
  /** The number or the box before it, as a list's items and numbered headings have. */
  readonly label: string;
  readonly styleId: string | undefined;
  /** Of the paragraph itself: 0 for the highest heading, 9 for text. */
  readonly outline: number | undefined;
  readonly isListItem: boolean;
  readonly isInTable: boolean;
  /** Whether it stands in a table of contents or an index that Word made. */
  readonly isDirectory: boolean;
  readonly isBold: boolean;
  readonly size: number;
}

export interface DocxCell {
  readonly column: number;
  readonly width: number;
  /** Rows that it reaches over. */
  height: number;
  readonly content: readonly DocxBlock[];
}

export interface DocxRow extends RowLook {
  readonly cells: readonly DocxCell[];
  readonly isHeader: boolean;
}

export interface DocxTable {
  readonly rows: readonly DocxRow[];
}

/** A text of another format. */
export interface DocxChunk {
  readonly html: string;
}

export type DocxBlock = DocxParagraph | DocxTable | DocxChunk;

export function isTable(block: DocxBlock): block is DocxTable {
  return 'rows' in block;
}

const DIRECTORY_STYLE =
  /^(?:toc|index|contents|table of figures|table of authorities|(?:inhalts|abbildungs|tabellen|stichwort)?verzeichnis)\s*(?:\d+|heading)?$/i;

/** Reads a part's paragraphs and tables in their order; text boxes stand behind the paragraph that they hang on. */
export function readBody(
  part: Document | Element,
  around: Surroundings,
  numbering: Numbering,
): readonly DocxBlock[] {
  const { styles } = around;
  const fields: OpenFields = [];
  /** A letter that is set over several lines begins the next paragraph. */
  let dropped = '';

  const blocksIn = (parent: Document | Element, context: Context): DocxBlock[] =>
    childrenOf(parent).flatMap((element): DocxBlock[] => {
      switch (localName(element)) {
        case 'p':
          return paragraphs(element, context);
        case 'tbl':
          return [table(element, context)];
        case 'sdt': {
          const gallery = child(child(child(element, 'sdtPr'), 'docPartObj'), 'docPartGallery');
          const isDirectory = /contents|index|figures/i.test(attribute(gallery, 'val') ?? '');
          const content = child(element, 'sdtContent');
          return content
            ? blocksIn(content, { ...context, isDirectory: context.isDirectory || isDirectory })
            : [];
        }
        case 'del':
        case 'moveFrom':
        case 'sectPr':
          return [];
        case 'AlternateContent': {
          const chosen = child(element, 'Choice') ?? child(element, 'Fallback');
          return chosen ? blocksIn(chosen, context) : [];
        }
        case 'altChunk':
          return [{ html: around.chunkOf(attribute(element, 'id') ?? '') }];
        case 'oMathPara':
        case 'oMath':
          return paragraphs(element, context);
        default:
          return blocksIn(element, context);
      }
    });

  const paragraphs = (element: Element, context: Context): DocxBlock[] => {
    const properties = child(element, 'pPr');
    const styleId = attribute(child(properties, 'pStyle'), 'val');
    const style = styles.of(styleId);
    const isShaded = context.isShaded || child(properties, 'shd') !== null || style.isShaded === true;
    const read = readParagraph(element, style, around, { fields, isShaded });
    const { outline, numbering: own } = lookOfParagraph(properties);
    const place = own?.id === undefined ? { ...style.numbering, ...defined(own) } : own;
    const isListItem = place?.id !== undefined && place.id !== '0';
    const isSaid = read.text.trim() !== '';
    // An empty item shows no number, but one that only holds a box or a picture counts.
    const label =
      isListItem && (isSaid || read.boxes.length > 0) ? numbering.next(place.id ?? '', place.level ?? 0) : '';
    if (child(properties, 'framePr') && attribute(child(properties, 'framePr'), 'dropCap') && isSaid) {
      dropped += read.text.trim();
      return [];
    }
    const text = isSaid ? dropped + read.text : read.text;
    if (isSaid) dropped = '';
    const paragraph: DocxParagraph = {
      text,
      label,
      styleId,
      outline,
      isListItem: own?.id === undefined ? isListItem && style.outline === undefined : isListItem,
      isInTable: context.isInTable,
      isDirectory: context.isDirectory || isDirectoryText(read, styleId),
      isBold: read.isBold,
      size: read.size,
    };
    const behind = read.notes.map((note): DocxParagraph => ({ ...paragraph, ...NOTE, text: note }));
    const boxes = read.boxes.flatMap((box) => blocksIn(box, { ...context, isShaded: true }));
    return [paragraph, ...behind, ...boxes];
  };

  const isDirectoryText = (
    { text, directoryCharacters }: ParagraphText,
    styleId: string | undefined,
  ): boolean => {
    const hasStyle = styles.of(styleId).names.some((name) => DIRECTORY_STYLE.test(name));
    return (
      (styleId !== undefined && hasStyle) ||
      (directoryCharacters > 0 && directoryCharacters * 2 >= text.length)
    );
  };

  const table = (element: Element, context: Context): DocxTable => {
    const properties = child(element, 'tblPr');
    const look = child(properties, 'tblLook');
    const marksFirst =
      styles.marksFirstRow(attribute(child(properties, 'tblStyle'), 'val')) && looksAtFirstRow(look);
    const open: (DocxCell | undefined)[] = [];
    const rows = rowElements(element).map((row, at): DocxRow => {
      const { cells, grounds } = cellsOf(row, open, context);
      const said = cells.flatMap(({ content }) => textsIn(content)).filter(({ text }) => text.trim() !== '');
      const [ground = null] = grounds;
      return {
        cells,
        isHeader: isOn(child(child(row, 'trPr'), 'tblHeader')) === true || (at === 0 && marksFirst),
        isBold: said.length > 1 && said.every(({ isBold }) => isBold),
        ground: grounds.every((other) => other === ground) ? ground : null,
      };
    });
    return { rows: rows.filter(({ cells }) => cells.length > 0) };
  };

  const cellsOf = (row: Element, open: (DocxCell | undefined)[], context: Context) => {
    const cells: DocxCell[] = [];
    const grounds: (string | null)[] = [];
    let column = Number(attribute(child(child(row, 'trPr'), 'gridBefore'), 'val') ?? 0) || 0;
    for (const element of cellElements(row)) {
      const properties = child(element, 'tcPr');
      const width = Math.max(1, Number(attribute(child(properties, 'gridSpan'), 'val') ?? 1) || 1);
      const merge = child(properties, 'vMerge');
      const above = open[column];
      const isContinued = merge !== null && attribute(merge, 'val') !== 'restart' && above !== undefined;
      const fill = attribute(child(properties, 'shd'), 'fill') ?? '';
      grounds.push(NO_GROUND.test(fill) ? null : fill);
      if (isContinued) above.height++;
      else {
        const content = blocksIn(element, { ...context, isInTable: true, isShaded: true });
        const cell: DocxCell = { column, width, height: 1, content };
        cells.push(cell);
        open[column] = merge ? cell : undefined;
      }
      column += width;
    }
    return { cells, grounds };
  };

  return blocksIn(part, { isInTable: false, isDirectory: false, isShaded: false });
}

interface Context {
  readonly isInTable: boolean;
  readonly isDirectory: boolean;
  /** Whether white letters may stand on a colour: in tables and boxes their styles may give one. */
  readonly isShaded: boolean;
}

const NOTE = { label: '', styleId: undefined, outline: 9, isListItem: false, isBold: false } as const;

function defined<T extends object>(of: T | undefined): Partial<T> {
  return Object.fromEntries(
    Object.entries(of ?? {}).filter(([, value]) => value !== undefined),
  ) as Partial<T>;
}

/** Rows that were not deleted, in whatever they are wrapped. */
function rowElements(table: Element): Element[] {
  return wrapped(table, 'tr').filter((row) => child(child(row, 'trPr'), 'del') === null);
}

function cellElements(row: Element): Element[] {
  return wrapped(row, 'tc');
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

/** The paragraphs of blocks, those of tables within them too. */
export function textsIn(blocks: readonly DocxBlock[]): DocxParagraph[] {
  return blocks.flatMap((block) => {
    if (isTable(block))
      return block.rows.flatMap(({ cells }) => cells.flatMap(({ content }) => textsIn(content)));
    return 'html' in block ? [] : [block];
  });
}
