import PDFDocument from 'pdfkit';
import { type FontName, fontFile } from '#platform/font-files';
import type { Report } from '../../report';
import { INK } from '../colours';
import { WRITER_TEXTS } from '../texts';

/** Points, 72 to an inch: A4. */
const SIZES = { portrait: [595.28, 841.89], landscape: [841.89, 595.28] } as const;
export type Orientation = keyof typeof SIZES;

export const MARGIN = 44;
const FOOTER = 30;

export type FontStyle = 'regular' | 'bold';

export interface TextStyle {
  readonly size: number;
  readonly style?: FontStyle;
  readonly colour?: string;
  readonly align?: 'left' | 'right' | 'center';
}

/**
 * Pages of a PDF that are written as they fill: what was written is taken with `written()`, so that a long document needs
 * no more memory than a short one (pdfmake holds all of it: 10,000 rows took it 314 MB and 10 s; 100,000 take 174 MB
 * here). Texts that do not fit are cut, on one line or on several.
 */
export class Paper {
  readonly #document: PDFKit.PDFDocument;
  readonly #fonts: Readonly<Record<FontName, EmbeddedFont>>;
  readonly #title: string;
  readonly #pageWord: string;
  #orientation: Orientation = 'portrait';
  #page = 0;
  /** How far down the page is filled. */
  y = MARGIN;

