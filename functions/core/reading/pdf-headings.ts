import { isHeadingLike } from './heading-like';
import type { Line } from './pdf-lines';

/** A line is set as a heading when it is this much larger than the text around it. */
export const HEADING_RATIO = 1.12;
/** A heading of letters that set it off may be this much smaller than the text. */
const SMALLER = 0.9;
/** More lines are a paragraph, however they are set. */
export const MOST_LINES = 3;
/** Above a heading of the text's own size is more room than between lines, in font sizes. */
const ROOM = 1.45;
/** A line that ends its paragraph, or is one, is no longer than this share of the longest. */
const SHORT = 0.6;
/** Edges that are the same differ by no more points. */
export const EDGE = 2;
/** A bullet that no heading begins with. */
const SIGN = /^[•◦▪‣●○■]\s/;
/** `2.1 Data`, `A. Data`, `A.2 Data`, `IV. Results`, `§ 3 Lieferung` */
export const NUMBERED =
  /^(?:§ ?\d{1,3}[a-z]?|\d{1,2}(?:\.\d{1,2}){0,3}\.?|[A-Z](?:\.|(?:\.\d{1,2}){1,3})|[IVX]{1,5}\.)\s+\p{Lu}/u;

/** By what a document sets its headings off. */
export interface Look {
  readonly body: number;
  /** Whether bold letters do: they say nothing where most of the text is bold. */
  readonly isBoldSetOff: boolean;
  /** Fonts that little is set in, as italics or small capitals. */
  readonly fonts: ReadonlySet<string>;
  /** What the lines of several headings share and hardly any other line has, as `letteringOf` gives it. */
  readonly letterings: ReadonlySet<string>;
}

/** What sets the headings off in a document of these lines, page by page. */
export function lookOf(pages: readonly (readonly Line[])[], body: number): Look {
  const lines = pages.flat();
  const own = {
    body,
    isBoldSetOff: isSetOff(lines, ({ isBold }) => isBold === true),
    fonts: fontsSetOff(lines),
  };
  return { ...own, letterings: headingLetterings(pages, own) };
}

function isSetOff(lines: readonly Line[], isSo: (line: Line) => boolean): boolean {
  const [own, all] = lines.reduce(
    ([own, all], line) => [own + (isSo(line) ? line.text.length : 0), all + line.text.length],
    [0, 0],
  );
  return own * 4 <= all;
}

function fontsSetOff(lines: readonly Line[]): ReadonlySet<string> {
  const fonts = [...new Set(lines.map(({ font }) => font))].filter((font) => font !== '');
  return new Set(fonts.filter((font) => isSetOff(lines, (line) => line.font === font)));
}

type OwnLook = Omit<Look, 'letterings'>;

/** Headings that share a lettering at least, and their share of all lines that have it. */
const [LEAST, MOSTLY] = [3, 0.5];

function headingLetterings(pages: readonly (readonly Line[])[], look: OwnLook): ReadonlySet<string> {
  const counts = new Map<string, { all: number; standing: number }>();
  for (const lines of pages)
    for (const [at, line] of lines.entries()) {
      const lettering = letteringOf(line, look);
      if (lettering === null) continue;
      const count = counts.get(lettering) ?? { all: 0, standing: 0 };
      count.all++;
      if (standsApart(lines, at, look)) count.standing++;
      counts.set(lettering, count);
    }
  return new Set(
    [...counts].flatMap(([lettering, { all, standing }]) =>
      standing >= LEAST && standing >= all * MOSTLY ? [lettering] : [],
    ),
  );
}

/** By what a line about as large as the text differs from it: font, size, number, capitals; null where by nothing. */
function letteringOf(
  { size, font, text, isBold }: Line,
  { body, isBoldSetOff, fonts }: OwnLook,
): string | null {
  if (size < body * SMALLER || size >= body * HEADING_RATIO) return null;
  const parts = [
    isBold && isBoldSetOff ? 'bold' : '',
    fonts.has(font) ? font : '',
    size === body ? '' : size,
    NUMBERED.test(text) ? partsOfNumber(text) : '',
    /\p{Lu}{4}/u.test(text) && !/\p{Ll}/u.test(text) ? 'capitals' : '',
  ];
  return parts.some((part) => part !== '') ? parts.join(' ') : null;
}

