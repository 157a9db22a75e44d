import { apply, type Box, boxOf, IDENTITY, type Matrix, type Point, times } from './pdf-matrix';
import type { Operators, Ops } from './pdf-operators';
import { type Ink, Painted, UNSEEN } from './pdf-painted';

/** What a page draws besides its text's order: lines between cells, and where each word stands. */
export interface Drawing {
  readonly rules: readonly Rule[];
  readonly words: readonly Word[];
}

/** A straight line along the page's edges; `at` is its place across its direction. */
export interface Rule {
  readonly upright: boolean;
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

/** Glyphs without a space between them. */
export interface Word {
  readonly x: number;
  readonly end: number;
  readonly y: number;
  /** Whether it is written so that nobody sees it. */
  readonly isUnseen?: boolean;
}

/** A filled shape no thicker than this many points is a line: so word processors draw them. */
const THICKEST = 3;
/** Shorter strokes are of drawings, in points. */
const SHORTEST = 4;
/** What pdf.js takes for a space that the file does not write, as a share of the font size. */
const SPACE = 0.102;

interface TextState {
  size: number;
  charSpacing: number;
  wordSpacing: number;
  scale: number;
  leading: number;
}

interface State extends TextState {
  ctm: Matrix;
}

/** How a page is held. */
export interface Hold {
  readonly matrix: Matrix;
  readonly box: Box;
}

/**
 * What a page draws, as it is held in several ways. Where none of its words would be seen at all, that is in doubt, and
 * all are. `isShown` says it of the page's layers.
 */
export function drawingsOf(
  operators: Operators,
  ops: Ops,
  holds: readonly Hold[],
  isShown: (layer: unknown) => boolean,
): readonly Drawing[] {
  const drawn = holds.map((hold) => followed(operators, ops, hold, isShown));
  const isInDoubt = !drawn.some(({ unseen }) => unseen.includes(false));
  return drawn.map(({ rules, words, unseen }) => ({
    rules,
    words: wholeWords(words, isInDoubt ? [] : unseen),
  }));
}

/** Follows the operators of a page, as far as they say where lines and words stand. */
function followed(
  { fnArray, argsArray }: Operators,
  ops: Ops,
  { matrix, box }: Hold,
  isShown: (layer: unknown) => boolean,
) {
  const rules: Rule[] = [];
  const words: InkedWord[] = [];
  const painted = new Painted(ops, box, isShown);
  const saved: State[] = [];
  let state: State = {
    ctm: matrix,
    size: 0,
    charSpacing: 0,
    wordSpacing: 0,
    scale: 1,
    leading: 0,
  };
  let line: Matrix = IDENTITY;
  let text: Matrix = IDENTITY;
  const move = (x: number, y: number) => {
    line = times(line, [1, 0, 0, 1, x, y]);
    text = line;
  };
  for (const [index, operator] of fnArray.entries()) {
    const args = argsArray[index] as readonly unknown[] | null;
    // The glyphs of a text are no numbers, and many.
    const numbers = operator === ops.showText ? [] : numbersOf(args);
    const [first = 0, second = 0] = numbers;
    switch (operator) {
      case ops.save:
        saved.push({ ...state });
        break;
      case ops.restore:
      case ops.paintFormXObjectEnd:
        state = saved.pop() ?? state;
        break;
      case ops.paintFormXObjectBegin:
        saved.push({ ...state });
        state.ctm = times(state.ctm, matrixOf(numbersOf([args?.[0]])));
        break;
      case ops.transform:
        state.ctm = times(state.ctm, matrixOf(numbers));
        break;
      case ops.beginText:
        line = IDENTITY;
        text = IDENTITY;
        break;
      case ops.setFont:
        state.size = Number(args?.[1] ?? 0);
        break;
      case ops.setCharSpacing:
        state.charSpacing = first;
        break;
      case ops.setWordSpacing:
        state.wordSpacing = first;
        break;
      case ops.setHScale:
        state.scale = first / 100;
        break;
      case ops.setLeading:
        state.leading = first;
        break;
      case ops.setLeadingMoveText:
        state.leading = -second;
        move(first, second);
        break;
      case ops.moveText:
        move(first, second);
        break;
      case ops.nextLine:
        move(0, -state.leading);
        break;
      case ops.setTextMatrix:
        line = matrixOf(numbers);
        text = line;
        break;
      case ops.showText:
        text = show(args?.[0], text, state, painted.inkAt(index), { words, painted });
        break;
      case ops.constructPath:
        if (args?.[0] !== ops.endPath) {
          const filled = args?.[0] === ops.fill || args?.[0] === ops.eoFill;
          addRules(rules, args?.[1], state.ctm, filled);
        }
        break;
    }
    painted.follow(operator, args, state.ctm, index);
  }
  painted.end(fnArray.length);
  return { rules, words, unseen: unseenOf(words, painted) };
}

/** A word with how its beginning is written; it grows letter by letter. */
interface InkedWord {
  readonly x: number;
  end: number;
  y: number;
  readonly ink: Ink;
  readonly size: number;
  /** Whether it goes on with the word before, in another ink: a link and the full stop behind it. */
  readonly goesOn: boolean;
}

interface Shown {
  readonly words: InkedWord[];
  readonly painted: Painted;
}

/** Which words nobody sees. */
function unseenOf(words: readonly InkedWord[], painted: Painted): boolean[] {
  const inks = words.filter(({ ink }) => ink.mode !== UNSEEN);
  // What is written without ink over other words says what their letters may not.
  const isOverWords = ({ x, end, y, size }: InkedWord) =>
    inks.some(
      (other) => other.x < end && x < other.end && Math.abs(other.y - y) < Math.max(size, other.size),
    );
  return words.map(
    (word) =>
      painted.hides(word.ink, word.x, word.end, word.y, word.size) &&
      !(word.ink.mode === UNSEEN && isOverWords(word)),
  );
}

/** Words that are written in several inks are one again, as far as they are seen. */
function wholeWords(words: readonly InkedWord[], unseen: readonly boolean[]): Word[] {
  const whole: Word[] = [];
  for (const [index, { x, end, y, goesOn }] of words.entries()) {
    const isUnseen = unseen[index] === true;
    const last = whole.at(-1);
    if (goesOn && last && (last.isUnseen ?? false) === isUnseen) whole[whole.length - 1] = { ...last, end };
    else whole.push({ x, end, y, ...(isUnseen && { isUnseen }) });
  }
  return whole;
}

interface Glyph {
  readonly unicode: string;
  readonly width: number;
  readonly isSpace: boolean;
  /** Of a font whose letters are drawings. */
  readonly operatorListId?: string | null;
}

/** A line that rises by a larger share is written in another direction. */
const SLOPE = 1e-3;

/**
 * Adds the words that are shown, and says where the text goes on. Only upright text has words. Runs for each letter of
 * a page: what it makes anew for each is felt.
 */
function show(glyphs: unknown, text: Matrix, state: State, ink: Ink, { words, painted }: Shown): Matrix {
  const { size, charSpacing, wordSpacing, scale } = state;
  const upright = times(state.ctm, text);
  const [right, rise] = upright;
  const straight = right > 0 && Math.abs(rise) < right * SLOPE;
  const near = size * right * SPACE;
  let at = 0;
  let follows = true;
  for (const glyph of Array.isArray(glyphs) ? (glyphs as readonly (number | Glyph | null)[]) : []) {
    if (typeof glyph === 'number') {
      at -= (glyph * size * scale) / 1000;
      continue;
    }
    if (!glyph) continue;
    const width = (glyph.width * size * scale) / 1000;
    const isDrawn = typeof glyph.operatorListId === 'string';
    if (isDrawn || glyph.unicode === '')
      painted.drawn(boxOf([apply(upright, at, 0), apply(upright, at + width, size)]), ink);
    if (glyph.unicode.trim() === '') follows = false;
    else if (straight) {
      const x = right * at + upright[4];
      const y = rise * at + upright[5];
      const end = x + width * right;
      const last = words.at(-1);
      const gap = last ? x - last.end : 0;
      const color = isDrawn ? null : ink.color;
      const isSameWord =
        last !== undefined && follows && Math.abs(last.y - y) < 0.5 && gap < near && gap > -near * 2;
      if (isSameWord && last.ink.color === color && last.ink.mode === ink.mode) {
        last.end = end;
        last.y = y;
      } else {
        const own = isDrawn ? { ...ink, color } : ink;
        words.push({ ink: own, size: size * right, x, end, y, goesOn: isSameWord });
      }
      follows = true;
    }
    at += width + (charSpacing + (glyph.isSpace ? wordSpacing : 0)) * scale;
  }
  return times(text, [1, 0, 0, 1, at, 0]);
}

/** Adds the straight lines of a path: of a stroke its parts, of a filled shape itself where it is thin. */
function addRules(rules: Rule[], path: unknown, ctm: Matrix, filled: boolean): void {
  const data = (Array.isArray(path) ? path[0] : null) as ArrayLike<number> | null;
  let points: Point[] = [];
  const add = (corners: readonly Point[], thickest: number) => {
    const rule = thinRule(corners, thickest);
    if (rule) rules.push(rule);
  };
  const end = (closed: boolean) => {
    const [start] = points;
    if (start && closed) points.push(start);
    // A shape of more corners is a drawing's.
    if (filled && points.length <= 6) add(points, THICKEST);
    for (let i = 1; !filled && i < points.length; i++) add(points.slice(i - 1, i + 1), 0.5);
    points = [];
  };
  for (let i = 0; data && i < data.length; ) {
    const kind = data[i];
    if (kind === 0 || kind === 1) {
      if (kind === 0) end(false);
      points.push(apply(ctm, data[i + 1] ?? 0, data[i + 2] ?? 0));
      i += 3;
    } else if (kind === 4) {
      end(true);
      i += 1;
    } else {
      // A curve: what is round is no line between cells.
      points = [];
      i += kind === 2 ? 7 : 5;
    }
  }
  end(false);
}

function thinRule(corners: readonly Point[], thickest: number): Rule | null {
  if (corners.length < 2) return null;
  const xs = corners.map(([x]) => x);
  const ys = corners.map(([, y]) => y);
  const [left, right, low, high] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  if (right - left <= thickest && high - low >= SHORTEST) {
    return { upright: true, at: (left + right) / 2, from: low, to: high };
  }
  if (high - low <= thickest && right - left >= SHORTEST) {
    return { upright: false, at: (low + high) / 2, from: left, to: right };
  }
  return null;
}

/** pdf.js hands numbers over one by one, or a matrix as one typed array. */
function numbersOf(args: readonly unknown[] | null): readonly number[] {
  const [first] = args ?? [];
  if (typeof first === 'object' && first !== null) return Array.from(first as ArrayLike<number>);
  return (args ?? []) as readonly number[];
}

function matrixOf([a = 1, b = 0, c = 0, d = 1, e = 0, f = 0]: readonly number[]): Matrix {
  return [a, b, c, d, e, f];
}
