import type { Marks } from './block';
import { codesOf } from './doc-codes';
import { viewOf } from './ole';
import { type DirectoryPart, directoryPartOf, headingLevelOf, isTitleStyle } from './word-styles';

/** What a style makes of paragraphs and letters, with what it has of those that it is based on. */
export interface DocStyle {
  /** Of a heading: 1 is the highest. */
  readonly level: number | null;
  readonly directory: DirectoryPart | null;
  readonly isTitle: boolean;
  /** Which list it is of, counted from 1, and which of its levels; 0 for none. */
  readonly list: number;
  readonly place: number;
  readonly letters: LetterLook;
}

/** How letters are set. */
export interface LetterLook extends Marks {
  readonly isDeleted?: boolean | undefined;
  readonly isStruckTwice?: boolean | undefined;
  readonly isWhite?: boolean | undefined;
  /** Whether a colour is behind them, on which white ones may stand. */
  readonly isShaded?: boolean | undefined;
  /** A sign that stands in their place: its font's number, and its place in the font. */
  readonly sign?: { readonly font: number; readonly place: number } | undefined;
  readonly font?: number | undefined;
}

export const PLAIN_STYLE: DocStyle = {
  level: null,
  directory: null,
  isTitle: false,
  list: 0,
  place: 0,
  letters: { size: 10 },
};

const OUTLINE_LEVEL = 0x2640;
const [LIST, LIST_LEVEL] = [0x460b, 0x260a];
const [RAISED, SIZE, CHARACTER_STYLE] = [0x2a48, 0x4a43, 0x4a30];
const SWITCHES = new Map<number, keyof LetterLook>([
  [0x0800, 'isDeleted'],
  [0x083c, 'isHidden'],
  [0x0837, 'isStruck'],
  [0x2a53, 'isStruckTwice'],
  [0x0835, 'isBold'],
]);
const [COLOR_NUMBER, COLOR, WHITE_NUMBER, WHITE] = [0x2a42, 0x6870, 8, 0xffffff];
const SHADINGS = new Set([0x4866, 0xca71, 0x2a0c]);
const [FONT, SIGN] = [0x4a4f, 0x6a09];
const RAISES = [undefined, 'super', 'sub'] as const;
/** A switch may be as the style has it, or the other way round. */
const [AS_STYLE, UNLIKE_STYLE] = [0x80, 0x81];

/** No heading, though its style may be one's. */
const BODY_LEVEL = 9;

export type DocStyles = (style: number) => DocStyle;

/** How letters look with these formats; `style`: what they are besides. */
export function lettersWith(formats: Uint8Array, style: LetterLook, styles: DocStyles): LetterLook {
  let [look, base] = [style, style];
  for (const { code, value } of codesOf(formats)) {
    const name = SWITCHES.get(code);
    if (name !== undefined) {
      const isOn = value === AS_STYLE ? base[name] : value === UNLIKE_STYLE ? !base[name] : value === 1;
      look = { ...look, [name]: isOn };
    } else if (code === RAISED) look = { ...look, raised: RAISES[value] };
    else if (code === SIZE) look = { ...look, size: value / 2 };
    else if (code === COLOR_NUMBER) look = { ...look, isWhite: value === WHITE_NUMBER };
    else if (code === COLOR) look = { ...look, isWhite: value === WHITE };
    else if (SHADINGS.has(code)) look = { ...look, isShaded: value !== 0 };
    else if (code === FONT) look = { ...look, font: value };
    else if (code === SIGN) look = { ...look, sign: { font: value & 0xffff, place: value >>> 16 } };
    else if (code === CHARACTER_STYLE) {
      look = { ...look, ...styles(value).letters };
      base = look;
    }
  }
  return look;
}

/** What a paragraph's formats change of its style. */
export function paragraphWith(formats: Uint8Array, style: DocStyle): DocStyle {
  let changed = style;
  for (const { code, value } of codesOf(formats)) {
    if (code === OUTLINE_LEVEL) changed = { ...changed, level: value < BODY_LEVEL ? value + 1 : null };
    else if (code === LIST) changed = { ...changed, list: value };
    else if (code === LIST_LEVEL) changed = { ...changed, place: value };
  }
  return changed;
}

