import type { MailPicture } from '#core/base/mail/layout';
import type { ChartPart } from './report';
import { INK, SERIES_COLOURS } from './writers/colours';
import { Picture } from './writers/png';
import type { ValueFormat } from './writers/values';

/** What a mail shows it in; drawn twice as fine, for screens that are. */
const [WIDTH, HEIGHT] = [454, 130];
const FINE = 2;
const EDGE = 8;

/** A chart of lines as a mail shows it. */
export interface Trend extends MailPicture {
  readonly png: Uint8Array;
}

/** The first chart of lines as a picture; null where none has anything to show. Its words stand beside it, as text. */
export function trendOf(charts: readonly ChartPart[], format: ValueFormat, words: TrendWords): Trend | null {
  const chart = charts.find(
    ({ shape, categories, series }) =>
      shape === 'lines' &&
      categories.length > 1 &&
      series.some(({ values }) => values.some((value) => value)),
  );
  if (!chart) return null;
  const { key, title, kind, categories, categoryKind = 'text', series } = chart;
  const day = (at: number) => format.show(categories[at] ?? null, categoryKind);
  const lines = series.map(({ label, values }, at) => {
    const highest = Math.max(...values.map((value) => value ?? 0));
    const text = `${label}: ${words.highest(format.show(highest, kind), day(values.indexOf(highest)))}`;
    return { colour: SERIES_COLOURS[at % SERIES_COLOURS.length] ?? INK.brand, text };
  });
  return {
    contentId: `${key}@parley`,
    title,
    width: WIDTH,
    height: HEIGHT,
    lines,
    from: day(0),
    to: day(categories.length - 1),
    png: draw(chart),
  };
}

export interface TrendWords {
  highest(value: string, day: string): string;
}

function draw({ series, categories, most }: ChartPart): Uint8Array {
  const picture = new Picture(WIDTH * FINE, HEIGHT * FINE);
  const values = series.flatMap((each) => each.values.map((value) => value ?? 0));
  const highest = most ?? Math.max(...values);
  const [left, right] = [EDGE, picture.width - EDGE];
  const [top, bottom] = [EDGE, picture.height - EDGE];
  const xOf = (at: number) => left + ((right - left) * at) / (categories.length - 1);
  const yOf = (value: number) => bottom - ((bottom - top) * value) / highest;
  for (const share of [0, 0.25, 0.5, 0.75, 1])
    picture.line(
      [
        [left, yOf(share * highest)],
        [right, yOf(share * highest)],
      ],
      INK.line,
      share === 0 ? 2 : 1,
    );
  for (const [number, { values: line }] of [...series.entries()].reverse()) {
    const colour = SERIES_COLOURS[number % SERIES_COLOURS.length] ?? INK.brand;
    // A gap in what was measured is a gap in the line.
    let points: [number, number][] = [];
    for (const [at, value] of [...line, null].entries()) {
      if (value !== null) points.push([xOf(at), yOf(value)]);
      else {
        picture.line(points, colour, 4);
        points = [];
      }
    }
  }
  return picture.png();
}
