import type { TreeNode } from './block';
import { textOfNodes } from './tree';
import { type BorderedRow, rowsByBorders } from './word-cells';
import type { DirectoryPart } from './word-styles';
import { WordText } from './word-text';

/** What is said of a paragraph at its end. */
export interface ParagraphLook {
  /** Of a heading: 1 is the highest. */
  readonly level: number | null;
  readonly isListItem: boolean;
  /** The number or the box before it. */
  readonly label: string;
  /** Whether its style is one of tables of contents. */
  readonly directory: DirectoryPart | null;
  readonly isTitle: boolean;
}

const PLAIN_PARAGRAPH: ParagraphLook = {
  level: null,
  isListItem: false,
  label: '',
  directory: null,
  isTitle: false,
};

/** A table whose end is not known yet. */
interface OpenTable {
  readonly rows: BorderedRow[];
  cells: TreeNode[][];
  /** Paragraphs of the cell that is not at its end. */
  cell: TreeNode[];
}

/** A table within more tables is laid out with them, not written. */
const DEEPEST = 4;

/**
 * A text of a program that writes paragraphs and marks of cells one after the other, as a tree: the text itself, a head
 * or a foot, a note, a box.
 */
export class WordStory {
  readonly text = new WordText();
  /** Paragraphs that its style says are the document's title. */
  readonly titles: TreeNode[] = [];
  readonly #nodes: TreeNode[] = [];
  readonly #tables: OpenTable[] = [];
  #behind: TreeNode[] = [];

  /** What stands behind the paragraph that is not at its end. */
  addBehind(nodes: readonly TreeNode[]): void {
    this.#behind.push(...nodes);
  }

  /** `depth`: in how many tables it stands. */
  endParagraph(depth: number, look: ParagraphLook): void {
    const inside = Math.min(DEEPEST, depth);
    this.#closeTables(inside);
    const nodes = this.#paragraph(look, inside > 0);
    if (inside > 0) this.#table(inside).cell.push(...nodes);
    else this.#nodes.push(...nodes);
  }

  /** The last paragraph of a cell ends with it. */
  endCell(depth: number, look: ParagraphLook): void {
    const inside = Math.min(DEEPEST, Math.max(1, depth));
    this.endParagraph(inside, look);
    const table = this.#table(inside);
    table.cells.push(table.cell);
    table.cell = [];
  }

  endRow(depth: number, { shapes, isHeader }: Omit<BorderedRow, 'cells'>): void {
    const inside = Math.min(DEEPEST, Math.max(1, depth));
    this.#closeTables(inside);
    const table = this.#table(inside);
    const cells = table.cells.map((content) => ({ content }));
    table.cells = [];
    // Programs end empty cells that the row says it doesn't have.
    while (
      shapes.length > 0 &&
      cells.length > shapes.length &&
      textOfNodes(cells.at(-1)?.content ?? []) === ''
    )
      cells.pop();
    if (cells.length > 0)
      table.rows.push({ cells, isHeader, shapes: shapes.length === cells.length ? shapes : [] });
  }

  /** All that it says, as far as the file goes. `depth`: in how many tables it ends. */
  nodes(depth = 0): readonly TreeNode[] {
    this.endParagraph(depth, PLAIN_PARAGRAPH);
    this.#closeTables(0);
    return this.#nodes;
  }

  #paragraph(
    { level, isListItem, label, directory, isTitle }: ParagraphLook,
    isInTable: boolean,
  ): TreeNode[] {
    const { content, isDirectory } = this.text.take(directory);
    const behind = this.#behind;
    this.#behind = [];
    if (content.length === 0) return behind;
    const isHeading = level !== null && !isInTable;
    const node: TreeNode = {
      role: isHeading ? 'heading' : isListItem ? 'item' : 'paragraph',
      content,
      ...(isHeading && { level: Math.min(6, level) }),
      ...(label && { label }),
      isHidden: isDirectory,
    };
    if (isTitle) this.titles.push(node);
    return [node, ...behind];
  }

  /** The table that stands in so many, with those around it. */
  #table(depth: number): OpenTable {
    while (this.#tables.length < depth) this.#tables.push({ rows: [], cells: [], cell: [] });
    return this.#tables[depth - 1] as OpenTable;
  }

  /** Ends the tables that stand in more than `depth`: each is part of the cell, or of the text, that is around it. */
  #closeTables(depth: number): void {
    while (this.#tables.length > depth) {
      const table = this.#table(this.#tables.length);
      // The file may end within a row.
      if (table.cell.length > 0) table.cells.push(table.cell);
      if (table.cells.length > 0)
        table.rows.push({ cells: table.cells.map((content) => ({ content })), isHeader: false, shapes: [] });
      this.#tables.pop();
      const around = this.#tables.at(-1)?.cell ?? this.#nodes;
      around.push({ role: 'table', rows: rowsByBorders(table.rows) });
    }
  }
}
