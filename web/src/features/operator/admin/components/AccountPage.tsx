import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router-dom';
import { Card } from '#components/Card.tsx';
import { ErrorNotice } from '#components/ErrorNotice.tsx';
import { LoadFailed } from '#components/errors/LoadFailed.tsx';
import { Skeleton } from '#components/Loading.tsx';
import { Muted, Stack } from '#components/layout.tsx';
import { Meter } from '#components/Meter.tsx';
import { placeWarning, SOLD_RESOURCES } from '#contract/accounts/limits';
import type { AdminAccount } from '#contract/operator/admin';
import { formatDate, formatMoney, formatNumber } from '#i18n/format';
import { useTexts } from '#i18n/index';
import { accountInvoicesQuery, accountQuery } from '../queries';
import styles from './admin.module.css';
import { LogEntry } from './LogEntry';
import { MessageTraceCard } from './MessageTraceCard';
import { SubscriptionRow } from './SubscriptionRow';

/** One customer: plan, people, usage, bots, invoices and what happened, with the way to Stripe. */
export function AccountPage() {
  const { t } = useTexts();
  const { accountId = '' } = useParams();
  const { data, ...query } = useQuery(accountQuery(accountId));
  if (query.isPending) return <Skeleton label="loading:default" lines={8} />;
  if (!data) return <LoadFailed error={query.error} onRetry={() => void query.refetch()} />;
  const { subscription, customerId } = data;
  return (
    <Stack gap="large">
      <Link to="/admin/subscriptions">{t('admin:account.back')}</Link>
      <Card
        title={subscription.accountName}
        action={
          customerId !== null && (
            <a
              href={`https://dashboard.stripe.com/search?query=${customerId}`}
              target="_blank"
              rel="noreferrer"
            >
              {t('admin:account.stripe')}
            </a>
          )
        }
      >
        <ul className="ruled-above">
          <SubscriptionRow subscription={subscription} named={false} />
        </ul>
      </Card>
      <Usage account={data} />
      <People account={data} />
      <Bots account={data} />
      <MessageTraceCard accountId={accountId} />
      <Invoices accountId={accountId} />
      <Listed title={t('admin:account.log')} none={t('admin:account.noLog')}>
        {data.log.map((entry) => (
          <LogEntry key={entry.id} entry={entry} />
        ))}
      </Listed>
    </Stack>
  );
}

function Listed({
  title,
  none,
  children,
}: {
  readonly title: string;
  readonly none: string;
  /** Undefined as long as they are not known. */
  readonly children: readonly ReactNode[] | undefined;
}) {
  return (
    <Card title={title}>
      {children === undefined && <Skeleton label="loading:default" lines={2} />}
      {children?.length === 0 && <Muted>{none}</Muted>}
      {children && children.length > 0 && <ul className="ruled-above">{children}</ul>}
    </Card>
  );
}

function Usage({ account: { usage } }: { readonly account: AdminAccount }) {
  const { t, language } = useTexts();
  return (
    <Card title={t('admin:account.usage')}>
      <ul className="ruled-above">
        {SOLD_RESOURCES.map((resource) => {
          const { used, limit } = usage[resource];
          const figures = { used: formatNumber(used, language), limit: formatNumber(limit, language) };
          const text = limit > 0 ? t('usage:of', figures) : t('usage:unlimited', figures);
          return (
            <li key={resource} className={styles.row}>
              <span id={`use-${resource}`}>{t(`usage:resource.${resource}`)}</span>
              <span>{text}</span>
              {limit > 0 && (
                <Meter
                  labelledBy={`use-${resource}`}
                  text={text}
                  used={used}
                  limit={limit}
                  level={placeWarning(used, limit)}
                />
              )}
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

function People({ account: { people } }: { readonly account: AdminAccount }) {
  const { t } = useTexts();
  return (
    <Listed title={t('admin:account.people')} none="">
      {people.map(({ id, name, email, role, status }) => (
        <li key={id} className={styles.row}>
          <span>
            {name} · {email}
          </span>
          <span className="muted">
            {t(`common:teamRoles.${role}`)}
            {status === 'suspended' && ` · ${t('admin:account.suspended')}`}
          </span>
        </li>
      ))}
    </Listed>
  );
}

function Bots({ account: { bots, botCount } }: { readonly account: AdminAccount }) {
  const { t, language } = useTexts();
  const more = botCount - bots.length;
  return (
    <Listed title={t('admin:account.bots')} none={t('admin:account.noBots')}>
      {[
        ...bots.map(({ id, name, status, documents }) => (
          <li key={id} className={styles.row}>
            <span>{name}</span>
            <span className="muted">
              {t(`common:bot.status.${status}`)} ·{' '}
              {t('admin:account.documents', { count: documents, number: formatNumber(documents, language) })}
            </span>
          </li>
        )),
        ...(more > 0
          ? [
              <li key="more" className="muted">
                {t('admin:account.botsMore', { number: formatNumber(more, language) })}
              </li>,
            ]
          : []),
      ]}
    </Listed>
  );
}

function Invoices({ accountId }: { readonly accountId: string }) {
  const { t, language } = useTexts();
  const { data, ...query } = useQuery(accountInvoicesQuery(accountId));
  if (query.isError) return <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />;
  return (
    <Listed title={t('admin:account.invoices')} none={t('admin:account.noInvoices')}>
      {data?.invoices.map(({ id, number, at, total, currency, status, url }) => (
        <li key={id} className={styles.row}>
          <span>
            {url ? <a href={url}>{number ?? id}</a> : (number ?? id)} · {formatDate(at, language)}
          </span>
          <span className="muted">
            {formatMoney(total, currency, language)} · {t(`billing:invoices.statuses.${status}`)}
          </span>
        </li>
      ))}
    </Listed>
  );
}
