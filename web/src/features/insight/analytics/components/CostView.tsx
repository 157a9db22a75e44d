import { useQuery } from '@tanstack/react-query';
import { formatCalendarDate, formatNumber } from '#i18n/format';
import { useTexts } from '#i18n/index';
import { forecastQuery, reportQuery } from '../queries';
import type { Scope } from '../view';
import styles from './analytics.module.css';
import { Loaded } from './Loaded';
import { MetricCards } from './MetricCard';
import { TrendChart } from './TrendChart';

/** What models cost, and where the month's conversations go. */
export function CostView({ scope }: { readonly scope: Scope }) {
  const { t, language } = useTexts();
  const report = useQuery(reportQuery(scope));
  const forecast = useQuery(forecastQuery);
  const number = (value: number) => formatNumber(value, language);
  return (
    <div className="stack large">
      <Loaded query={forecast} failed="analytics:failed.data">
        {({ used, limit, expected, reachedOn }) => (
          <section className={styles.card}>
            <h2>{t('analytics:forecast.title')}</h2>
            <p>
              {limit > 0
                ? t('analytics:forecast.used', { used: number(used), limit: number(limit) })
                : t('analytics:forecast.usedUnlimited', { used: number(used) })}{' '}
              {expected === null
                ? t('analytics:forecast.tooEarly')
                : t('analytics:forecast.expected', { expected: number(expected) })}
            </p>
            {reachedOn && (
              <p className="warning strong">
                {t('analytics:forecast.reached', { date: formatCalendarDate(reachedOn, language) })}
              </p>
            )}
          </section>
        )}
      </Loaded>
      <Loaded query={report} failed="analytics:failed.data">
        {(data) => (
          <>
            <MetricCards view="cost" report={data} />
            <TrendChart report={data} names={['costUsd']} />
          </>
        )}
      </Loaded>
    </div>
  );
}