  constructor({ title, subject, language, createdAt }: Report) {
    this.#title = title;
    this.#pageWord = WRITER_TEXTS[language].page;
    this.#document = new PDFDocument({
      autoFirstPage: false,
      // None: Helvetica's metrics are in a file that no bundle has.
      font: '',
      lang: language,
      displayTitle: true,
      pdfVersion: '1.7',
      info: { Title: title, Author: 'Parley', Subject: subject, Creator: 'Parley', CreationDate: createdAt },
    });
    this.#fonts = {
      regular: this.#open('regular', layOutPlainly),
      bold: this.#open('bold'),
      wide: this.#open('wide', layOutPlainly),
    };
  }

  get width(): number {
    return SIZES[this.#orientation][0] - 2 * MARGIN;
  }

  get bottom(): number {
    return SIZES[this.#orientation][1] - MARGIN - FOOTER;
  }

  get isOpen(): boolean {
    return this.#page > 0;
  }

  turnTo(orientation: Orientation): void {
    if (this.isOpen && orientation === this.#orientation) return;
    this.#orientation = orientation;
    this.newPage();
  }

  newPage(): void {
    this.#page += 1;
    const [width, height] = SIZES[this.#orientation];
    this.#document.addPage({ size: [width, height], margin: 0 });
    this.y = height - MARGIN - 8;
    const page = `${this.#pageWord} ${this.#page}`;
    this.line(MARGIN, this.y - 8, MARGIN + this.width, this.y - 8, INK.line);
    this.text(this.#title, { x: MARGIN, y: this.y, width: this.width - 80 }, { size: 8, colour: INK.soft });
    this.text(
      page,
      { x: MARGIN + this.width - 80, y: this.y, width: 80 },
      { size: 8, colour: INK.soft, align: 'right' },
    );
    this.y = MARGIN;
  }

  /** Begins a page where so much does not fit any more. Whether it did. */
  makeRoom(height: number): boolean {
    if (this.isOpen && this.y + height <= this.bottom) return false;
    this.newPage();
    return true;
  }

  /** One line, cut where it is too long. */
  text(
    text: string,
    box: { readonly x: number; readonly y: number; readonly width: number },
    { size, style = 'regular', colour = INK.text, align = 'left' }: TextStyle,
  ): void {
    const shown = this.#cut(oneLine(text), box.width, size, style);
    if (shown === '') return;
    const width = this.widthOf(shown, size, style);
    const x = align === 'left' ? box.x : box.x + (box.width - width) * (align === 'right' ? 1 : 0.5);
    this.#use(shown, size, style).fillColor(colour).text(shown, x, box.y, { lineBreak: false });
  }

  /** Several lines, as many as `most`; returns how high they are. */
  lines(
    text: string,
    box: { readonly x: number; readonly y: number; readonly width: number },
    style: TextStyle,
    most: number,
  ): number {
    const lines = this.wrap(text, box.width, style, most);
    const height = style.size * 1.4;
    for (const [at, line] of lines.entries()) this.text(line, { ...box, y: box.y + at * height }, style);
    return lines.length * height;
  }

  wrap(text: string, width: number, { size, style = 'regular' }: TextStyle, most: number): readonly string[] {
    const lines: string[] = [];
    // What can be shown of it at all: nobody measures the rest.
    const words = oneLine(text.slice(0, 4_000))
      .split(' ')
      .flatMap((word) => this.#broken(word, width, { size, style }));
    const space = this.widthOf(' ', size, style);
    let line = '';
    let taken = 0;
    for (const [at, word] of words.entries()) {
      const needed = this.widthOf(word, size, style);
      if (line === '' || taken + space + needed <= width) {
        taken += (line === '' ? 0 : space) + needed;
        line = line === '' ? word : `${line} ${word}`;
        continue;
      }
      lines.push(line);
      line = word;
      taken = needed;
      if (lines.length < most) continue;
      // The rest is shown as cut where the line is.
      lines[most - 1] = `${lines[most - 1]} ${words.slice(at).join(' ').slice(0, 200)}`;
      return lines;
    }
    return [...lines, line];
  }

  /** A word that is wider than its line, such as an address, in parts that are not. */
  #broken(
    word: string,
    width: number,
    { size, style }: Pick<TextStyle, 'size' | 'style'>,
  ): readonly string[] {
    // No letter is wider than its size and a half.
    if (word.length * size * 1.5 <= width || this.widthOf(word, size, style) <= width) return [word];
    const parts: string[] = [];
    let part = '';
    for (const letter of word) {
      if (part !== '' && this.widthOf(part + letter, size, style) > width) {
        parts.push(part);
        part = '';
      }
      part += letter;
    }
    return [...parts, part];
  }

  widthOf(text: string, size: number, style: FontStyle = 'regular'): number {
    return this.#use(text, size, style).widthOfString(text);
  }

  line(fromX: number, fromY: number, toX: number, toY: number, colour: string, width = 0.5): void {
    this.#document.moveTo(fromX, fromY).lineTo(toX, toY).lineWidth(width).strokeColor(colour).stroke();
  }

  box(x: number, y: number, width: number, height: number, colour: string, radius = 0): void {
    if (width <= 0 || height <= 0) return;
    const shape =
      radius > 0
        ? this.#document.roundedRect(x, y, width, height, Math.min(radius, width / 2, height / 2))
        : this.#document.rect(x, y, width, height);
    shape.fillColor(colour).fill();
  }

  path(points: readonly (readonly [number, number])[], colour: string, width = 1.6): void {
    const [first, ...rest] = points;
    if (!first) return;
    this.#document.moveTo(...first);
    for (const point of rest) this.#document.lineTo(...point);
    this.#document.lineWidth(width).lineJoin('round').lineCap('round').strokeColor(colour).stroke();
  }

  dot(x: number, y: number, radius: number, colour: string): void {
    this.#document.circle(x, y, radius).fillColor(colour).fill();
  }

  /** A part of a ring, between two shares of the whole circle, from the top clockwise. */
  arc(
    [x, y]: readonly [number, number],
    [inner, outer]: readonly [number, number],
    from: number,
    to: number,
    colour: string,
  ): void {
    const steps = Math.max(2, Math.ceil((to - from) * 90));
    const at = (share: number, radius: number): [number, number] => {
      const angle = share * 2 * Math.PI - Math.PI / 2;
      return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
    };
    const shares = Array.from({ length: steps + 1 }, (_, step) => from + ((to - from) * step) / steps);
    this.#document.moveTo(...at(from, outer));
    for (const share of shares) this.#document.lineTo(...at(share, outer));
    for (const share of [...shares].reverse()) this.#document.lineTo(...at(share, inner));
    this.#document.closePath().fillColor(colour).fill();
  }

  /** What is ready of the file. */
  *written(): Iterable<Uint8Array> {
    for (let chunk = this.#document.read(); chunk !== null; chunk = this.#document.read())
      yield chunk as Buffer;
  }

  /** The rest of the file. */
  async *end(): AsyncIterable<Uint8Array> {
    this.#document.end();
    for await (const chunk of this.#document) yield chunk as Buffer;
  }

  #use(text: string, size: number, style: FontStyle): PDFKit.PDFDocument {
    this.#inside._font = this.#fonts[FIGTREE.test(text) ? style : 'wide'];
    return this.#document.fontSize(size);
  }

  /** The library parses a font anew whenever it is chosen by its file: chosen once, it is kept here. */
  #open(name: FontName, change: (font: EmbeddedFont) => void = () => {}): EmbeddedFont {
    this.#document.font(fontFile(name));
    const { _font } = this.#inside;
    change(_font);
    return _font;
  }

  get #inside(): { _font: EmbeddedFont } {
    return this.#document as unknown as { _font: EmbeddedFont };
  }

  #cut(text: string, width: number, size: number, style: FontStyle): string {
    // No letter is narrower than a fifth of its size: what is longer than that is not even measured.
    const most = Math.ceil(width / (size * 0.2));
    const short = text.length > most ? text.slice(0, most) : text;
    if (short === text && this.widthOf(text, size, style) <= width) return text;
    let [low, high] = [0, short.length];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (this.widthOf(`${short.slice(0, middle).trimEnd()}…`, size, style) <= width) low = middle;
      else high = middle - 1;
    }
    return low === 0 ? '' : `${short.slice(0, low).trimEnd()}…`;
  }
}

/** Letters that Figtree has: Latin with its accents, and common signs. */
const FIGTREE =
  /^[\u0020-\u007e\u00a0-\u017f\u0192\u0218-\u021b\u2010-\u2026\u2030\u2039\u203a\u20ac\u2122\u2212]*$/u;

function oneLine(text: string): string {
  // Halves of surrogate pairs, too: no font has them.
  return text.replace(/[\s\p{Cc}\p{Cs}]+/gu, ' ').trim();
}

/** What the library's fonts are inside, of which its types say nothing. */
interface EmbeddedFont {
  readonly scale: number;
  readonly font: {
    glyphsForString(text: string): readonly { readonly id: number; readonly advanceWidth: number }[];
  };
  layout(text: string): {
    readonly glyphs: readonly unknown[];
    readonly positions: readonly unknown[];
    readonly advanceWidth: number;
  };
}

/**
 * Sets letters one after another, without pairs that stand closer and without ligatures. The library would look these up
 * for each word, which takes a minute for a few thousand rows, and keep every word that it has seen.
 */
function layOutPlainly(font: EmbeddedFont): void {
  const { scale } = font;
  font.layout = (text) => {
    const glyphs = font.font.glyphsForString(text);
    const positions = glyphs.map(({ advanceWidth }) => ({
      xAdvance: advanceWidth * scale,
      yAdvance: 0,
      xOffset: 0,
      yOffset: 0,
      advanceWidth: advanceWidth * scale,
    }));
    const advanceWidth = positions.reduce((sum, position) => sum + position.advanceWidth, 0);
    return { glyphs, positions, advanceWidth };
  };
}
