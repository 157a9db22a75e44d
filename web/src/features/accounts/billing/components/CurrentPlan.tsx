import { Button } from '@aws-amplify/ui-react';
import { useState } from 'react';
import { Card } from '#components/Card.tsx';
import { ConfirmDialog } from '#components/ConfirmDialog.tsx';
import { StatusPill, type Tone } from '#components/StatusPill.tsx';
import { useToast } from '#components/toasts.tsx';
import type { Billing, SubscriptionStatus } from '#contract/accounts/billing';
import { formatDate } from '#i18n/format';
import { useTexts } from '#i18n/index';
import type { TranslationKey } from '#i18n/keys';
import { errorCode } from '#lib/api-error';
import { useCancel, useReactivate } from '../queries';
import styles from './billing.module.css';
import { isPaymentDue } from './PaymentDue';
import { WhatPauses } from './WhatPauses';

const TONES: Readonly<Record<SubscriptionStatus, Tone>> = {
  trialing: 'busy',
  active: 'good',
  incomplete: 'warn',
  past_due: 'bad',
  canceled: 'neutral',
  unpaid: 'bad',
};

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
  const { subscription, plan, status, periodEnd, ended } = billing;
  const date = formatDate(periodEnd, language);
  // Of what is paused or over, the sentence names the plan that it was.
  const told = {
    plan: t(`common:plan.${subscription?.plan_id ?? ended?.plan ?? plan}`),
    date: subscription || !ended ? date : formatDate(ended.at, language),
  };
  const onError = (error: unknown) => toast({ kind: 'error', text: t(`errors:${errorCode(error)}`) });
  return (
    <Card
      title={t('billing:current.title')}
      action={<StatusPill tone={TONES[status]}>{t(`billing:status.${status}`)}</StatusPill>}
    >
      <p className={styles.state}>{t(stateOf(billing), told)}</p>
      {!mayManage && <p className={styles.faint}>{t('billing:viewOnly')}</p>}
      {mayManage && subscription && (
        <div className={styles.actions}>
          <Button isLoading={isOpening} loadingText={t('billing:portal')} onClick={onPortal}>
            {t('billing:portal')}
          </Button>
          {subscription.cancel_at_period_end ? (
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

function stateOf({ subscription, plan, status, ended }: Billing): TranslationKey {
  if (!subscription) {
    if (status === 'trialing' && plan !== 'free') return 'billing:current.trial';
    if (ended) return `billing:current.ended.${ended.because}`;
    return plan === 'free' ? 'billing:current.free' : 'billing:current.given';
  }
  if (isPaymentDue(subscription))
    return plan === 'free' ? 'billing:current.paused' : 'billing:current.pastDue';
  if (subscription.cancel_at_period_end) return 'billing:current.ending';
  return subscription.status === 'trialing' ? 'billing:current.trialing' : 'billing:current.active';
}
