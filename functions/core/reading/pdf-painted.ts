import { apply, type Box, boxOf, cornersOf, type Matrix, type Point } from './pdf-matrix';
import type { Operators, Ops } from './pdf-operators';

/** How a text is written. */
export interface Ink {
  /** Null where it is not known. */
  readonly color: string | null;
  /** As PDF counts them. */
  readonly mode: number;
  /** Operator of the page. */
  readonly at: number;
  /** What of the page is shown then, or more. */
  readonly clip: Box;
  /** Whether it is of a layer that is not shown, or all transparent. */
  readonly isOff: boolean;
}

interface Paint {
  readonly box: Box;
  /** Null for pictures, strokes, and all else of which no colour is known. */
  readonly color: string | null;
  /** Whether all of its box has this colour. */
  readonly isWhole: boolean;
  readonly at: number;
}

interface State {
  readonly color: string | null;
  readonly mode: number;
  /** Whether what is painted shows as it is: no mask, no transparency, no blending. */
  readonly isPlain: boolean;
  /** Whether what is filled is all transparent. */
  readonly isClear: boolean;
  readonly clip: Box;
  /** Whether the clip is a box along the edges of the page. */
  readonly isClipKnown: boolean;
  readonly lineWidth: number;
}

const PAPER = '#ffffff';
const START = {
  color: '#000000',
  mode: 0,
  isPlain: true,
  isClear: false,
  isClipKnown: true,
  lineWidth: 1,
} as const;
const FILLED = 0;
/** The mode of texts without ink: what text recognition puts over a picture. */
export const UNSEEN = 3;
/** A page of more shapes is a drawing: none of its text is judged. */
const MOST_PAINTS = 10_000;
/** Of the size of a letter: what stands within is neither a line under it nor one of the cell around it. */
const [LOW, HIGH] = [0.1, 0.5];
/** A place that is smaller, in points, is one of a text or a shape. */
const LEAST_PICTURE = 8;

/** Follows what a page paints, for telling which of its words nobody sees. What is in doubt is seen. */
export class Painted {
  readonly #ops: Ops;
  readonly #page: Box;
  readonly #isShown: (layer: unknown) => boolean;
  readonly #paints: Paint[] = [];
  #state: State;
  #saved: State[] = [];
  /** Of each part that the page marks, whether it is of a layer that is not shown. */
  readonly #marked: boolean[] = [];
  #willClip = false;
  /** Where the file may have painted a picture, which pdf.js leaves out: it leads to a place and paints nothing there. */
  #awaited: Matrix | null = null;

  /** `page`: what of it is shown. */
  constructor(ops: Ops, page: Box, isShown: (layer: unknown) => boolean) {
    this.#ops = ops;
    this.#page = page;
    this.#isShown = isShown;
    this.#state = { ...START, clip: page };
  }

  /** Takes an operator with the matrix that holds after it. */
  follow(
    operator: Operators['fnArray'][number],
    args: readonly unknown[] | null,
    ctm: Matrix,
    at: number,
  ): void {
    const ops = this.#ops;
    if (PLACES.some((name) => ops[name] === operator)) this.#endPlace(at);
    else if (PAINTS.some((name) => ops[name] === operator)) this.#awaited = null;
    switch (operator) {
      case ops.save:
        this.#saved.push(this.#state);
        break;
      case ops.restore:
      case ops.paintFormXObjectEnd:
        this.#state = this.#saved.pop() ?? this.#state;
        break;
      case ops.paintFormXObjectBegin:
        this.#saved.push(this.#state);
        this.#awaited = ctm;
        if (args?.[1]) this.#clip(cornersOf(ctm, Array.from(args[1] as ArrayLike<number>)));
        break;
      case ops.transform:
        this.#awaited = ctm;
        break;
      case ops.beginMarkedContent:
      case ops.beginMarkedContentProps:
        this.#marked.push(args?.[0] === 'OC' && !this.#isShown(args[1]));
        break;
      case ops.endMarkedContent:
        this.#marked.pop();
        break;
      case ops.setFillRGBColor:
        this.#set({ color: typeof args?.[0] === 'string' ? args[0] : null });
        break;
      case ops.setFillColorN:
      case ops.setFillTransparent:
        this.#set({ color: null });
        break;
      case ops.setTextRenderingMode:
        this.#set({ mode: Number(args?.[0] ?? 0) });
        break;
      case ops.setLineWidth:
        this.#set({ lineWidth: Number(args?.[0] ?? 1) });
        break;
      case ops.setGState:
        this.#take((args?.[0] ?? []) as readonly (readonly [string, unknown])[]);
        break;
      case ops.clip:
      case ops.eoClip:
        this.#willClip = true;
        break;
      case ops.constructPath:
        this.#path(args ?? [], ctm, at);
        break;
      case ops.shadingFill:
        this.#add(this.#state.clip, null, at);
        break;
      default:
        if (PICTURES.some((name) => ops[name] === operator)) this.#add(boxOf(cornersOf(ctm, UNIT)), null, at);
        // Those that are painted several times stand at places of their own.
        else if (REPEATED.some((name) => ops[name] === operator)) this.#add(this.#page, null, at);
    }
  }

