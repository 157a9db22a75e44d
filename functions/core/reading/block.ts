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
