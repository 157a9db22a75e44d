import type { DailyMetrics, Metrics } from '#contract/insight/analytics';
import { DAILY_NAMES, METRIC_NAMES, METRICS, type Metric, type MetricName } from '#contract/insight/metrics';
import { type Counts, countOf, Sums } from './tally';

/** The sum of counters. */
export function sumOf(all: readonly Counts[]): Counts {
  const sums = new Sums();
  for (const counts of all) for (const [name, value] of Object.entries(counts)) sums.add(name, value);
  return sums.counts();
}

/** The metrics of counters that were added up. `visitors` is estimated elsewhere, from sketches. */
export function metricsOf(counts: Counts, visitors: number): Metrics {
  return { ...figuresOf(METRIC_NAMES, counts), visitors } as Metrics;
}

export function dailyMetricsOf(counts: Counts): DailyMetrics {
  return figuresOf(DAILY_NAMES, counts) as DailyMetrics;
}

const COUNTERS: ReadonlySet<string> = new Set(
  METRIC_NAMES.flatMap((name) => {
    const { sum, over }: Metric = METRICS[name];
    return Object.keys({ ...sum, ...over });
  }),
);

/** Those of the counters that metrics are made of. */
export function metricCounters(counts: Counts): Counts {
  return Object.fromEntries(Object.entries(counts).filter(([name]) => COUNTERS.has(name)));
}

function figuresOf(names: readonly MetricName[], counts: Counts) {
  return Object.fromEntries(names.map((name) => [name, figureOf(METRICS[name], counts)]));
}

function figureOf({ sum, over, per = 1 }: Metric, counts: Counts): number | null {
  const value = weigh(sum, counts) / per;
  if (!over) return value;
  const whole = weigh(over, counts);
  return whole > 0 ? value / whole : null;
}

function weigh(sum: Metric['sum'], counts: Counts): number {
  return Object.entries(sum ?? {}).reduce(
    (total, [name, weight]) => total + weight * countOf(counts, name),
    0,
  );
}
