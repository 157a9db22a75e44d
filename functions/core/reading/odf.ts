import { type Document, type Element, isTag, isText } from 'domhandler';
import type { Cell, Group, Inline, Run, Table, TextNode, TreeNode } from './block';
import type { ExtractionLimits } from './extraction';
import { markupFormula } from './formulas';
import { cleanText } from './normalise';
import { Numbering } from './numbering';
import { type Looks, type OdfLook, OUTLINE, readLists, readLooks, USUAL } from './odf-styles';
import {
  attribute,
  child,
  childrenOf,
  elementsIn,
  localName,
  openPackage,
  type Package,
  textIn,
} from './ooxml';
import type { Box } from './reading-order';
import { symbolOf } from './symbols';
import { UnreadableDocument } from './unreadable';

/** A file of LibreOffice or OpenOffice. */
export interface OpenDocumentFile {
  /** What the document is, as `office:text`. */
  readonly body: Element;
  readonly styles: Document | null;
  readonly reader: OdfReader;
  readonly titles: readonly string[];
}

/** Opens a document whose body is of the kind. */
export function openOdf(
  bytes: Uint8Array,
  kind: 'text' | 'spreadsheet' | 'presentation',
  limits: ExtractionLimits,
): OpenDocumentFile {
  const file: Package = openPackage(bytes, limits);
  if (/<(?:\w+:)?encryption-data/.test(file.text('META-INF/manifest.xml')))
    throw new UnreadableDocument('encrypted', 'password-protected document');
  const content = file.xml('content.xml');
  const body = elementsIn(content, kind).find(({ name }) => name === `office:${kind}`);
  if (!content || !body) throw new UnreadableDocument('corrupted', `no ${kind}`);
  const styles = file.xml('styles.xml');
  const meta = file.xml('meta.xml');
  const [title] = elementsIn(meta, 'title');
  return {
    body,
    styles,
    reader: new OdfReader(readLooks([styles, content]), new Numbering(readLists([styles, content])), (path) =>
      file.xml(`${path.replace(/^\.?\//, '')}/content.xml`),
    ),
    titles: title ? [cleanText(textIn(title))] : [],
  };
}

/** What says nothing to readers, or what pages are counted by. */
const SILENT = new Set(
  `tracked-changes annotation annotation-end table-of-content alphabetical-index table-index illustration-index
  bibliography user-index object-index sequence-decls variable-decls user-field-decls forms page-number page-count
  bookmark soft-page-break change change-start change-end object-ole image notes title desc`.split(/\s+/),
);

export function isSilent(element: Element): boolean {
  return SILENT.has(localName(element));
}

const MOST_REPEATED_CELLS = 200;

/** Reads elements of OpenDocument into the tree. */
export class OdfReader {
  /** Paragraphs that a style says are the document's title. */
  readonly titles: TreeNode[] = [];
  /** In how many things it reads that may have a colour, on which white letters stand. */
  #grounds = 0;

  constructor(
    readonly looks: Looks,
    readonly numbering: Numbering,
    /** What stands in the text and is a file of its own: a chart, a formula. */
    readonly objectAt: (path: string) => Document | null,
  ) {}

  nodes(parent: Element): TreeNode[] {
    return childrenOf(parent).flatMap((element) => this.node(element));
  }

