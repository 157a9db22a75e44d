import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { AnalyticsReport } from '#contract/insight/analytics';
import { type LayoutWidget, WIDGET_TABLES } from '#contract/insight/analytics-layout';
import { botLabel } from '#contract/insight/bot-label';
import { DAILY_NAMES, METRIC_NAMES, metricName, metricNamed } from '#contract/insight/metrics';
import { formatDateTime, formatNumber } from '#i18n/format';
import { type Translate, useTexts } from '#i18n/index';
import type { LanguageCode } from '#i18n/languages';
import { ratingsQuery } from '../queries';
import styles from './analytics.module.css';
import { FigureTable } from './FigureTable';
import { Loaded } from './Loaded';
import { MetricCard } from './MetricCard';
import { TrendChart } from './TrendChart';

/** What can be put on a dashboard. */
export const WIDGETS: readonly Omit<LayoutWidget, 'id'>[] = [
  ...METRIC_NAMES.map((shows) => ({
    kind: 'metric_card' as const,
    size: 'small' as const,
    shows,
  })),
  ...DAILY_NAMES.map((shows) => ({ kind: 'chart' as const, size: 'medium' as const, shows })),
  ...WIDGET_TABLES.map((shows) => ({ kind: 'data_table' as const, size: 'medium' as const, shows })),
  { kind: 'activity_feed', size: 'medium', shows: 'ratings' },
];

const chartOf = (shows: string) => DAILY_NAMES.find((name) => name === shows);

export function widgetName(
  t: Translate,
  language: LanguageCode,
  { kind, shows }: Pick<LayoutWidget, 'kind' | 'shows'>,
): string {
  const metric = metricNamed(shows);
  if (metric) return metricName(metric, language);
  if (kind === 'activity_feed') return t('analytics:feeds.ratings');
  return shows === 'bots' ? t('analytics:tables.bots') : t('analytics:tables.pages');
}

/** One widget, from the report that all of a dashboard share. */
export function Widget({
  widget,
  report,
}: {
  readonly widget: LayoutWidget;
  readonly report: AnalyticsReport;
}) {
  const { t, language } = useTexts();
  const metric = metricNamed(widget.shows);
  const chart = chartOf(widget.shows);
  if (widget.kind === 'metric_card' && metric) return <MetricCard name={metric} report={report} />;
  if (widget.kind === 'chart' && chart) return <TrendChart report={report} names={[chart]} />;
  if (widget.kind === 'activity_feed') return <Feed report={report} />;
  const rows =
    widget.shows === 'bots'
      ? report.bots.map(({ totals, ...bot }) => [
          botLabel(bot, language),
          formatNumber(totals.conversations, language),
        ])
      : report.pages.map(({ name, count }) => [
          // In a narrow widget the scheme would be the most that is seen.
          name.replace(/^https?:\/\//, ''),
          formatNumber(count, language),
        ]);
  return (
    <FigureTable
      title={widgetName(t, language, widget)}
      columns={[widgetName(t, language, widget), metricName('conversations', language)]}
      rows={rows}
    />
  );
}

/** What visitors rated last within the days of the report. */
function Feed({ report: { from, to, bots } }: { readonly report: AnalyticsReport }) {
  const { t, language } = useTexts();
  const live = bots.filter(({ isDeleted }) => !isDeleted);
  const all = live.length > 5 || live.length < bots.length ? [] : live.map(({ botId }) => botId);
  const ratings = useQuery(ratingsQuery({ range: 'custom', from, to, bots: all }, null));
  return (
    <section className={styles.card}>
      <h2>{t('analytics:feeds.ratings')}</h2>
      <Loaded query={ratings} failed="analytics:failed.data">
        {({ items }) => (
          <ul className={`stack snug ${styles.comments}`}>
            {items.slice(0, 8).map(({ conversationId, stars, comment, startedAt }) => (
              <li key={conversationId}>
                <span className="warning" aria-hidden="true">
                  {'★'.repeat(stars)}
                </span>
                <p>{comment ?? t('analytics:noComment')}</p>
                <Link to={`/conversations/${conversationId}`}>{formatDateTime(startedAt, language)}</Link>
              </li>
            ))}
            {items.length === 0 && <li className="faint">{t('analytics:noRows')}</li>}
          </ul>
        )}
      </Loaded>
    </section>
  );
}
