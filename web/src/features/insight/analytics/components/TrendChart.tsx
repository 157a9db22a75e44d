import { SeriesChart } from '#components/charts/SeriesChart.tsx';
import type { AnalyticsReport } from '#contract/insight/analytics';
import { type DailyName, METRICS, metricName } from '#contract/insight/metrics';
import { useTexts } from '#i18n/index';
import { formatMetric, seriesLabels } from '../figures';
import { useBehind } from '../hooks/useBehind';

/**
 * How metrics went, by days or, of a single day, by hours. What is not over is drawn as such; lines have the first of the
 * metrics in the period before as a pale line behind them.
 */
export function TrendChart({
  report,
  names,
  kind = 'area',
  title,
}: {
  readonly report: AnalyticsReport;
  readonly names: readonly [DailyName, ...DailyName[]];
  readonly kind?: 'area' | 'stacked';
  readonly title?: string;
}) {
  const { t, language } = useTexts();
  const { series, previousSeries, until } = report;
  const behind = useBehind(report);
  const [first] = names;
  const { unit } = METRICS[first];
  const isHourly = series[0]?.at.includes('T') ?? false;
  const before = kind === 'area' ? previousSeries : [];
  // A day that is under way goes on as far as the one before went.
  const parts = isHourly && before.length > series.length ? before : series;
  const labels = seriesLabels(
    parts.map(({ at }) => at),
    language,
  );
  return (
    <SeriesChart
      title={title ?? metricName(first, language)}
      kind={kind}
      scale={unit === 'count' || unit === 'stars' ? unit : 'amount'}
      axis={isHourly ? t('analytics:hour') : t('analytics:day')}
      format={(value) => formatMetric(first, value, language)}
      hrefOf={(place) => {
        const at = series[place]?.at;
        if (at === undefined) return undefined;
        const day = { from: at.slice(0, 10), to: at.slice(0, 10) };
        // What began in that hour: a metric's own conversations are counted by days.
        return isHourly
          ? behind.counted('DAY', [`hour${Number(at.slice(11, 13))}`], day)
          : behind.metric(first, day);
      }}
      openFrom={until === null ? undefined : series.length - 1}
      series={names.map((name) => ({ key: name, name: metricName(name, language) }))}
      {...(before.length > 0 && {
        before: {
          name: t('analytics:periodBefore', { name: metricName(first, language) }),
          values: parts.map((_, place) => before[place]?.[first] ?? null),
        },
      })}
      points={labels.map((label, place) => ({
        label,
        values: Object.fromEntries(names.map((name) => [name, series[place]?.[name] ?? null])),
      }))}
    />
  );
}
