import type { ChartPart } from '../../report';
import { INK, SERIES_COLOURS } from '../colours';
import type { ValueFormat } from '../values';
import type { Paper } from './paper';

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Draws a chart into a box: title, legend and what it shows. */
export function drawChart(paper: Paper, chart: ChartPart, box: Box, format: ValueFormat): void {
  paper.text(chart.title, box, { size: 11, style: 'bold' });
  const legend = chart.series.length > 1 && chart.shape !== 'shares' ? 16 : 0;
  if (legend > 0) drawLegend(paper, chart, { ...box, y: box.y + 17 });
  const inner = { ...box, y: box.y + 22 + legend, height: box.height - 22 - legend };
  if (chart.shape === 'ranking') drawRanking(paper, chart, inner, format);
  else if (chart.shape === 'shares') drawShares(paper, chart, inner, format);
  else drawOverTime(paper, chart, inner, format);
}

/** How high it is to be. */
export function heightOf({ shape, categories }: ChartPart): number {
  if (shape === 'ranking') return 30 + RANK_HEIGHT * Math.min(MOST_RANKS, categories.length);
  return 190;
}

const RANK_HEIGHT = 17;
const MOST_RANKS = 15;

const colourOf = (at: number): string => SERIES_COLOURS[at % SERIES_COLOURS.length] ?? INK.brand;

function drawLegend(paper: Paper, { series }: ChartPart, { x, y, width }: Omit<Box, 'height'>): void {
  const each = width / series.length;
  for (const [at, { label }] of series.entries()) {
    paper.dot(x + at * each + 4, y + 5, 3.5, colourOf(at));
    paper.text(label, { x: x + at * each + 12, y, width: each - 16 }, { size: 8, colour: INK.soft });
  }
}

/** Lines or bars over an axis of categories, with round numbers at the side. */
function drawOverTime(paper: Paper, chart: ChartPart, box: Box, format: ValueFormat): void {
  const { series, kind, shape, most } = chart;
  const categories = chart.categories.map((category) => format.show(category, chart.categoryKind ?? 'text'));
  const values = series.flatMap((each) => each.values).filter((value) => value !== null);
  const steps = most === undefined ? axisSteps(Math.max(0, ...values), kind === 'integer') : scaleTo(most);
  const highest = steps.at(-1) ?? 1;
  const labels = steps.map((step) => format.show(step, kind));
  const side = Math.max(...labels.map((label) => paper.widthOf(label, 7.5))) + 8;
  const plot = { x: box.x + side, y: box.y + 4, width: box.width - side, height: box.height - 22 };
  const yOf = (value: number) => plot.y + plot.height * (1 - value / highest);
  for (const [at, step] of steps.entries()) {
    const y = yOf(step);
    paper.line(plot.x, y, plot.x + plot.width, y, INK.line);
    paper.text(
      labels[at] ?? '',
      { x: box.x, y: y - 4.5, width: side - 6 },
      { size: 7.5, colour: INK.soft, align: 'right' },
    );
  }
  const slot = plot.width / Math.max(1, categories.length);
  const middle = (at: number) => plot.x + slot * (at + 0.5);
  for (const [number, { values: line }] of series.entries()) {
    const colour = colourOf(number);
    if (shape === 'bars') {
      const width = Math.min(36, (slot * 0.72) / series.length);
      for (const [at, value] of line.entries())
        if (value !== null)
          paper.box(
            middle(at) - (width * series.length) / 2 + number * width,
            yOf(value),
            Math.max(0.6, width - (series.length > 1 ? 0.8 : 0)),
            plot.y + plot.height - yOf(value),
            colour,
          );
      continue;
    }
    // A gap in what was measured is a gap in the line.
    let points: [number, number][] = [];
    for (const [at, value] of [...line, null].entries()) {
      if (value !== null) points.push([middle(at), yOf(value)]);
      else {
        if (points.length === 1 && points[0]) paper.dot(...points[0], 1.6, colour);
        paper.path(points, colour);
        points = [];
      }
    }
  }
  drawCategories(paper, categories, plot, slot);
}

