import { Alert } from '@aws-amplify/ui-react';
import { useEffect, useRef } from 'react';
import type { Billing } from '#contract/accounts/billing';
import { formatDateTime } from '#i18n/format';
import { useTexts } from '#i18n/index';
import styles from './billing.module.css';

/** Says that a change of plan waits for its payment, and leads to where that is confirmed. */
export function PendingChange({
  billing: { pendingChange, plan },
  mayManage,
}: {
  readonly billing: Billing;
  readonly mayManage: boolean;
}) {
  const { t, language } = useTexts();
  const notice = useRef<HTMLDivElement>(null);
  const isWaiting = pendingChange !== null;
  useEffect(() => {
    // Whoever has just chosen a plan stands further down the page.
    if (isWaiting) notice.current?.scrollIntoView({ block: 'nearest' });
  }, [isWaiting]);
  if (!pendingChange) return null;
  const { plan: wanted, until, url } = pendingChange;
  return (
    <Alert
      ref={notice}
      variation="warning"
      heading={t('billing:pendingChange.title', { plan: t(`common:plan.${wanted}`) })}
    >
      <p>
        {t('billing:pendingChange.text', {
          current: t(`common:plan.${plan}`),
          time: formatDateTime(until, language),
        })}
      </p>
      {mayManage && url !== null && (
        <div className={`row ${styles.actions}`}>
          {/* In a tab of its own: Stripe's page leads back nowhere. */}
          <a href={url} target="_blank" rel="noreferrer" className="strong">
            {t('billing:pendingChange.action')}
          </a>
        </div>
      )}
    </Alert>
  );
}
