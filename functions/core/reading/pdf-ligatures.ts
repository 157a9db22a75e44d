import type { GlyphWidths, PdfText } from './pdf-text';

/** What a ligature comes as whose font says that it is none: programs that make one of two letters forget to tell. */
const UNTOLD = '\0';

/** A text with its ligatures as letters: which ones is told by how wide they are, and by what they stand before. */
export function withLigatures<T extends PdfText>(text: T, widthOf: GlyphWidths): T {
  if (!text.text.includes(UNTOLD) || !areFew(text.text)) return text;
  const kind = kindOf(text, widthOf);
  const spelt = text.text.replace(/\0(?=(\p{L}{0,3}))/gu, (_, after: string, at: number) => {
    const before = text.text.slice(Math.max(0, at - 1), at);
    return kind === 'ff' ? kind : `${kind.slice(0, -1)}${isBeforeL(before, after) ? 'l' : 'i'}`;
  });
  return { ...text, text: spelt };
}

/** Where more are untold, the font tells of no letter which it is. */
const MOST = 1 / 4;

function areFew(text: string): boolean {
  const untold = text.split(UNTOLD).length - 1;
  return untold <= (text.match(/\p{L}/gu)?.length ?? 0) * MOST;
}

type Kind = 'fi' | 'ff' | 'ffi';

function kindOf({ text, font, width, size }: PdfText, widthOf: GlyphWidths): Kind {
  const letters = [...text].filter((letter) => letter !== UNTOLD);
  const others = letters.map((letter) => widthOf(font, letter) ?? Number.NaN).reduce((a, b) => a + b, 0);
  const own = (width / size - others) / (text.length - letters.length);
  const f = widthOf(font, 'f') ?? USUAL.f;
  const i = widthOf(font, 'i') ?? USUAL.i;
  if (!Number.isFinite(own)) return 'fi';
  const widths: readonly (readonly [Kind, number])[] = [
    ['fi', f + i],
    ['ff', 2 * f],
    ['ffi', 2 * f + i],
  ];
  return widths.reduce((best, each) => (Math.abs(each[1] - own) < Math.abs(best[1] - own) ? each : best))[0];
}

/** Of a font whose own letters the page doesn't show, in font sizes. */
const USUAL = { f: 0.3, i: 0.26 } as const;

/** `floor`, `reflect`, `conflict`; `classified`, `field` and `fierce` are not so. */
function isBeforeL(before: string, after: string): boolean {
  if (!/^[aeiouyäöü]/i.test(after)) return false;
  return !/^[eo]/i.test(after) ? true : !/^e[dlrn]|^es(?!s)/i.test(after) && !/i/i.test(before);
}
