import { useState } from 'react';
import { Link } from 'react-router-dom';
import { ConfirmDialog } from '#components/ConfirmDialog.tsx';
import { Menu, type MenuItem } from '#components/Menu.tsx';
import { StatusPill } from '#components/StatusPill.tsx';
import { useToast } from '#components/toasts.tsx';
import type { PlanStanding } from '#contract/accounts/plan-standing';
import type { ActOnSubscription, AdminSubscription } from '#contract/operator/admin';
import { PLAN_TONES, planLine } from '#features/accounts/plan-texts.ts';
import { formatDate } from '#i18n/format';
import { useTexts } from '#i18n/index';
import { useActOnSubscription } from '../queries';
import styles from './admin.module.css';
import { CancelDialog } from './CancelDialog';
import { RefundDialog } from './RefundDialog';

/** Something is paid for, or will be. */
const SUBSCRIBED: readonly PlanStanding['state'][] = ['starting', 'active', 'ending', 'past_due', 'paused'];
const MAY_END: readonly PlanStanding['state'][] = ['ending', 'past_due', 'paused'];

/** An account's subscription, and what an administrator may do with it; its name where nothing above says it. */
export function SubscriptionRow({
  subscription,
  named = true,
}: {
  readonly subscription: AdminSubscription;
  readonly named?: boolean;
}) {
  const { t, language } = useTexts();
  const toast = useToast();
  const act = useActOnSubscription();
  const [asked, setAsked] = useState<ActOnSubscription['action'] | null>(null);
  const { accountId, accountName, owner, plan, standing, createdAt } = subscription;
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
    ...(SUBSCRIBED.includes(standing.state) ? [ask('cancel')] : []),
    ...(MAY_END.includes(standing.state) ? [ask('reactivate')] : []),
    ask('refund'),
  ];
  return (
    <li className={styles.item}>
      <div className="stack tight grows long">
        {named && (
          <p>
            <Link to={`/admin/accounts/${accountId}`}>
              <strong>{accountName}</strong>
            </Link>
          </p>
        )}
        {owner && (
          <p className="muted">
            {owner.name} · {owner.email}
          </p>
        )}
        <p className="muted">
          {t('admin:users.since', { date: formatDate(createdAt, language) })} ·{' '}
          {planLine(standing, t, language)}
        </p>
      </div>
      <div className={`row ${styles.state}`}>
        <span>{t(`common:plan.${plan}`)}</span>
        <StatusPill tone={PLAN_TONES[standing.state]}>{t(`common:plan.state.${standing.state}`)}</StatusPill>
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