  node(element: Element): TreeNode[] {
    const name = localName(element);
    if (isSilent(element)) return [];
    switch (name) {
      case 'h': {
        const level = headingLevel(element);
        const restarts = attribute(element, 'restart-numbering') === 'true';
        const start = Number(attribute(element, 'start-value') ?? (restarts ? 1 : Number.NaN));
        const isCounted =
          textIn(element).trim() !== '' && this.looks(attribute(element, 'style-name')).list !== '';
        return this.#text(element, 'heading', isCounted ? this.#label(OUTLINE, level, start) : '', level);
      }
      case 'p':
        return this.#text(element, 'paragraph');
      case 'list':
        return this.#list(element, attribute(element, 'style-name') ?? '', 1);
      case 'table':
        return [this.#table(element)];
      case 'object':
        return this.#object(element);
      default:
        return [this.group(element)];
    }
  }

  /** A section, a box, a shape. */
  group(element: Element): Group {
    this.#grounds++;
    const isHidden =
      attribute(element, 'display') === 'none' ||
      attribute(element, 'is-hidden') === 'true' ||
      attribute(element, 'visibility') === 'hidden';
    const content = this.nodes(element);
    this.#grounds--;
    return { role: 'group', content, isHidden };
  }

  /** A chart as the table of what it shows, under its title, or a formula. */
  #object(element: Element): TreeNode[] {
    const object = this.objectAt(attribute(element, 'href') ?? '');
    const [chart] = elementsIn(object, 'chart').filter(({ name }) => name === 'chart:chart');
    const formula = chart ? '' : formulaIn(object);
    if (formula) return [{ role: 'paragraph', content: [formula] }];
    const caption = child(chart, 'title');
    return elementsIn(chart, 'table')
      .slice(0, 1)
      .map((table) => ({ ...this.#table(table), caption: caption ? [textIn(caption)] : undefined }));
  }

  #list(list: Element, style: string, level: number): TreeNode[] {
    const goesOn =
      attribute(list, 'continue-numbering') === 'true' || attribute(list, 'continue-list') !== undefined;
    // A list begins anew where nothing says that it goes on.
    if (!goesOn && level === 1) this.numbering.restart(style);
    return childrenOf(list)
      .filter((item) => /^list-(?:item|header)$/.test(localName(item)))
      .flatMap((item) => {
        const start = Number(attribute(item, 'start-value') ?? Number.NaN);
        let label = localName(item) === 'list-item' ? this.#label(style, level, start) : '';
        return childrenOf(item).flatMap((element): TreeNode[] => {
          if (localName(element) === 'list')
            return this.#list(element, attribute(element, 'style-name') ?? style, level + 1);
          const isHeading = localName(element) === 'h';
          if (!isHeading && localName(element) !== 'p') return this.node(element);
          const nodes = isHeading
            ? this.#text(element, 'heading', label, headingLevel(element))
            : this.#text(element, 'item', label);
          label = '';
          return nodes;
        });
      });
  }

  #label(style: string, level: number, start: number): string {
    return this.numbering.next(style, level - 1, Number.isInteger(start) ? start : undefined);
  }

  #table(table: Element): Table {
    const rows = rowsOf(table).map(({ row, isHead }) => ({
      isHead,
      cells: cellsOf(row).map((cell) => this.#cell(cell, isHead)),
    }));
    return { role: 'table', rows };
  }

  #cell(cell: Element, isHeader: boolean): Cell {
    const { ground } = this.looks(attribute(cell, 'style-name'));
    this.#grounds++;
    const content = this.nodes(cell);
    this.#grounds--;
    return { ...spanOf(cell), content, isHeader, ground };
  }

  /** A paragraph, and what hangs on it: boxes that are read for themselves. */
  #text(element: Element, role: TextNode['role'], label?: string, level?: number): TreeNode[] {
    const look = this.looks(attribute(element, 'style-name'));
    const boxes: Element[] = [];
    const size = look.size ?? this.looks(USUAL).size;
    if (look.isShaded) this.#grounds++;
    const content = [this.#marked(this.#inlines(element, boxes), { ...look, size })];
    if (look.isShaded) this.#grounds--;
    const isHidden =
      look.isHidden === true ||
      elementsIn(element, 'hidden-paragraph').some((field) => attribute(field, 'is-hidden') !== 'false');
    const node = { role, content, isHidden, ...(label && { label }), ...(level !== undefined && { level }) };
    if ([attribute(element, 'style-name'), look.base].includes('Title')) this.titles.push(node);
    return [node, ...boxes.map((box) => this.group(box))];
  }

