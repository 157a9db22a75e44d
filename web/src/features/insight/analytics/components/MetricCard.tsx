import { Link } from 'react-router-dom';
import { Sparkline } from '#components/charts/Sparkline.tsx';
import type { AnalyticsReport } from '#contract/insight/analytics';
import { DAILY_NAMES, METRICS, type MetricName, metricName, metricsOn } from '#contract/insight/metrics';
import type { ReportView } from '#contract/insight/reports';
import { formatPercent } from '#i18n/format';
import { useTexts } from '#i18n/index';
import { ChangeNote } from '../../ChangeNote';
import { formatMetric } from '../figures';
import { useBehind } from '../hooks/useBehind';
import styles from './analytics.module.css';
import { MetricTitle } from './MetricTitle';

/** The cards of a view. */
export function MetricCards({
  view,
  report,
}: {
  readonly view: ReportView;
  readonly report: AnalyticsReport;
}) {
  return (
    <div className={`stack snug ${styles.metrics}`}>
      {metricsOn(view).map((name) => (
        <MetricCard key={name} name={name} report={report} />
      ))}
    </div>
  );
}

/** A figure, how it has changed, and what it means. */
export function MetricCard({
  name,
  report,
}: {
  readonly name: MetricName;
  readonly report: AnalyticsReport;
}) {
  const { t, language } = useTexts();
  const { totals, previous, series, until, visitorsError } = report;
  const behind = useBehind(report).metric(name);
  const figure = formatMetric(name, totals[name], language);
  const daily = DAILY_NAMES.find((each) => each === name);
  return (
    <section className={styles.metric} aria-label={metricName(name, language)}>
      <h2>
        <MetricTitle name={name} />
      </h2>
      <p className={styles.figure}>
        {behind && totals[name] ? (
          <Link className="underlines" to={behind} title={t('analytics:behindFigure')}>
            {figure}
          </Link>
        ) : (
          figure
        )}
      </p>
      <p>
        <ChangeNote
          metric={METRICS[name]}
          now={totals[name]}
          before={previous[name]}
          format={(value) => formatMetric(name, value, language)}
        />
      </p>
      {name === 'visitors' && (
        <p className="faint">
          {t('analytics:visitorsError', { share: formatPercent(visitorsError, language) })}
        </p>
      )}
      {daily && series.length > 1 && (
        <Sparkline values={series.map((part) => part[daily])} isOpen={until !== null} />
      )}
    </section>
  );
}
