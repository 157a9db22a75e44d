import { decodeCp850, decodeWindows1252 } from './code-pages';
import { symbolOf } from './symbols';
import type { ParagraphLook } from './word-story';
import { directoryPartOf, headingLevelOf, isTitleStyle } from './word-styles';

export type StyleLook = Pick<ParagraphLook, 'level' | 'directory' | 'isTitle'>;

interface Font {
  readonly name: string;
  /** As Windows counts code pages; null where it is the document's. */
  readonly codePage: number | null;
  /** Whether it has signs in the place of letters. */
  readonly hasSigns: boolean;
}

/** Groups in which a rich text says what its fonts, colours and styles are. Each ends with a semicolon. */
export const DEFINING = ['fonttbl', 'colortbl', 'stylesheet'] as const;
export type Defining = (typeof DEFINING)[number];

/** What a rich text says of its letters and paragraphs before its text. */
export class RtfDefinitions {
  codePage = 1252;
  readonly #fonts = new Map<number, Font>();
  readonly #isWhite: boolean[] = [];
  readonly #styles = new Map<number, StyleLook>();
  /** Of the one that is being read. */
  #numbers: Record<string, number> = {};
  #name = '';

  word(word: string, value: number): void {
    this.#numbers[word] = value;
  }

  text(kind: Defining, text: string): void {
    const [first = '', ...others] = text.split(';');
    this.#name += first;
    for (const name of others) {
      this.#end(kind, this.#name.trim(), this.#numbers);
      this.#name = name;
      this.#numbers = {};
    }
  }

  #end(kind: Defining, name: string, numbers: Readonly<Record<string, number>>): void {
    const { f, fcharset = 0, cpg, s = 0, cs, ts, outlinelevel, red, green, blue } = numbers;
    if (kind === 'colortbl') this.#isWhite.push(red === 255 && green === 255 && blue === 255);
    else if (kind === 'fonttbl' && f !== undefined) {
      const codePage = cpg || CHARSETS[fcharset] || ALPHABETS[name.split(' ').at(-1) ?? ''];
      this.#fonts.set(f, { name, codePage: codePage ?? null, hasSigns: fcharset === SIGNS });
    } else if (kind === 'stylesheet' && cs === undefined && ts === undefined) {
      const level = headingLevelOf(name) ?? (outlinelevel ?? TEXT_LEVEL) + 1;
      this.#styles.set(s, {
        level: level <= TEXT_LEVEL ? level : null,
        directory: directoryPartOf(name),
        isTitle: isTitleStyle(name),
      });
    }
  }

  /** What a style makes of paragraphs; nothing of those that the file doesn't tell of. */
  styleOf(style: number): Partial<StyleLook> {
    return this.#styles.get(style) ?? {};
  }

  /** The first one is that of all letters, whatever it is said to be. */
  isWhite(color: number): boolean {
    return color > 0 && this.#isWhite[color] === true;
  }

  /** The text of bytes, each given as a character: in the code page of the font that they are set in. */
  decoded(bytes: string, font: number): string {
    const { codePage, hasSigns } = this.#fonts.get(font) ?? { codePage: null, hasSigns: false };
    if (hasSigns) return this.shown(bytes, font);
    return /[\x80-\xff]/.test(bytes)
      ? decoded(Buffer.from(bytes, 'latin1'), codePage ?? this.codePage)
      : bytes;
  }

  /** What letters show in a font. */
  shown(letters: string, font: number): string {
    const { name, hasSigns } = this.#fonts.get(font) ?? { name: '', hasSigns: false };
    return hasSigns ? Array.from(letters, (sign) => symbolOf(sign, name)).join('') : letters;
  }
}

/** No heading. */
const TEXT_LEVEL = 9;
const SIGNS = 2;
/** Of the fonts that name an alphabet; the others are written in the document's. */
const CHARSETS: Readonly<Record<number, number>> = {
  77: 10000,
  128: 932,
  129: 949,
  134: 936,
  136: 950,
  161: 1253,
  162: 1254,
  163: 1258,
  177: 1255,
  178: 1256,
  186: 1257,
  204: 1251,
  222: 874,
  238: 1250,
};

/** Fonts of older programs have their alphabet in their names: `Arial CE`. */
const ALPHABETS: Readonly<Record<string, number>> = {
  CE: 1250,
  Cyr: 1251,
  Greek: 1253,
  Tur: 1254,
  '(Hebrew)': 1255,
  '(Arabic)': 1256,
  Baltic: 1257,
  '(Vietnamese)': 1258,
};

const CODE_PAGES: Readonly<Record<number, string>> = {
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
  10000: 'macintosh',
  65001: 'utf-8',
};

function decoded(bytes: Uint8Array, codePage: number): string {
  if (codePage === 1252) return decodeWindows1252(bytes);
  if (codePage === 437 || codePage === 850) return decodeCp850(bytes);
  try {
    return new TextDecoder(CODE_PAGES[codePage] ?? `windows-${codePage}`).decode(bytes);
  } catch {
    return decodeWindows1252(bytes);
  }
}