  #marked(content: readonly Inline[], look: Partial<OdfLook>): Run {
    const { isStruck, isBold, raised, size, color, font, isShaded } = look;
    const isUnseenWhite = color === '#ffffff' && !isShaded && this.#grounds === 0;
    return {
      content: font === undefined ? content : content.map((part) => signsOf(part, font)),
      isHidden: look.isHidden || isUnseenWhite,
      ...{ isStruck, isBold, raised, size },
    };
  }

  /** What an element says within a line. */
  inlines(element: Element): Inline[] {
    return this.#inlines(element, []);
  }

  #inlines(parent: Element, boxes: Element[]): Inline[] {
    return parent.children.flatMap((node) =>
      isText(node) ? [node.data] : isTag(node) ? this.#inline(node, boxes) : [],
    );
  }

  #inline(element: Element, boxes: Element[]): Inline[] {
    const name = localName(element);
    if (SILENT.has(name) || name === 'hidden-paragraph') return [];
    switch (name) {
      case 's':
        return [' '.repeat(Math.min(100, Number(attribute(element, 'c') ?? 1)))];
      case 'tab':
        return ['\t'];
      case 'line-break':
        return ['\n'];
      case 'span':
        return [this.#marked(this.#inlines(element, boxes), this.looks(attribute(element, 'style-name')))];
      case 'hidden-text':
        return [
          { content: this.#inlines(element, boxes), isHidden: attribute(element, 'is-hidden') !== 'false' },
        ];
      case 'a':
        return [{ content: this.#inlines(element, boxes), address: attribute(element, 'href') }];
      case 'note': {
        const body = child(element, 'note-body');
        const content = body ? childrenOf(body).flatMap((part) => [...this.inlines(part), ' ']) : [];
        return [{ content, isNote: true }];
      }
      case 'ruby': {
        const [base, reading] = [child(element, 'ruby-base'), child(element, 'ruby-text')];
        return [...(base ? this.#inlines(base, boxes) : []), ...(reading ? [`(${textIn(reading)})`] : [])];
      }
      case 'frame': {
        const object = child(element, 'object');
        const formula = object ? formulaIn(this.objectAt(attribute(object, 'href') ?? '')) : '';
        if (!formula) boxes.push(element);
        return formula ? [formula] : [];
      }
      default:
        if (!element.name.startsWith('draw:') || name === 'a') return this.#inlines(element, boxes);
        boxes.push(element);
        return [];
    }
  }
}

function headingLevel(element: Element): number {
  return Math.min(6, Math.max(1, Number(attribute(element, 'outline-level') ?? 1)));
}

/** Programs number fonts that are set in several ways: `Wingdings1`. */
function signsOf(part: Inline, font: string): Inline {
  const name = font.replace(/(?<=[a-z])\d$/, '');
  return typeof part === 'string' ? Array.from(part, (sign) => symbolOf(sign, name)).join('') : part;
}

/** Empty where there is none. */
function formulaIn(object: Document | null): string {
  const [math] = elementsIn(object, 'math');
  return math ? markupFormula(math) : '';
}

/** A table's rows, with those of its head and of its groups, which may be closed. */
export function rowsOf(table: Element, isHead = false, isClosed = false): OdfRow[] {
  return childrenOf(table).flatMap((row) => {
    const name = localName(row);
    if (name === 'table-row') return [{ row, isHead, isClosed }];
    return /^table-(?:header-rows|rows|row-group)$/.test(name)
      ? rowsOf(row, isHead || name === 'table-header-rows', isClosed || attribute(row, 'display') === 'false')
      : [];
  });
}

interface OdfRow {
  readonly row: Element;
  readonly isHead: boolean;
  readonly isClosed: boolean;
}

/** A row's cells, each as often as it says. */
export function cellsOf(row: Element): Element[] {
  return childrenOf(row)
    .filter((cell) => localName(cell) === 'table-cell')
    .flatMap((cell) => {
      const times = Number(attribute(cell, 'number-columns-repeated') ?? 1);
      return Array.from({ length: Math.min(MOST_REPEATED_CELLS, Math.max(1, times || 1)) }, () => cell);
    });
}

export function spanOf(cell: Element): { readonly width: number; readonly height: number } {
  return {
    width: Number(attribute(cell, 'number-columns-spanned') ?? 1),
    height: Number(attribute(cell, 'number-rows-spanned') ?? 1),
  };
}

/** Where a box stands on its page. */
export function boxOf(element: Element): Box | null {
  const [x, y, width, height] = ['x', 'y', 'width', 'height'].map((name) =>
    lengthOf(attribute(element, name)),
  );
  return x === undefined || y === undefined ? null : { x, y, width: width ?? 0, height: height ?? 0 };
}

const UNITS: Readonly<Record<string, number>> = { cm: 10, mm: 1, in: 25.4, pt: 25.4 / 72, px: 25.4 / 96 };

function lengthOf(text: string | undefined): number | undefined {
  const [, value, unit = ''] = /^(-?[\d.]+)([a-z]+)$/.exec(text ?? '') ?? [];
  return value === undefined ? undefined : Number(value) * (UNITS[unit] ?? 1);
}
