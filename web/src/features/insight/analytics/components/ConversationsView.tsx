import { useQuery } from '@tanstack/react-query';
import { DonutChart } from '#components/charts/DonutChart.tsx';
import { SeriesChart } from '#components/charts/SeriesChart.tsx';
import { countBuckets, timeBuckets } from '#contract/insight/buckets';
import { ESCALATION_NAMES } from '#contract/insight/escalation-names';
import { metricName } from '#contract/insight/metrics';
import { formatNumber, formatPercent } from '#i18n/format';
import { useTexts } from '#i18n/index';
import { useBehind } from '../hooks/useBehind';
import { reportQuery } from '../queries';
import type { Scope } from '../view';
import styles from './analytics.module.css';
import { BehindLink } from './BehindLink';
import { FigureTable } from './FigureTable';
import { Loaded } from './Loaded';
import { MetricCards } from './MetricCard';

export function ConversationsView({ scope }: { readonly scope: Scope }) {
  const { t, language } = useTexts();
  const report = useQuery(reportQuery(scope));
  const behind = useBehind(report.data);
  const of = (prefix: string) => (place: number) => behind.counted('DAY', [`${prefix}${place}`]);
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
          <div className={`stack ${styles.pair}`}>
            <SeriesChart
              title={t('analytics:charts.hours')}
              hrefOf={of('hour')}
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
              hrefOf={of('length')}
              kind="bar"
              axis={metricName('messages', language)}
              format={format}
              series={[{ key: 'count', name }]}
              points={pointsOf(data.lengths, countBuckets(data.lengths))}
            />
            <SeriesChart
              title={t('analytics:charts.responseTimes')}
              hrefOf={of('response')}
              kind="bar"
              axis={metricName('responseMs', language)}
              format={format}
              series={[{ key: 'count', name: metricName('answered', language) }]}
              points={pointsOf(data.responseTimes, timeBuckets(data.responseTimes, language))}
            />
            <DonutChart
              title={t('analytics:charts.languages')}
              columns={[t('analytics:language'), name, t('analytics:share')]}
              parts={data.languages.map(({ language: code, count }) => ({
                name: t(`analytics:languages.${code}`),
                count,
              }))}
              format={format}
              hrefOf={(place) => behind.counted('DAY', [`language_${data.languages[place]?.language}`])}
              formatShare={(share) => formatPercent(share, language)}
            />
          </div>
          <FigureTable
            title={t('analytics:whyPerson')}
            columns={[t('analytics:reason'), name]}
            rows={data.escalations.map((reason) => [
              <BehindLink key="name" to={behind.counted('DAY', [`escalation_${reason.name}`])}>
                {ESCALATION_NAMES[language][reason.name] ?? reason.name}
              </BehindLink>,
              format(reason.count),
            ])}
          />
          <FigureTable
            title={t('analytics:pages')}
            columns={[t('analytics:page'), name]}
            rows={data.pages.map((page) => [
              <BehindLink key="name" to={behind.counted('PAGES', [page.name])}>
                {page.name}
              </BehindLink>,
              format(page.count),
            ])}
          />
        </>
      )}
    </Loaded>
  );
}

function pointsOf(counts: readonly { readonly count: number }[], names: readonly string[]) {
  return counts.map(({ count }, at) => ({ label: names[at] ?? '', values: { count } }));
}
