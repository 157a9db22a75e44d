import { Alert } from '@aws-amplify/ui-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { Card } from '#components/Card.tsx';
import { Sparkline } from '#components/charts/Sparkline.tsx';
import { ErrorNotice } from '#components/ErrorNotice.tsx';
import { Skeleton } from '#components/Loading.tsx';
import { Muted } from '#components/layout.tsx';
import { StatusPill } from '#components/StatusPill.tsx';
import { PLATFORM_METRICS, type PlatformDashboard, RECONCILED } from '#contract/operator/admin';
import { formatDateTime, formatList, formatMoney, formatNumber } from '#i18n/format';
import { useTexts } from '#i18n/index';
import { dashboardQuery } from '../queries';
import styles from './admin.module.css';
import { LogEntry } from './LogEntry';

const WEEK = 7;

/** Totals and health of the platform, and what administrators did last. */
export function DashboardPage() {
  const { t } = useTexts();
  const dashboard = useQuery(dashboardQuery);
  if (dashboard.isPending) return <Skeleton label="loading:default" lines={6} />;
  if (!dashboard.data)
    return (
      <Alert variation="error" heading={t('admin:loadFailed')} hasIcon={false}>
        <ErrorNotice error={dashboard.error} onRetry={() => void dashboard.refetch()} />
      </Alert>
    );
  const { health, activity } = dashboard.data;
  return (
    <div className="stack">
      <Revenue dashboard={dashboard.data} />
      <Totals dashboard={dashboard.data} />
      <Health health={health} />
      <Card
        title={t('admin:dashboard.activity')}
        action={<Link to="activity">{t('admin:dashboard.allActivity')}</Link>}
      >
        <ul className="ruled-above">
          {activity.map((entry) => (
            <LogEntry key={entry.id} entry={entry} />
          ))}
        </ul>
      </Card>
    </div>
  );
}

/** What a month brings, and how the platform grows. */
function Revenue({ dashboard: { revenue, days, before } }: { readonly dashboard: PlatformDashboard }) {
  const { t, language } = useTexts();
  const paid = revenue.monthly.filter(({ accounts }) => accounts > 0);
  const number = (value: number) => formatNumber(value, language);
  return (
    <Card title={t('admin:revenue.title')} lead={t('admin:revenue.lead')}>
      <dl className={`stack large ${styles.totals}`}>
        {(paid.length > 0 ? paid : revenue.monthly.slice(-1)).map(({ currency, cents, accounts }) => (
          <div key={currency}>
            <dt className="muted">{t('admin:revenue.monthly', { currency: currency.toUpperCase() })}</dt>
            <dd className="stack tight">
              <span className={styles.figure}>{formatMoney(cents, currency, language)}</span>
              <span className="muted">
                {t('admin:revenue.accounts', { count: accounts, number: number(accounts) })}
              </span>
            </dd>
          </div>
        ))}
        {(['accounts', 'conversations'] as const).map((metric) => {
          const now = days.reduce((sum, { counts }) => sum + counts[metric], 0);
          return (
            <div key={metric}>
              <dt className="muted">{t(`admin:revenue.new.${metric}`)}</dt>
              <dd className="stack tight">
                <span className={styles.figure}>{number(now)}</span>
                <span className="muted">{t('admin:revenue.before', { number: number(before[metric]) })}</span>
              </dd>
            </div>
          );
        })}
      </dl>
      {revenue.isPartial && <Muted>{t('admin:revenue.partial')}</Muted>}
    </Card>
  );
}

function Totals({ dashboard: { totals, days } }: { readonly dashboard: PlatformDashboard }) {
  const { t, language } = useTexts();
  return (
    <Card title={t('admin:dashboard.totals')} lead={t('admin:dashboard.totalsLead')}>
      <dl className={`stack large ${styles.totals}`}>
        {PLATFORM_METRICS.map((metric) => {
          const course = days.map(({ counts }) => counts[metric]);
          const week = course.slice(-WEEK).reduce((sum, value) => sum + value, 0);
          return (
            <div key={metric}>
              <dt className="muted">{t(`admin:metrics.${metric}`)}</dt>
              <dd className="stack tight">
                <span className={styles.figure}>{formatNumber(totals[metric], language)}</span>
                <span className="muted">
                  {t('admin:dashboard.week', { number: formatNumber(week, language) })}
                </span>
                <Sparkline values={course} isOpen />
              </dd>
            </div>
          );
        })}
      </dl>
    </Card>
  );
}

