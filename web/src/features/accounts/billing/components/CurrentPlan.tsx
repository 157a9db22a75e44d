import { Button } from '@aws-amplify/ui-react';
import { useState } from 'react';
import { Card } from '#components/Card.tsx';
import { ConfirmDialog } from '#components/ConfirmDialog.tsx';
import { StatusPill } from '#components/StatusPill.tsx';
import { useToast } from '#components/toasts.tsx';
import type { Billing } from '#contract/accounts/billing';
import { PLAN_TONES, planLine, planValues } from '#features/accounts/plan-texts.ts';
import { formatDate } from '#i18n/format';
import { useTexts } from '#i18n/index';
import { errorCode } from '#lib/api-error';
import { discountText } from '../discount-text';
import { useCancel, useReactivate } from '../queries';
import styles from './billing.module.css';
import { WhatPauses } from './WhatPauses';

export function CurrentPlan({
  billing,
  mayManage,
  isOpening,
  onPortal,
}: {
  readonly billing: Billing;
  readonly mayManage: boolean;
  readonly isOpening: boolean;
  readonly onPortal: () => void;
}) {
  const { t, language } = useTexts();
  const toast = useToast();
  const [asks, setAsks] = useState(false);
  const cancel = useCancel();
  const reactivate = useReactivate();
  const { subscription, standing, periodEnd } = billing;
  const date = formatDate(periodEnd, language);
  const onError = (error: unknown) => toast({ kind: 'error', text: t(`errors:${errorCode(error)}`) });
  return (
    <Card
      title={t('billing:current.title')}
      action={
        <StatusPill tone={PLAN_TONES[standing.state]}>{t(`common:plan.state.${standing.state}`)}</StatusPill>
      }
    >
      <p className={styles.state}>
        {/* Just after a renewal its next one is not known yet. */}
        {standing.state === 'active' && standing.at === null
          ? planLine(standing, t, language)
          : t(`billing:current.${standing.state}`, planValues(standing, t, language))}
      </p>
      {standing.discount && <p>{discountText(standing.discount, t, language)}</p>}
      {!mayManage && <p className={styles.faint}>{t('billing:viewOnly')}</p>}
      {mayManage && subscription && (
        <div className={styles.actions}>
          <Button isLoading={isOpening} loadingText={t('billing:portal')} onClick={onPortal}>
            {t('billing:portal')}
          </Button>
          {subscription.ends_at !== null ? (
            <Button
              variation="primary"
              isLoading={reactivate.isPending}
              loadingText={t('billing:reactivate')}
              onClick={() =>
                reactivate.mutate(null, {
                  onSuccess: () => toast({ kind: 'success', text: t('billing:reactivated') }),
                  onError,
                })
              }
            >
              {t('billing:reactivate')}
            </Button>
          ) : (
            <Button variation="link" onClick={() => setAsks(true)}>
              {t('billing:cancel')}
            </Button>
          )}
        </div>
      )}
      {asks && subscription && (
        <ConfirmDialog
          title={t('billing:canceling.title')}
          confirmLabel={t('billing:canceling.confirm')}
          busy={cancel.isPending}
          onCancel={() => setAsks(false)}
          onConfirm={() =>
            cancel.mutate(subscription.id, {
              onSuccess: () => toast({ kind: 'success', text: t('billing:canceling.done', { date }) }),
              onError,
              onSettled: () => setAsks(false),
            })
          }
        >
          <p>{t('billing:canceling.text', { date })}</p>
          <WhatPauses plan="free" />
        </ConfirmDialog>
      )}
    </Card>
  );
}