/** Built-in style `heading n` is the number n for ever, whatever its name in the program's language. */
const HEADINGS = 9;
const TITLE = 62;
const isEntry = (builtIn: number) => builtIn > HEADINGS && builtIn < 28;
const [OF_PARAGRAPHS, OF_LETTERS] = [1, 2];
/** A chain of styles that is longer goes in a circle. */
const LONGEST_CHAIN = 12;

interface OwnStyle {
  readonly builtIn: number;
  readonly kind: number;
  readonly base: number;
  readonly name: string;
  /** Formats of its paragraphs and of its letters. */
  readonly paragraph: Uint8Array;
  readonly letters: Uint8Array;
}

/** The styles of a document by their numbers: [MS-DOC] 2.9.271. */
export function readStyles(sheet: Uint8Array): DocStyles {
  const own = ownStyles(sheet);
  const known = new Map<number, DocStyle>();
  const resolve = (id: number, depth: number): DocStyle => {
    const style = own.get(id);
    if (!style || depth > LONGEST_CHAIN) return PLAIN_STYLE;
    const found = known.get(id);
    if (found) return found;
    // What letters alone are set in leaves open what it doesn't say.
    const rest = style.kind === OF_LETTERS ? { ...PLAIN_STYLE, letters: {} } : PLAIN_STYLE;
    const base = own.has(style.base) ? resolve(style.base, depth + 1) : rest;
    const { builtIn, name } = style;
    const level = builtIn >= 1 && builtIn <= HEADINGS ? builtIn : headingLevelOf(name);
    const made: DocStyle = {
      ...base,
      ...(level !== null && { level }),
      directory: isEntry(builtIn) ? 'entry' : (directoryPartOf(name) ?? base.directory),
      isTitle: base.isTitle || builtIn === TITLE || isTitleStyle(name),
    };
    const whole = {
      ...paragraphWith(style.paragraph, made),
      letters: lettersWith(style.letters, base.letters, (other) => resolve(other, depth + 1)),
    };
    known.set(id, whole);
    return whole;
  };
  return (id) => resolve(id, 0);
}

function ownStyles(sheet: Uint8Array): ReadonlyMap<number, OwnStyle> {
  const styles = new Map<number, OwnStyle>();
  if (sheet.length < 6) return styles;
  const view = viewOf(sheet);
  const [count, head] = [view.getUint16(2, true), view.getUint16(4, true)];
  let at = 2 + view.getUint16(0, true);
  for (let id = 0; id < count && at + 2 <= sheet.length; id++) {
    const size = view.getUint16(at, true);
    const style = size >= 6 ? styleIn(sheet.subarray(at + 2, at + 2 + size), head) : null;
    if (style) styles.set(id, style);
    // Each begins at an even place.
    at += 2 + size + (size % 2);
  }
  return styles;
}

/** `head`: how long is what stands before its name. */
function styleIn(bytes: Uint8Array, head: number): OwnStyle | null {
  if (bytes.length < 6) return null;
  const view = viewOf(bytes);
  const [kind, base] = [view.getUint16(2, true) & 0xf, view.getUint16(2, true) >> 4];
  const length = head + 2 <= bytes.length ? view.getUint16(head, true) : 0;
  const name = Buffer.from(bytes.subarray(head + 2, head + 2 + length * 2)).toString('utf16le');
  const parts: Uint8Array[] = [];
  let at = head + 2 + length * 2 + 2;
  for (let part = 0; part < 2 && at + 2 <= bytes.length; part++) {
    const size = view.getUint16(at, true);
    parts.push(bytes.subarray(at + 2, at + 2 + size));
    at += 2 + size + (size % 2);
  }
  const [first = NOTHING, second = NOTHING] = parts;
  return {
    builtIn: view.getUint16(0, true) & 0xfff,
    kind,
    base,
    name,
    // Its own number stands before them.
    paragraph: kind === OF_PARAGRAPHS ? first.subarray(2) : NOTHING,
    letters: kind === OF_PARAGRAPHS ? second : kind === OF_LETTERS ? first : NOTHING,
  };
}

const NOTHING = new Uint8Array();