  /** The page has ended. */
  end(at: number): void {
    this.#endPlace(at);
  }

  /** How a text is written now. */
  inkAt(at: number): Ink {
    const { color, mode, isPlain, isClear, clip } = this.#state;
    const isOff = this.#marked.includes(true) || (isClear && mode === FILLED);
    return { color: isPlain ? color : null, mode, at, clip, isOff };
  }

  /** Letters that are drawings of their own cover what is below them, in colours of their own. */
  drawn(box: Box, { mode, at }: Ink): void {
    if (mode !== UNSEEN) this.#add(box, null, at);
  }

  /**
   * Whether nobody sees a word: it is outside of what is shown, or written in the very colour behind it, or in none
   * where no picture shows it.
   */
  hides({ color, mode, at, clip, isOff }: Ink, x: number, end: number, y: number, size: number): boolean {
    const core: Box = [x, y + size * LOW, end, y + size * HIGH];
    if (isOff || !touches(clip, core)) return true;
    if (this.#paints.length > MOST_PAINTS || (mode !== UNSEEN && (mode !== FILLED || color === null)))
      return false;
    if (mode === FILLED && color !== PAPER && !this.#paints.some((paint) => paint.color === color))
      return false;
    const near = this.#paints.filter(({ box }) => touches(box, core));
    if (mode === UNSEEN) return near.every(({ isWhole }) => isWhole);
    let behind: string | null = PAPER;
    for (const paint of near) {
      if (paint.at < at && paint.isWhole && holds(paint.box, core)) behind = paint.color;
      else if (paint.color !== (paint.at < at ? behind : color)) behind = null;
    }
    return behind === color;
  }

  #set(change: Partial<State>): void {
    this.#state = { ...this.#state, ...change };
  }

  #take(entries: readonly (readonly [string, unknown])[]): void {
    for (const [key, value] of entries) {
      if (key === 'LW') this.#set({ lineWidth: Number(value) });
      if (key === 'ca') this.#set({ isClear: value === 0, ...(value !== 1 && { isPlain: false }) });
      if (key === 'BM' && value !== 'source-over') this.#set({ isPlain: false });
      if ((key === 'SMask' || key === 'TR') && value) this.#set({ isPlain: false });
    }
  }

