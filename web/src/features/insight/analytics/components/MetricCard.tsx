import { Info, TrendingDown, TrendingUp } from 'lucide-react';
import { Sparkline } from '#components/charts/Sparkline.tsx';
import { type AnalyticsReport, DailyMetrics, type Metrics } from '#contract/insight/analytics';
import type { MetricName } from '#contract/insight/analytics-definitions';
import { formatPercent } from '#i18n/format';
import { useTexts } from '#i18n/index';
import { changeOf, formatChange, formatMetric } from '../figures';
import styles from './analytics.module.css';

const DAILY = Object.keys(DailyMetrics.shape) as readonly (keyof DailyMetrics)[];

/** A figure, how it has changed, and what it means. */
export function MetricCard({
  name,
  totals,
  previous,
  days,
  error,
}: {
  readonly name: MetricName;
  readonly totals: Metrics;
  readonly previous: Metrics;
  readonly days: AnalyticsReport['days'];
  /** Of a figure that is estimated: by which share it is off in two of three cases. */
  readonly error?: number;
}) {
  const { t, language } = useTexts();
  const daily = DAILY.find((each) => each === name);
  const change = changeOf(name, totals[name], previous[name]);
  const Arrow = change && change.by < 0 ? TrendingDown : TrendingUp;
  return (
    <section className={styles.metric} aria-label={t(`analytics:metrics.${name}`)}>
      <h2>{t(`analytics:metrics.${name}`)}</h2>
      <p className={styles.figure}>{formatMetric(name, totals[name], language)}</p>
      <p className={styles.change} data-good={change?.isGood ?? undefined}>
        {change && change.by !== 0 && <Arrow size={15} aria-hidden="true" />}
        {change
          ? t('analytics:change', {
              by: formatChange(change.by, language),
              before: formatMetric(name, previous[name], language),
            })
          : t('analytics:noChange')}
      </p>
      {error !== undefined && (
        <p className={styles.change}>
          {t('analytics:visitorsError', { share: formatPercent(error, language) })}
        </p>
      )}
      {daily && days.length > 1 && <Sparkline values={days.map((day) => day[daily])} />}
      <details className={styles.definition}>
        <summary>
          <Info size={14} aria-hidden="true" />
          {t('analytics:whatIsThis')}
        </summary>
        <p>{t(`analytics:definitions.${name}`)}</p>
      </details>
    </section>
  );
}