function drawCategories(paper: Paper, categories: readonly string[], plot: Box, slot: number): void {
  const widest = Math.max(0, ...categories.map((category) => paper.widthOf(category, 7.5)));
  const every = Math.max(1, Math.ceil((Math.min(widest, 90) + 8) / slot));
  const room = slot * every;
  let free = plot.x - 20;
  for (const [at, category] of categories.entries()) {
    if (at % every !== 0) continue;
    const width = Math.min(room, paper.widthOf(category, 7.5) + 2);
    const x = Math.min(
      Math.max(plot.x - 10, plot.x + slot * (at + 0.5) - (every === 1 ? room : width) / 2),
      plot.x + plot.width - width,
    );
    // None touches the one before.
    if (every > 1 && x < free) continue;
    free = x + width + 6;
    paper.text(
      category,
      { x, y: plot.y + plot.height + 5, width: room },
      { size: 7.5, colour: INK.soft, align: every === 1 ? 'center' : 'left' },
    );
  }
}

/** Bars that lie, each with its name before it and its figure behind it. */
function drawRanking(paper: Paper, chart: ChartPart, box: Box, format: ValueFormat): void {
  const [series] = chart.series;
  if (!series) return;
  const shown = chart.categories.slice(0, MOST_RANKS);
  const highest = Math.max(1e-9, ...series.values.map((value) => value ?? 0));
  const side = Math.min(box.width * 0.42, 190);
  const room = box.width - side - 64;
  for (const [at, category] of shown.entries()) {
    const value = series.values[at] ?? null;
    const y = box.y + at * RANK_HEIGHT;
    const width = Math.max(1, (room * (value ?? 0)) / highest);
    paper.text(category, { x: box.x, y: y + 1, width: side - 10 }, { size: 8.5 });
    paper.box(box.x + side, y, width, RANK_HEIGHT - 5, INK.brand, 2);
    paper.text(
      format.show(value, chart.kind),
      { x: box.x + side + width + 6, y: y + 1, width: 60 },
      { size: 8.5, style: 'bold' },
    );
  }
}

/** A ring, with the names, figures and shares of its parts beside it. */
function drawShares(paper: Paper, chart: ChartPart, box: Box, format: ValueFormat): void {
  const [series] = chart.series;
  if (!series) return;
  const total = series.values.reduce((sum: number, value) => sum + (value ?? 0), 0);
  const radius = Math.min(box.height, box.width * 0.4) / 2 - 4;
  const centre = [box.x + radius + 4, box.y + radius + 4] as const;
  if (total <= 0) paper.arc(centre, [radius * 0.62, radius], 0, 1, INK.line);
  let from = 0;
  for (const [at, category] of chart.categories.entries()) {
    const value = series.values[at] ?? 0;
    const share = total > 0 ? value / total : 0;
    if (share > 0) paper.arc(centre, [radius * 0.62, radius], from, from + share, colourOf(at));
    from += share;
    const y = box.y + 6 + at * 17;
    const x = box.x + radius * 2 + 24;
    if (y > box.y + box.height - 12) continue;
    paper.dot(x + 4, y + 5, 3.5, colourOf(at));
    paper.text(category, { x: x + 14, y, width: box.width - radius * 2 - 150 }, { size: 8.5 });
    paper.text(
      `${format.show(value, chart.kind)} · ${format.show(share, 'percent')}`,
      { x: box.x + box.width - 110, y, width: 110 },
      { size: 8.5, style: 'bold', align: 'right' },
    );
  }
}

/** The marks of a scale that ends, as of stars. */
export function scaleTo(most: number): readonly number[] {
  return Array.from({ length: most + 1 }, (_, at) => at);
}

/** Round numbers from nothing up to at least the highest: 0, 20, 40, 60. */
export function axisSteps(highest: number, whole: boolean): readonly number[] {
  if (highest <= 0) return [0, 1];
  const rough = highest / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const nice = [1, 2, 2.5, 5, 10].find((factor) => factor * power >= rough) ?? 10;
  const step = whole ? Math.max(1, Math.ceil(nice * power)) : nice * power;
  const count = Math.ceil(highest / step - 1e-9);
  return Array.from({ length: count + 1 }, (_, at) => at * step);
}
