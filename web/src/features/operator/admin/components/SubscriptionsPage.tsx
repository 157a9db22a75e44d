import { SelectField } from '@aws-amplify/ui-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { CreditCard } from 'lucide-react';
import { useState } from 'react';
import { Card } from '#components/Card.tsx';
import { Options } from '#components/form/Options.tsx';
import { SubscriptionStatus } from '#contract/accounts/billing';
import { PlanId } from '#contract/accounts/plan-id';
import { PLAN_IDS } from '#contract/accounts/plans';
import { useTexts } from '#i18n/index';
import { useSettled } from '#lib/use-settled';
import { subscriptionsQuery } from '../queries';
import { AccountSearch } from './AccountSearch';
import styles from './admin.module.css';
import { Listing } from './Listing';
import { SubscriptionRow } from './SubscriptionRow';

const TYPING_MS = 250;

/** Subscriptions of all accounts, by their owner, plan and status. */
export function SubscriptionsPage() {
  const { t } = useTexts();
  const [plan, setPlan] = useState<PlanId | 'all'>('all');
  const [status, setStatus] = useState<SubscriptionStatus | 'all'>('all');
  const [search, setSearch] = useState('');
  const asked = useSettled(search.trim(), TYPING_MS);
  const subscriptions = useInfiniteQuery(subscriptionsQuery(plan, status, asked));
  return (
    <Card title={t('admin:pages.subscriptions')} lead={t('admin:subscriptions.lead')}>
      <div className={styles.filters}>
        <AccountSearch label={t('admin:subscriptions.search')} value={search} onChange={setSearch} />
        <SelectField
          label={t('admin:subscriptions.plan')}
          value={plan}
          onChange={({ target }) => setPlan(PlanId.safeParse(target.value).data ?? 'all')}
        >
          <option value="all">{t('admin:all')}</option>
          <Options of={PLAN_IDS}>{(option) => t(`common:plan.${option}`)}</Options>
        </SelectField>
        <SelectField
          label={t('admin:subscriptions.status')}
          value={status}
          onChange={({ target }) => setStatus(SubscriptionStatus.safeParse(target.value).data ?? 'all')}
        >
          <option value="all">{t('admin:all')}</option>
          <Options of={SubscriptionStatus.options}>
            {(option) => t(`admin:subscriptionStatus.${option}`)}
          </Options>
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
