import { withLigatures } from './pdf-ligatures';
import type { GlyphWidths, PdfText } from './pdf-text';

/**
 * Texts as they are read, where their program drew letters one by one: an accent over a letter is part of it, a letter
 * or a line that is drawn twice to look bold is one, and letters that are set apart to look grand are a word.
 */
export function mendedTexts<T extends PdfText>(texts: readonly T[], widthOf: GlyphWidths): T[] {
  const told = texts.map((text) => withLigatures(text, widthOf));
  return linesOf(drawnOnce(composed(told, widthOf))).flatMap((line) => spelt(undoubled(line)));
}

interface Operators {
  readonly fnArray: readonly number[];
  readonly argsArray: readonly unknown[];
}

/** Widths of the letters that a page shows. */
export function glyphWidths(
  { fnArray, argsArray }: Operators,
  { setFont, showText }: { readonly setFont: number; readonly showText: number },
): GlyphWidths {
  const fonts = new Map<string, Map<string, number>>();
  let current = new Map<string, number>();
  for (const [at, operator] of fnArray.entries()) {
    if (operator === setFont) {
      const [name] = argsArray[at] as [string];
      current = fonts.get(name) ?? new Map();
      fonts.set(name, current);
    } else if (operator === showText) {
      const [glyphs] = argsArray[at] as [readonly unknown[]];
      for (const glyph of glyphs) {
        const { unicode, width } = (glyph ?? {}) as { unicode?: string; width?: number };
        if (unicode !== undefined && width !== undefined) current.set(unicode, width / 1000);
      }
    }
  }
  return (font, letter) => fonts.get(font)?.get(letter);
}

/** Signs of their own for accents, and what joins a letter for them. */
const ACCENTS: ReadonlyMap<string, string> = new Map([
  ['¨', '\u0308'],
  ['´', '\u0301'],
  ['`', '\u0300'],
  ['ˆ', '\u0302'],
  ['^', '\u0302'],
  ['˜', '\u0303'],
  ['~', '\u0303'],
  ['¸', '\u0327'],
  ['˚', '\u030a'],
  ['ˇ', '\u030c'],
]);

/** A gap before an accent that is wider is one between words, in font sizes. */
const WORD_GAP = 0.3;

/** Accents that are drawn over the letter behind them. */
function composed<T extends PdfText>(texts: readonly T[], widthOf: GlyphWidths): readonly T[] {
  if (!texts.some(({ text }) => ACCENTS.has(text.slice(-1)))) return texts;
  const result: T[] = [];
  for (const text of texts) {
    const before = result.at(-1);
    const sign = before?.text.slice(-1) ?? '';
    const accent = ACCENTS.get(sign);
    const [letter = ''] = text.text;
    const joined = (letter + (accent ?? '')).normalize('NFC');
    const isOver =
      before !== undefined &&
      accent !== undefined &&
      Math.abs(before.y - text.y) < text.size / 2 &&
      text.x < before.x + before.width - text.size * 0.1 &&
      /^\p{L}$/u.test(joined);
    if (!isOver) {
      result.push(text);
      continue;
    }
    const word = before.text.slice(0, -1);
    // pdf.js takes the shift of an accent for a space.
    const own = [...word.trimEnd(), sign].reduce(
      (sum, each) => sum + (widthOf(before.font, each.normalize('NFD').charAt(0)) ?? 0),
      0,
    );
    const isApart = /\s$/.test(word) && before.width - own * before.size > before.size * WORD_GAP;
    const start = isApart ? word : word.trimEnd();
    const width = text.x + text.width - before.x;
    result[result.length - 1] = {
      ...text,
      text: start + joined + text.text.slice(letter.length),
      x: before.x,
      width,
    };
  }
  return result;
}

/** Without texts that stand where the same stands already, but for what a bold letter is wider. */
function drawnOnce<T extends PdfText>(texts: readonly T[]): readonly T[] {
  const known = new Map<string, T[]>();
  return texts.flatMap((text): T[] => {
    if (text.text.trim() === '') return [text];
    const same = known.get(text.text) ?? [];
    const near = text.size * BOLDER;
    const isAgain = same.some(
      (other) =>
        Math.abs(other.x - text.x) < near && Math.abs(other.y - text.y) < near && other.size === text.size,
    );
    if (isAgain) return text.endsLine ? [{ ...text, text: '', width: 0 }] : [];
    same.push(text);
    known.set(text.text, same);
    return [text];
  });
}

const BOLDER = 0.1;

/** Texts that stand on one line, one after another. */
function linesOf<T extends PdfText>(texts: readonly T[]): T[][] {
  const lines: T[][] = [];
  for (const text of texts) {
    const last = lines.at(-1)?.at(-1);
    if (!last || last.endsLine || Math.abs(last.y - text.y) > text.size * 0.1) lines.push([]);
    lines.at(-1)?.push(text);
  }
  return lines;
}

const LEAST_DOUBLED = 4;

/** A line of which each letter is drawn twice, side by side. */
function undoubled<T extends PdfText>(line: readonly T[]): readonly T[] {
  const overlaps = line.some((text, at) => {
    const before = line[at - 1];
    return before !== undefined && text.text !== '' && text.x < before.x + before.width - text.size * 0.1;
  });
  if (!overlaps) return line;
  const signs = line.flatMap(({ text }, at) => Array.from(text, (sign) => ({ sign, at })));
  const shown = signs.filter(({ sign }) => sign.trim() !== '');
  const isDoubled =
    shown.length >= LEAST_DOUBLED * 2 &&
    shown.length % 2 === 0 &&
    shown.every(({ sign }, at) => at % 2 === 0 || sign === shown[at - 1]?.sign);
  if (!isDoubled) return line;
  const kept = new Set(shown.filter((_, at) => at % 2 === 0));
  const texts = line.map(() => '');
  for (const each of signs) if (each.sign.trim() === '' || kept.has(each)) texts[each.at] += each.sign;
  const [first] = line;
  const last = line.at(-1) as T;
  return first
    ? [{ ...first, text: texts.join(''), width: last.x + last.width - first.x, endsLine: last.endsLine }]
    : [];
}

const SPACED = /^\S(?: \S)*$/u;
/** Fewer letters apart may be what a table or a list names its parts by. */
const LEAST_SPACED = 4;

/** Words whose letters stand apart, in a line of nothing else. */
function spelt<T extends PdfText>(line: readonly T[]): readonly T[] {
  const shown = line.filter(({ text }) => text.trim() !== '');
  const letters = shown.flatMap(({ text }) => text.split(' '));
  const isSpaced =
    shown.every(({ text }) => SPACED.test(text.trim())) &&
    shown.some(({ text }) => (text.match(/\p{L}/gu) ?? []).length >= LEAST_SPACED) &&
    letters.some(
      (letter, at) =>
        /\p{L}/u.test(letter) && letters[at + 1] !== undefined && !follows(letter, letters[at + 1] ?? ''),
    );
  return isSpaced ? line.map((text) => ({ ...text, text: joinedLetters(text.text) })) : line;
}

/** `A B C D`: a series. */
function follows(letter: string, next: string): boolean {
  return next.charCodeAt(0) === letter.charCodeAt(0) + 1;
}

function joinedLetters(text: string): string {
  return text.trim() === '' ? text : text.replace(/(?<=\S) (?=\S)/gu, '');
}
