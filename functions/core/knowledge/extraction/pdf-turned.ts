import type { PdfText } from './pdf-text';

/** A text as pdf.js places it: the direction in which it is written, in quarter turns to the left. */
export interface PlacedText extends PdfText {
  readonly turns: 0 | 1 | 2 | 3;
}

export function turnsOf([a = 1, b = 0]: readonly number[]): PlacedText['turns'] {
  return (((Math.round(Math.atan2(b, a) / (Math.PI / 2)) % 4) + 4) % 4) as PlacedText['turns'];
}

/**
 * The texts of a page as who reads it holds it: turned so that most of them are upright. What is written in other
 * directions, such as along the margin, stands behind them. Whether the page was turned.
 */
export function upright(
  texts: readonly PlacedText[],
  [left = 0, low = 0, right = 0, high = 0]: readonly number[],
): { readonly texts: readonly PdfText[]; readonly isTurned: boolean; readonly height: number } {
  const characters = [0, 0, 0, 0];
  for (const { turns, text } of texts) characters[turns] = (characters[turns] ?? 0) + text.trim().length;
  const main = characters.indexOf(Math.max(...characters));
  const placed = (text: PlacedText, turns: number): PdfText => {
    const { turns: _, ...own } = text;
    switch (turns) {
      case 1:
        return { ...own, x: text.y - low, y: right - text.x };
      case 2:
        return { ...own, x: right - text.x, y: high - text.y };
      case 3:
        return { ...own, x: high - text.y, y: text.x - left };
      default:
        return own;
    }
  };
  const others = [0, 1, 2, 3].filter((turns) => turns !== main);
  const ordered = [
    ...texts.filter(({ turns }) => turns === main),
    ...others.flatMap((turns) => texts.filter((text) => text.turns === turns && text.text.trim() !== '')),
  ];
  return {
    texts: ordered.map((text) => ({
      ...placed(text, text.turns),
      ...(text.turns !== main && { endsLine: true }),
    })),
    isTurned: main !== 0,
    height: main % 2 === 1 ? right - left : high - low,
  };
}
