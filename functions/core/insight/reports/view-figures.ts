/** Parts of a report made from figures of the analytics, and how those figures are told. */
import type { AnalyticsReport, Metrics, SeriesPart } from '#contract/insight/analytics';
import { type DailyName, METRICS, type MetricName, type Unit } from '#contract/insight/metrics';
import type { ChartPart, Column, TablePart, ValueKind } from './report';

export function kindOf(name: MetricName): ValueKind {
  return KINDS[METRICS[name].unit];
}

/** Reports tell times in seconds. */
export function figureOf(name: MetricName, value: Metrics[MetricName]): number | null {
  return value !== null && METRICS[name].unit === 'milliseconds' ? value / 1000 : value;
}

export function chartOf(
  key: string,
  title: string,
  shape: ChartPart['shape'],
  kind: ValueKind,
  entries: readonly Entry[],
): ChartPart {
  return {
    type: 'chart',
    key,
    title,
    shape,
    kind,
    categories: entries.map(({ name }) => name),
    series: [{ key, label: title, values: entries.map(({ value }) => value) }],
  };
}

/** One of figures that a table of its view has as well. */
export function tabled(chart: ChartPart): ChartPart {
  return { ...chart, isTabled: true };
}

export function perDay(
  report: AnalyticsReport,
  {
    series,
    ...chart
  }: Pick<ChartPart, 'key' | 'title' | 'kind' | 'isTabled' | 'most'> & {
    readonly series: readonly { readonly key: DailyName; readonly label: string }[];
  },
): ChartPart {
  return {
    type: 'chart',
    ...chart,
    shape: 'lines',
    ...(isByHour(report) ? {} : { categoryKind: 'day' as const }),
    categories: report.series.map(atOf),
    series: series.map(({ key, label }) => ({ key, label, values: report.series.map((part) => part[key]) })),
  };
}

export function table(
  key: string,
  title: string,
  columns: readonly (readonly [key: string, label: string, kind: ValueKind])[],
  rows: TablePart['rows'],
): TablePart {
  const named: readonly Column[] = columns.map(([name, label, kind]) => ({ key: name, label, kind }));
  return { type: 'table', key, title, columns: named, rows };
}

const KINDS: Readonly<Record<Unit, ValueKind>> = {
  count: 'integer',
  estimate: 'integer',
  share: 'percent',
  stars: 'decimal',
  milliseconds: 'seconds',
  seconds: 'seconds',
  decimal: 'decimal',
  dollars: 'usd',
};

export interface Entry {
  readonly name: string;
  readonly value: number | null;
}

/** Whether it is of a single day, which is told by hours. */
export function isByHour({ from, to }: Pick<AnalyticsReport, 'from' | 'to'>): boolean {
  return from === to;
}

/** A day as it is, an hour as `14:00`. */
export function atOf({ at }: SeriesPart): string {
  return at.includes('T') ? `${at.slice(11)}:00` : at;
}

/** Counts under their names. */
export function entriesOf(
  counts: readonly { readonly count: number }[],
  names: readonly string[],
): readonly Entry[] {
  return counts.map(({ count }, at) => ({ name: names[at] ?? '', value: count }));
}
