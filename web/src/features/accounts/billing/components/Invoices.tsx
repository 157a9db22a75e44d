import { useQuery } from '@tanstack/react-query';
import { Download, ReceiptText } from 'lucide-react';
import { Card } from '#components/Card.tsx';
import { EmptyState } from '#components/EmptyState.tsx';
import { ErrorNotice } from '#components/ErrorNotice.tsx';
import { Skeleton } from '#components/Loading.tsx';
import type { InvoiceLine } from '#contract/accounts/billing';
import { formatDate, formatMoney } from '#i18n/format';
import { type Translate, useTexts } from '#i18n/index';
import type { LanguageCode } from '#i18n/languages';
import { useAuth } from '#lib/session/session';
import { invoicesQuery } from '../queries';
import styles from './billing.module.css';

export function Invoices() {
  const { t, language } = useTexts();
  const { profile } = useAuth();
  const invoices = useQuery(invoicesQuery(profile.id));
  const items = invoices.data?.invoices ?? [];
  return (
    <Card title={t('billing:invoices.title')}>
      {invoices.isPending && <Skeleton label="loading:default" lines={3} shape="rows" />}
      {invoices.isError && <ErrorNotice error={invoices.error} onRetry={() => void invoices.refetch()} />}
      {invoices.data && items.length === 0 && (
        <EmptyState icon={<ReceiptText size={24} />} title={t('billing:invoices.none')} heading="h3">
          {t('billing:invoices.noneText')}
        </EmptyState>
      )}
      {items.length > 0 && (
        <div className="scroll">
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">{t('billing:invoices.number')}</th>
                <th scope="col">{t('billing:invoices.date')}</th>
                <th scope="col">{t('billing:invoices.for')}</th>
                <th scope="col">{t('billing:invoices.amount')}</th>
                <th scope="col">{t('billing:invoices.status')}</th>
                <th scope="col">{t('billing:invoices.pdf')}</th>
              </tr>
            </thead>
            <tbody>
              {items.map(({ id, number, at, lines, total, refunded, currency, status, url, pdf }) => (
                <tr key={id}>
                  <th scope="row" className="firm">
                    {number ?? id}
                  </th>
                  <td data-name={t('billing:invoices.date')}>{formatDate(at, language)}</td>
                  <td data-name={t('billing:invoices.for')}>
                    {lines.map((line) => (
                      <span key={`${line.plan} ${line.amount}`} className={styles.what}>
                        {whatFor(line, t, language)}
                      </span>
                    ))}
                  </td>
                  <td data-name={t('billing:invoices.amount')}>{formatMoney(total, currency, language)}</td>
                  <td data-name={t('billing:invoices.status')}>
                    {t(`billing:invoices.statuses.${status}`)}{' '}
                    {refunded > 0 &&
                      t('billing:invoices.refunded', {
                        amount: formatMoney(refunded, currency, language),
                      })}
                    {status === 'open' && url && <a href={url}>{t('billing:invoices.pay')}</a>}
                  </td>
                  <td data-name={t('billing:invoices.pdf')}>
                    {pdf && (
                      <a href={pdf} aria-label={t('billing:invoices.download', { number: number ?? id })}>
                        <Download size={18} aria-hidden="true" />
                      </a>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Card>
  );
}

/** In the reader's words where it is one of our plans, else in those of who made the invoice. */
function whatFor(
  { plan, from, until, amount, description }: InvoiceLine,
  t: Translate,
  language: LanguageCode,
) {
  if (plan === null) return description;
  const text =
    amount < 0
      ? 'billing:invoices.unused'
      : amount === 0
        ? 'billing:invoices.trial'
        : 'billing:invoices.span';
  return t(text, {
    plan: t(`common:plan.${plan}`),
    from: formatDate(from, language),
    until: formatDate(until, language),
  });
}
