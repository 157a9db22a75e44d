import type { HeadingTag } from './pdf-tags';

/** One run of glyphs: where its baseline begins, in points from the page's lower left. */
export interface PdfText {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  /** Font size in points. */
  readonly size: number;
  readonly font: string;
  /** Whether its font is a bold one; undefined where the file does not tell. */
  readonly isBold?: boolean;
  /** Where the file tags it as part of a heading. */
  readonly tag?: HeadingTag | undefined;
  readonly endsLine: boolean;
}

/** How wide a letter of a font is, in font sizes; undefined where the page doesn't tell. */
export type GlyphWidths = (font: string, letter: string) => number | undefined;