/** `2.1.3 Data` stands under `2.1`, though both look alike. */
export function partsOfNumber(text: string): number {
  return /^\d{1,2}(?:\.\d{1,2})*(?=\.?\s)/.exec(text)?.[0].split('.').length ?? 0;
}

const CODE = /[\\{}<>[\]_=#|*]/;

/** Whether a line stands as headings do: with room above, short, and the text below it. */
function standsApart(lines: readonly Line[], at: number, look: OwnLook): boolean {
  const [previous, line, next] = [lines[at - 1], lines[at] as Line, lines[at + 1]];
  if (!next || !maySetApart(lines, at)) return false;
  const [above, below] = [previous ? previous.y - line.y : 0, line.y - next.y];
  if (below <= 0 || (above > 0 && above < below)) return false;
  // What is said of a term stands further in.
  if (next.x > line.x + EDGE && below < line.size * ROOM) return false;
  return letteringOf(next, look) !== letteringOf(line, look);
}

function maySetApart(lines: readonly Line[], at: number): boolean {
  const [previous, line] = [lines[at - 1], lines[at] as Line];
  const above = previous ? previous.y - line.y : 0;
  if (above > 0 && above < line.size * ROOM) return false;
  const isNamed = NUMBERED.test(line.text) || /^\p{Lu}/u.test(line.text);
  return isNamed && !CODE.test(line.text) && isHeading(line.text) && isShort(line, lines);
}

/** The lines of a heading that its letters alone set off, from a line on; null where none begins. */
export function setOffHeading(
  lines: readonly Line[],
  at: number,
  isBelowHeading: boolean,
  look: Look,
): Line[] | null {
  const first = lines[at] as Line;
  const lettering = letteringOf(first, look);
  if (lettering === null || first.level !== undefined || SIGN.test(first.text)) return null;
  const isBold = look.isBoldSetOff && first.isBold === true;
  // Smaller ones may be code, or a caption's.
  const isCertain =
    first.size >= look.body && (isBold || (look.fonts.has(first.font) && NUMBERED.test(first.text)));
  if (!isCertain && !(look.letterings.has(lettering) && maySetApart(lines, at))) return null;
  const previous = lines[at - 1];
  const room = previous ? previous.y - first.y : 0;
  const isClose = previous && room > 0 && room < first.size * ROOM && !isBelowHeading;
  if (isClose && !(isBold && endsSentence(previous) && isShort(first, lines))) return null;
  const isAlike = (line: Line | undefined) =>
    line !== undefined &&
    (isBold ? line.isBold === true : line.font === first.font) &&
    line.level === undefined &&
    line.size === first.size;
  let end = at + 1;
  while (
    isCertain &&
    end - at <= MOST_LINES &&
    isAlike(lines[end]) &&
    isTight(lines[end - 1] as Line, lines[end] as Line)
  )
    end++;
  const own = lines.slice(at, end);
  return own.length <= MOST_LINES && isHeading(own.map(({ text }) => text).join(' ')) ? own : null;
}

/** Behind a number a colon stands in a title: `2. Delivery: what it costs`. */
function isHeading(text: string): boolean {
  return isHeadingLike(NUMBERED.test(text) ? text.replace(/:\s/g, ' ') : text);
}

/** Whether a line ends well before others do: it ends a paragraph, or is one. */
function isShort(line: Line, lines: readonly Line[]): boolean {
  const endOf = ({ runs }: Line) => runs.at(-1)?.end ?? 0;
  const longest = lines.reduce((most, other) => Math.max(most, endOf(other)), 0);
  return endOf(line) - line.x < (longest - line.x) * SHORT;
}

function isTight(previous: Line, line: Line): boolean {
  const leading = previous.y - line.y;
  return leading > 0 && leading < line.size * ROOM;
}

export function endsSentence(line: Line): boolean {
  return /[.!?:]["”“»)]?$/.test(line.text);
}
