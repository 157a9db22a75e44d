import { useState } from 'react';
import { ConfirmDialog } from '#components/ConfirmDialog.tsx';
import { Menu, type MenuItem } from '#components/Menu.tsx';
import { StatusPill } from '#components/StatusPill.tsx';
import { useToast } from '#components/toasts.tsx';
import type { ActOnSubscription, AdminSubscription } from '#contract/operator/admin';
import { formatDate } from '#i18n/format';
import { useTexts } from '#i18n/index';
import { useActOnSubscription } from '../queries';
import styles from './admin.module.css';
import { CancelDialog } from './CancelDialog';
import { RefundDialog } from './RefundDialog';

const TONES = {
  active: 'good',
  trialing: 'busy',
  incomplete: 'warn',
  past_due: 'warn',
  canceled: 'neutral',
  unpaid: 'bad',
} as const;

/** An account's subscription, and what an administrator may do with it. */
export function SubscriptionRow({ subscription }: { readonly subscription: AdminSubscription }) {
  const { t, language } = useTexts();
  const toast = useToast();
  const act = useActOnSubscription();
  const [asked, setAsked] = useState<ActOnSubscription['action'] | null>(null);
  const { accountId, accountName, owner, plan, status, effectivePlan, paid, trialEndsAt, createdAt } =
    subscription;
  const close = () => setAsked(null);
  const run = (body: ActOnSubscription) =>
    act.mutate(
      { id: accountId, act: body },
      {
        onSuccess: () =>
          toast({ kind: 'success', about: accountName, text: t(`admin:subscriptions.${body.action}.done`) }),
        onSettled: close,
      },
    );
  const ask = (action: ActOnSubscription['action']): MenuItem => ({
    name: t(`admin:subscriptions.${action}.action`),
    danger: action === 'cancel',
    run: () => setAsked(action),
  });
  const items = [
    ...(paid ? [ask('cancel')] : []),
    ...(paid?.cancelAtPeriodEnd ? [ask('reactivate')] : []),
    ask('refund'),
  ];
  return (
    <li className={styles.item}>
      <div className={styles.words}>
        <p>
          <strong>{accountName}</strong>
        </p>
        {owner && (
          <p className={styles.meta}>
            {owner.name} · {owner.email}
          </p>
        )}
        <p className={styles.meta}>
          {t('admin:users.since', { date: formatDate(createdAt, language) })}
          {status === 'trialing' && trialEndsAt && (
            <> · {t('admin:subscriptions.trialEnds', { date: formatDate(trialEndsAt, language) })}</>
          )}
          {paid && (
            <>
              {' '}
              ·{' '}
              {t(paid.cancelAtPeriodEnd ? 'admin:subscriptions.ends' : 'admin:subscriptions.renews', {
                date: formatDate(paid.periodEnd, language),
              })}
            </>
          )}
        </p>
      </div>
      <div className={styles.state}>
        <span>{t(`common:plan.${plan}`)}</span>
        {effectivePlan !== plan && (
          <span className={styles.meta}>
            {t('admin:subscriptions.holds', { plan: t(`common:plan.${effectivePlan}`) })}
          </span>
        )}
        <StatusPill tone={TONES[status]}>{t(`admin:subscriptionStatus.${status}`)}</StatusPill>
        <Menu label={t('admin:subscriptions.actions', { name: accountName })} items={items} />
      </div>
      {asked === 'cancel' && (
        <CancelDialog name={accountName} busy={act.isPending} onCancel={run} onClose={close} />
      )}
      {asked === 'reactivate' && (
        <ConfirmDialog
          title={t('admin:subscriptions.reactivate.title')}
          about={accountName}
          confirmLabel={t('admin:subscriptions.reactivate.action')}
          isHarmless
          busy={act.isPending}
          onConfirm={() => run({ action: 'reactivate' })}
          onCancel={close}
        >
          {t('admin:subscriptions.reactivate.text')}
        </ConfirmDialog>
      )}
      {asked === 'refund' && (
        <RefundDialog
          accountId={accountId}
          name={accountName}
          busy={act.isPending}
          onRefund={run}
          onClose={close}
        />
      )}
    </li>
  );
}