  #endPlace(at: number): void {
    const box = this.#awaited && boxOf(cornersOf(this.#awaited, UNIT));
    this.#awaited = null;
    if (box && Math.min(box[2] - box[0], box[3] - box[1]) > LEAST_PICTURE) this.#add(box, null, at);
  }

  #path([kind, path]: readonly unknown[], ctm: Matrix, at: number): void {
    const ops = this.#ops;
    const parts = partsOf((Array.isArray(path) ? path[0] : null) as ArrayLike<number> | null, ctm);
    const [only] = parts;
    const isBox = parts.length === 1 && only !== undefined && isAlongEdges(only);
    const fills = [
      ops.fill,
      ops.eoFill,
      ops.fillStroke,
      ops.eoFillStroke,
      ops.closeFillStroke,
      ops.closeEOFillStroke,
    ];
    if (fills.includes(kind as number)) {
      for (const part of parts) this.#add(boxOf(part), this.#state.color, at, isBox);
    }
    if (kind !== ops.endPath && kind !== ops.fill && kind !== ops.eoFill) this.#stroke(parts, ctm, at);
    if (this.#willClip) this.#clip(isBox ? only : parts.flat(), isBox);
    this.#willClip = false;
  }

  #stroke(parts: readonly (readonly Point[])[], [a, b, c, d]: Matrix, at: number): void {
    const half = (this.#state.lineWidth * Math.max(Math.hypot(a, b), Math.hypot(c, d))) / 2;
    for (const points of parts) {
      for (let i = 1; i < points.length; i++) {
        const [left, low, right, high] = boxOf(points.slice(i - 1, i + 1));
        this.#add([left - half, low - half, right + half, high + half], null, at);
      }
    }
  }

  #clip(points: readonly Point[], isBox = isAlongEdges(points)): void {
    const clip = points.length > 0 ? shared(this.#state.clip, boxOf(points)) : this.#state.clip;
    this.#set({ clip, isClipKnown: this.#state.isClipKnown && isBox });
  }

  #add(box: Box, color: string | null, at: number, isBox = false): void {
    if (this.#paints.length > MOST_PAINTS || this.#marked.includes(true)) return;
    const { isPlain, isClipKnown, clip } = this.#state;
    this.#paints.push({
      box: shared(box, clip),
      color: isPlain ? color : null,
      isWhole: isBox && isPlain && isClipKnown && color !== null,
      at,
    });
  }
}

/** Before these a picture was painted, if one was. */
const PLACES = [
  'save',
  'restore',
  'transform',
  'beginText',
  'paintFormXObjectBegin',
  'paintFormXObjectEnd',
] as const;
const PICTURES = [
  'paintImageXObject',
  'paintInlineImageXObject',
  'paintImageMaskXObject',
  'paintSolidColorImageMask',
] as const;
const REPEATED = [
  'paintInlineImageXObjectGroup',
  'paintImageXObjectRepeat',
  'paintImageMaskXObjectRepeat',
  'paintImageMaskXObjectGroup',
] as const;
const PAINTS = [...PICTURES, ...REPEATED, 'showText', 'constructPath', 'shadingFill'] as const;

const UNIT = [0, 0, 1, 1] as const;

/** The corners of each part of a path, with those that its curves bend to. */
function partsOf(data: ArrayLike<number> | null, ctm: Matrix): Point[][] {
  const parts: Point[][] = [];
  for (let i = 0; data && i < data.length; ) {
    const kind = data[i] ?? 0;
    const numbers = NUMBERS[kind] ?? 0;
    if (kind === MOVE || parts.length === 0) parts.push([]);
    const part = parts.at(-1) ?? [];
    for (let at = i + 1; at < i + numbers; at += 2) part.push(apply(ctm, data[at] ?? 0, data[at + 1] ?? 0));
    const [start] = part;
    if (kind === CLOSE && start) part.push(start);
    // Where it bends it is no box: its corners don't stand one above another.
    if (numbers > 2 && start) part.push(start, [start[0] + 0.5, start[1] + 0.5]);
    i += numbers + 1;
  }
  return parts.filter((part) => part.length > 1);
}

const [MOVE, CLOSE] = [0, 4];
/** Of each step of a path: how many numbers it has. */
const NUMBERS = [2, 2, 6, 4, 0];

function isAlongEdges(points: readonly Point[]): boolean {
  const [left, low, right, high] = boxOf(points);
  const isAtEdge = (at: number, edges: readonly number[]) => edges.some((edge) => Math.abs(edge - at) < 0.01);
  const corners = points.map(([x, y]) => (isAtEdge(x, [left, right]) && isAtEdge(y, [low, high]) ? 1 : 0));
  if (points.length < 4 || points.length > 5 || corners.includes(0)) return false;
  // Each step goes along one edge, and no two corners are one.
  return points.slice(1).every(([x, y], i) => {
    const [beforeX, beforeY] = points[i] ?? [0, 0];
    return Math.abs(x - beforeX) < 0.01 !== Math.abs(y - beforeY) < 0.01;
  });
}

function touches(a: Box, b: Box): boolean {
  return a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];
}

function holds(outer: Box, inner: Box): boolean {
  return outer[0] <= inner[0] && outer[1] <= inner[1] && outer[2] >= inner[2] && outer[3] >= inner[3];
}

function shared(a: Box, b: Box): Box {
  return [Math.max(a[0], b[0]), Math.max(a[1], b[1]), Math.min(a[2], b[2]), Math.min(a[3], b[3])];
}