function Health({ health }: { readonly health: PlatformDashboard['health'] }) {
  const { t, language } = useTexts();
  const { reconciliation, checks, models, queues, recentErrors } = health;
  const dead = queues.reduce((sum, { messages }) => sum + messages, 0);
  const waiting = queues.reduce((sum, queue) => sum + (queue.waiting ?? 0), 0);
  const spent = new Intl.NumberFormat(language, { style: 'currency', currency: 'USD' }).format(
    models.spentUsd,
  );
  return (
    <Card title={t('admin:health.title')}>
      <ul className="ruled-above">
        <li className={styles.row}>
          <span>{t('admin:health.checks')}</span>
          {checks ? (
            <StatusPill tone={checks.failed > 0 ? 'bad' : 'good'}>
              {t('admin:health.checksRan', {
                failed: formatNumber(checks.failed, language),
                ran: formatNumber(checks.ran, language),
              })}
            </StatusPill>
          ) : (
            <StatusPill tone="neutral">{t('admin:health.noChecks')}</StatusPill>
          )}
        </li>
        <li className={styles.row}>
          <span>{t('admin:health.models')}</span>
          <StatusPill tone={models.isOn ? 'good' : 'warn'}>
            {t(models.isOn ? 'admin:health.modelsOn' : 'admin:health.modelsOff', { spent })}
          </StatusPill>
        </li>
        <li className={styles.row}>
          <Link to="queues">{t('admin:health.queues')}</Link>
          <StatusPill tone={dead > 0 ? 'bad' : 'good'}>
            {t('admin:health.dead', {
              dead: formatNumber(dead, language),
              waiting: formatNumber(waiting, language),
            })}
          </StatusPill>
        </li>
        <li className={styles.row}>
          <Link to="errors">{t('admin:health.errors')}</Link>
          <StatusPill tone={recentErrors > 0 ? 'warn' : 'good'}>
            {formatNumber(recentErrors, language)}
          </StatusPill>
        </li>
        <Compared reconciliation={reconciliation} />
      </ul>
    </Card>
  );
}

/** What the daily comparison of all accounts found. */
function Compared({ reconciliation }: Pick<PlatformDashboard['health'], 'reconciliation'>) {
  const { t, language } = useTexts();
  if (!reconciliation)
    return (
      <li className={styles.row}>
        <span>{t('admin:health.compared')}</span>
        <StatusPill tone="neutral">{t('admin:health.noChecks')}</StatusPill>
      </li>
    );
  const { startedAt, endedAt, accounts, failed, found } = reconciliation;
  const seen = RECONCILED.flatMap((kind) => {
    const count = found[kind] ?? 0;
    return count > 0 ? [t(`admin:reconciled.${kind}`, { count, number: formatNumber(count, language) })] : [];
  });
  if (failed > 0)
    seen.push(t('admin:health.notCompared', { count: failed, number: formatNumber(failed, language) }));
  return (
    <li className={styles.row}>
      <span>
        {t('admin:health.compared')}
        <Muted>
          {t(endedAt ? 'admin:health.comparedAt' : 'admin:health.comparing', {
            count: accounts,
            number: formatNumber(accounts, language),
            time: formatDateTime(startedAt, language),
          })}
        </Muted>
      </span>
      <StatusPill
        tone={
          failed > 0 || found.filesMissing || found.filesUnknown ? 'bad' : seen.length > 0 ? 'warn' : 'good'
        }
      >
        {seen.length > 0 ? formatList(seen, language) : t('admin:health.nothingMended')}
      </StatusPill>
    </li>
  );
}
