import { SelectField } from '@aws-amplify/ui-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { CreditCard } from 'lucide-react';
import { useState } from 'react';
import { Card } from '#components/Card.tsx';
import { SubscriptionStatus } from '#contract/accounts/billing';
import { PlanId } from '#contract/accounts/plans';
import { useTexts } from '#i18n/index';
import { subscriptionsQuery } from '../queries';
import styles from './admin.module.css';
import { Listing } from './Listing';
import { SubscriptionRow } from './SubscriptionRow';

/** Subscriptions of all accounts, by plan and status. */
export function SubscriptionsPage() {
  const { t } = useTexts();
  const [plan, setPlan] = useState<PlanId | 'all'>('all');
  const [status, setStatus] = useState<SubscriptionStatus | 'all'>('all');
  const subscriptions = useInfiniteQuery(subscriptionsQuery(plan, status));
  return (
    <Card title={t('admin:pages.subscriptions')} lead={t('admin:subscriptions.lead')}>
      <div className={styles.filters}>
        <SelectField
          label={t('admin:subscriptions.plan')}
          value={plan}
          onChange={({ target }) => setPlan(PlanId.safeParse(target.value).data ?? 'all')}
        >
          <option value="all">{t('admin:all')}</option>
          {PlanId.options.map((option) => (
            <option key={option} value={option}>
              {t(`common:plan.${option}`)}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={t('admin:subscriptions.status')}
          value={status}
          onChange={({ target }) => setStatus(SubscriptionStatus.safeParse(target.value).data ?? 'all')}
        >
          <option value="all">{t('admin:all')}</option>
          {SubscriptionStatus.options.map((option) => (
            <option key={option} value={option}>
              {t(`admin:subscriptionStatus.${option}`)}
            </option>
          ))}
        </SelectField>
      </div>
      <Listing
        query={subscriptions}
        empty={{
          icon: <CreditCard size={28} />,
          title: t('admin:subscriptions.none'),
          text: t('admin:subscriptions.noneText'),
        }}
      >
        {(subscription) => <SubscriptionRow key={subscription.accountId} subscription={subscription} />}
      </Listing>
    </Card>
  );
}
