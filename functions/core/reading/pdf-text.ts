/** One run of glyphs: where its baseline begins, in points from the page's lower left. */
export interface PdfText {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  /** Font size in points. */
  readonly size: number;
  readonly font: string;
  readonly endsLine: boolean;
}
