import { Button } from '@aws-amplify/ui-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { SeriesChart } from '#components/charts/SeriesChart.tsx';
import { metricName } from '#contract/insight/metrics';
import { formatDateTime, formatNumber } from '#i18n/format';
import { useTexts } from '#i18n/index';
import { useBehind } from '../hooks/useBehind';
import { ratingsQuery, reportQuery } from '../queries';
import type { Scope } from '../view';
import styles from './analytics.module.css';
import { Loaded } from './Loaded';
import { MetricCards } from './MetricCard';
import { TrendChart } from './TrendChart';

export function SatisfactionView({ scope }: { readonly scope: Scope }) {
  const { t, language } = useTexts();
  const report = useQuery(reportQuery(scope));
  const behind = useBehind(report.data);
  return (
    <Loaded
      query={report}
      failed="analytics:failed.data"
      isEmpty={({ totals }) => totals.rated === 0}
      empty="analytics:empty.satisfaction"
    >
      {(data) => (
        <>
          <MetricCards view="satisfaction" report={data} />
          <SeriesChart
            title={t('analytics:charts.stars')}
            hrefOf={(place) => behind.counted('DAY', [`stars${data.stars[place]?.stars}`])}
            kind="bar"
            axis={t('analytics:stars')}
            format={(value) => formatNumber(value, language)}
            series={[{ key: 'count', name: metricName('rated', language) }]}
            points={data.stars.map(({ stars, count }) => ({ label: '★'.repeat(stars), values: { count } }))}
          />
          <TrendChart report={data} names={['satisfaction']} />
          <Comments key={JSON.stringify(scope)} scope={scope} />
        </>
      )}
    </Loaded>
  );
}

/** Page by page, newest first. */
function Comments({ scope }: { readonly scope: Scope }) {
  const { t, language } = useTexts();
  const [cursors, setCursors] = useState<readonly (string | null)[]>([null]);
  const page = useQuery(ratingsQuery(scope, cursors.at(-1) ?? null));
  return (
    <section className={styles.card}>
      <h2>{t('analytics:comments')}</h2>
      <Loaded query={page} failed="analytics:failed.data">
        {({ items, cursor }) => (
          <>
            <ul className={`stack snug ${styles.comments}`}>
              {items.map(({ conversationId, stars, comment, startedAt }) => (
                <li key={conversationId}>
                  <span className="warning">
                    <span aria-hidden="true">{'★'.repeat(stars)}</span>
                    <span className="amplify-visually-hidden">
                      {t('analytics:starsOf', { count: stars })}
                    </span>
                  </span>
                  <p>{comment ?? <span className="faint">{t('analytics:noComment')}</span>}</p>
                  <Link to={`/conversations/${conversationId}`}>{formatDateTime(startedAt, language)}</Link>
                </li>
              ))}
            </ul>
            {items.length === 0 && cursor === null && <p className="faint">{t('analytics:noRows')}</p>}
            <div className="row bottom">
              {cursors.length > 1 && (
                <Button size="small" onClick={() => setCursors(cursors.slice(0, -1))}>
                  {t('analytics:newer')}
                </Button>
              )}
              {cursor !== null && (
                <Button size="small" onClick={() => setCursors([...cursors, cursor])}>
                  {t('analytics:older')}
                </Button>
              )}
            </div>
          </>
        )}
      </Loaded>
    </section>
  );
}
