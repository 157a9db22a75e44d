import { useQuery } from '@tanstack/react-query';
import { SeriesChart } from '#components/charts/SeriesChart.tsx';
import type { MetricName } from '#contract/insight/analytics-definitions';
import { formatCalendarDate, formatNumber } from '#i18n/format';
import { useTexts } from '#i18n/index';
import { reportQuery } from '../queries';
import type { Scope } from '../view';
import styles from './analytics.module.css';
import { Loaded } from './Loaded';
import { MetricCard } from './MetricCard';
import { ReportSpan } from './ReportSpan';

const CARDS: readonly MetricName[] = [
  'conversations',
  'messages',
  'visitors',
  'resolutionRate',
  'satisfaction',
  'responseMs',
  'abstentionRate',
  'escalated',
];

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
          <div className={styles.metrics}>
            {CARDS.map((name) => (
              <MetricCard
                key={name}
                name={name}
                totals={data.totals}
                previous={data.previous}
                days={data.days}
                {...(name === 'visitors' && { error: data.visitorsError })}
              />
            ))}
          </div>
          <SeriesChart
            title={t('analytics:charts.conversations')}
            kind="area"
            axis={t('analytics:day')}
            format={format}
            series={[
              { key: 'conversations', name: t('analytics:metrics.conversations') },
              { key: 'resolved', name: t('analytics:metrics.resolved') },
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
              { key: 'answered', name: t('analytics:metrics.answered') },
              { key: 'abstained', name: t('analytics:metrics.abstained') },
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
