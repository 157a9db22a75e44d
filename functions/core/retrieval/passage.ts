/** What is found and cited: a stretch of one document's text. */
export interface Passage {
  readonly text: string;
  readonly page: number | null;
  /** The headings above it, outermost first, joined by ` › `. */
  readonly heading: string | null;
  /** Where it stands in the document's text, that is its blocks' texts joined by an empty line. */
  readonly start: number;
  readonly end: number;
  /** Whether it is the answer of a question-answer pair, as Markdown: it is given whole. */
  readonly isFaqAnswer?: boolean;
}
