/** A piece of a document as extraction found it: the unit that splitting respects. */
export interface Block {
  /** `faq-answer`: of a question-answer pair, in the Markdown that it was typed in; it is one passage, whole. */
  readonly kind: 'heading' | 'paragraph' | 'table' | 'list' | 'faq-answer';
  /** Of a table: its rows as text, used where `rows` is missing. */
  readonly text: string;
  /** Of a heading: 1 is the highest. */
  readonly level?: number;
  /** Of a heading that heads only so many of the blocks behind it, as the title of a table does. */
  readonly heads?: number;
  readonly page: number | null;
  /** Of a table: cells by row, the header row first. */
  readonly rows?: readonly (readonly string[])[];
  /** Of a table: whether its first row names its columns, where something says so; else its form tells. */
  readonly hasHeader?: boolean;
  /** Of a table: whether more than its form says so, a style or a mark-up, or its owner. */
  readonly isHeaderMarked?: boolean;
  /** Of a table: whether it goes on with the one before it, over the end of a page. */
  readonly goesOn?: boolean;
}

/**
 * The tree that every format is read into before anything decides what to index: nodes with roles, and runs of letters
 * with marks. `toBlocks` of `tree.ts` says what the marks mean.
 */
export type TreeNode = TextNode | Table | Group;

/** Letters, or a run of them. A line end is a line end of the text. */
export type Inline = string | Run;

/** What letters are; the same in every format. */
export interface Marks {
  readonly isHidden?: boolean | undefined;
  readonly isStruck?: boolean | undefined;
  readonly isBold?: boolean | undefined;
  readonly raised?: 'super' | 'sub' | undefined;
  /** In points. */
  readonly size?: number | undefined;
}

/** Letters and what they are. */
export interface Run extends Marks {
  readonly role?: undefined;
  readonly content: readonly Inline[];
  /** Where they lead. */
  readonly address?: string | undefined;
  /** Whether they are the note that is called here. */
  readonly isNote?: boolean | undefined;
}

export interface TextNode {
  readonly role: 'heading' | 'paragraph' | 'item' | 'code';
  readonly content: readonly Inline[];
  /** Of a heading. */
  readonly level?: number | undefined;
  /** The number or the box before it. */
  readonly label?: string | undefined;
  readonly isHidden?: boolean | undefined;
}

/** What stands together: a section, a text box, a group of shapes. */
export interface Group {
  readonly role: 'group';
  readonly content: readonly TreeNode[];
  readonly isHidden?: boolean | undefined;
}

export interface Table {
  readonly role: 'table';
  readonly rows: readonly Row[];
  readonly caption?: readonly Inline[] | undefined;
  /** Whether it only lays a page out. */
  readonly isLayout?: boolean | undefined;
  readonly isHidden?: boolean | undefined;
}

export interface Row {
  readonly cells: readonly Cell[];
  /** Whether it stands in the table's head. */
  readonly isHead?: boolean | undefined;
  readonly isHidden?: boolean | undefined;
}

export interface Cell {
  readonly content: readonly TreeNode[];
  /** Whether it names its row or its column. */
  readonly isHeader?: boolean | undefined;
  readonly isHidden?: boolean | undefined;
  /** The colour behind it; undefined for that of the page. */
  readonly ground?: string | undefined;
  /** Columns and rows that it spans. */
  readonly width?: number | undefined;
  readonly height?: number | undefined;
}
