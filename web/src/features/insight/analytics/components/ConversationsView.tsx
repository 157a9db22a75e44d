import { useQuery } from '@tanstack/react-query';
import { DonutChart } from '#components/charts/DonutChart.tsx';
import { SeriesChart } from '#components/charts/SeriesChart.tsx';
import { metricName } from '#contract/insight/metrics';
import { formatNumber, formatPercent } from '#i18n/format';
import { useTexts } from '#i18n/index';
import { formatMetric } from '../figures';
import { reportQuery } from '../queries';
import type { Scope } from '../view';
import styles from './analytics.module.css';
import { FigureTable } from './FigureTable';
import { Loaded } from './Loaded';
import { MetricCards } from './MetricCard';

export function ConversationsView({ scope }: { readonly scope: Scope }) {
  const { t, language } = useTexts();
  const report = useQuery(reportQuery(scope));
  const format = (value: number) => formatNumber(value, language);
  const name = metricName('conversations', language);
  return (
    <Loaded
      query={report}
      failed="analytics:failed.conversations"
      isEmpty={({ totals }) => totals.conversations === 0}
    >
      {(data) => (
        <>
          <MetricCards view="conversations" report={data} />
          <div className={styles.pair}>
            <SeriesChart
              title={t('analytics:charts.hours')}
              kind="bar"
              axis={t('analytics:hour')}
              format={format}
              series={[{ key: 'count', name }]}
              points={data.hours.map((count, hour) => ({
                label: `${String(hour).padStart(2, '0')}:00`,
                values: { count },
              }))}
            />
            <SeriesChart
              title={t('analytics:charts.lengths')}
              kind="bar"
              axis={metricName('messages', language)}
              format={format}
              series={[{ key: 'count', name }]}
              points={bucketLabels(data.lengths, format).map(({ label, count }) => ({
                label,
                values: { count },
              }))}
            />
            <SeriesChart
              title={t('analytics:charts.responseTimes')}
              kind="bar"
              axis={metricName('responseMs', language)}
              format={format}
              series={[{ key: 'count', name: metricName('answered', language) }]}
              points={bucketLabels(data.responseTimes, (ms) => formatMetric('responseMs', ms, language)).map(
                ({ label, count }) => ({ label, values: { count } }),
              )}
            />
            <DonutChart
              title={t('analytics:charts.languages')}
              columns={[t('analytics:language'), name, t('analytics:share')]}
              parts={data.languages.map(({ language: code, count }) => ({
                name: t(`analytics:languages.${code}`),
                count,
              }))}
              format={format}
              formatShare={(share) => formatPercent(share, language)}
            />
          </div>
          <FigureTable
            title={t('analytics:pages')}
            columns={[t('analytics:page'), name]}
            rows={data.pages.map((page) => [page.name, format(page.count)])}
          />
        </>
      )}
    </Loaded>
  );
}

/** Buckets by what they are below; the last by what it is from. */
function bucketLabels(
  buckets: readonly { readonly below: number | null; readonly count: number }[],
  format: (bound: number) => string,
) {
  return buckets.map(({ below, count }, place) => ({
    label: below === null ? `≥ ${format(buckets[place - 1]?.below ?? 0)}` : `< ${format(below)}`,
    count,
  }));
}
