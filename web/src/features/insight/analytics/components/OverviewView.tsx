import { useQuery } from '@tanstack/react-query';
import { SeriesChart } from '#components/charts/SeriesChart.tsx';
import { metricName } from '#contract/insight/metrics';
import { formatCalendarDate, formatNumber } from '#i18n/format';
import { useTexts } from '#i18n/index';
import { reportQuery } from '../queries';
import type { Scope } from '../view';
import { Loaded } from './Loaded';
import { MetricCards } from './MetricCard';
import { ReportSpan } from './ReportSpan';

export function OverviewView({ scope }: { readonly scope: Scope }) {
  const { t, language } = useTexts();
  const report = useQuery(reportQuery(scope));
  const format = (value: number) => formatNumber(value, language);
  return (
    <Loaded
      query={report}
      failed="analytics:failed.data"
      isEmpty={({ totals, previous }) =>
        totals.conversations + previous.conversations + totals.visits + previous.visits === 0
      }
    >
      {(data) => (
        <>
          <ReportSpan report={data} />
          <MetricCards view="overview" report={data} />
          <SeriesChart
            title={t('analytics:charts.conversations')}
            kind="area"
            axis={t('analytics:day')}
            format={format}
            series={[
              { key: 'conversations', name: metricName('conversations', language) },
              { key: 'resolved', name: metricName('resolved', language) },
            ]}
            points={data.days.map(({ day, conversations, resolved }) => ({
              label: formatCalendarDate(day, language),
              values: { conversations, resolved },
            }))}
          />
          <SeriesChart
            title={t('analytics:charts.answers')}
            kind="stacked"
            axis={t('analytics:day')}
            format={format}
            series={[
              { key: 'answered', name: metricName('answered', language) },
              { key: 'abstained', name: metricName('abstained', language) },
            ]}
            points={data.days.map(({ day, answered, abstained }) => ({
              label: formatCalendarDate(day, language),
              values: { answered, abstained },
            }))}
          />
        </>
      )}
    </Loaded>
  );
}
