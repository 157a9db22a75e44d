import { Button } from '@aws-amplify/ui-react';
import { TriangleAlert, X } from 'lucide-react';
import { useState } from 'react';
import { LinkButton } from '#components/LinkButton.tsx';
import { limitsOf } from '#components/plan-limit/plan-room.ts';
import { dismissWarnings, isDismissed, stageOf, warningsOf } from '#features/accounts/limit-warnings.ts';
import { formatNumber } from '#i18n/format';
import { useTexts } from '#i18n/index';
import { useAuth, usePermission } from '#lib/session/session';
import styles from './ConversationLimit.module.css';

/** On every page, until it is dismissed: what the plan has nearly no more of, or nothing. Once a month and level. */
export function LimitWarnings() {
  const { t, language } = useTexts();
  const { account } = useAuth();
  const mayUpgrade = usePermission('billing.manage') && account.plan !== 'enterprise';
  const [, setDismissed] = useState(0);
  const warnings = warningsOf(account).filter((warning) => !isDismissed(account.id, warning));
  if (warnings.length === 0) return null;
  return (
    <aside className={styles.notice} data-kind="warning" aria-label={t('common:limitWarning.label')}>
      <TriangleAlert size={20} aria-hidden="true" className={styles.icon} />
      <div className={styles.words}>
        {warnings.map(({ resource, level }) => (
          <p key={resource}>
            {t(`common:limitWarning.${stageOf(account, { resource, level })}`, {
              what: t(`common:limitWarning.resource.${resource}`, {
                used: formatNumber(account.usage[resource], language),
                limit: formatNumber(limitsOf(account)[resource], language),
              }),
            })}
          </p>
        ))}
      </div>
      {mayUpgrade && (
        <LinkButton to="/billing" size="small" variation="primary">
          {t('common:planLimit.upgrade')}
        </LinkButton>
      )}
      <LinkButton to="/usage" size="small">
        {t('common:planLimit.toUsage')}
      </LinkButton>
      <Button
        size="small"
        variation="link"
        aria-label={t('common:limitWarning.dismiss')}
        title={t('common:limitWarning.dismiss')}
        onClick={() => {
          dismissWarnings(account.id, warnings);
          setDismissed((count) => count + 1);
        }}
      >
        <X size={16} aria-hidden="true" />
      </Button>
    </aside>
  );
}
