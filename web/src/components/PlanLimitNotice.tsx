import { Alert } from '@aws-amplify/ui-react';
import { PLANS, type PlanId } from '../../../functions/contract/plans';
import { useTexts } from '../i18n';
import { config } from '../lib/config';
import { rootUrl } from '../lib/hosts';
import { useAuth } from '../lib/session';
import { LinkButton } from './LinkButton';
import styles from './PlanLimitNotice.module.css';

/** The plan allows no more bots: says how many it includes, what a larger one would, and where to go on. */
export function PlanLimitNotice() {
  const { t } = useTexts();
  const { plan } = useAuth().account;
  const larger = largerPlan(plan);
  const count = larger ? PLANS[larger].limits.bots : 0;
  return (
    <Alert variation="warning" heading={t('common:botsFull')}>
      {t('common:botLimit.text', { plan: t(`common:plan.${plan}`), count: PLANS[plan].limits.bots })}{' '}
      {larger &&
        (count > 0
          ? t('common:botLimit.larger', { plan: t(`common:plan.${larger}`), count })
          : t('common:botLimit.unlimited', { plan: t(`common:plan.${larger}`) }))}
      <div className={styles.ways}>
        <LinkButton to={rootUrl('/pricing', config())}>{t('common:botLimit.plans')}</LinkButton>
        <LinkButton to="/bots">{t('common:botLimit.bots')}</LinkButton>
      </div>
    </Alert>
  );
}

/** The smallest plan with room for more bots. */
function largerPlan(plan: PlanId): PlanId | undefined {
  const room = (id: PlanId) => (PLANS[id].limits.bots > 0 ? PLANS[id].limits.bots : Number.POSITIVE_INFINITY);
  return (Object.keys(PLANS) as PlanId[])
    .filter((id) => room(id) > room(plan))
    .sort((one, other) => PLANS[one].price - PLANS[other].price)[0];
}
