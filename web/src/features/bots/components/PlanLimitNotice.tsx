import { Alert } from '@aws-amplify/ui-react';
import { PLANS, type PlanId } from '../../../../../functions/contract/plans';
import { LinkButton } from '../../../components/LinkButton';
import { useTexts } from '../../../i18n';
import { config } from '../../../lib/config';
import { rootUrl } from '../../../lib/hosts';
import { useAuth } from '../../../lib/session';
import styles from './bots.module.css';

/** The plan allows no more bots: says how many it includes, what a larger one would, and where to go on. */
export function PlanLimitNotice() {
  const { t } = useTexts();
  const { plan } = useAuth().account;
  const larger = largerPlan(plan);
  const count = larger ? PLANS[larger].limits.bots : 0;
  return (
    <Alert variation="warning" heading={t('common:botsFull')}>
      {t('bots:limit.text', { plan: t(`common:plan.${plan}`), count: PLANS[plan].limits.bots })}{' '}
      {larger &&
        (count > 0
          ? t('bots:limit.larger', { plan: t(`common:plan.${larger}`), count })
          : t('bots:limit.unlimited', { plan: t(`common:plan.${larger}`) }))}
      <div className={`${styles.actions} ${styles.ways}`}>
        <LinkButton to={rootUrl('/pricing', config())}>{t('bots:limit.plans')}</LinkButton>
        <LinkButton to="/bots">{t('bots:missing.action')}</LinkButton>
      </div>
    </Alert>
  );
}

/** The plan has no room for the documents that a duplicate would have. */
export function CopiesLimitNotice() {
  const { t } = useTexts();
  const { plan } = useAuth().account;
  return (
    <Alert variation="warning" heading={t('bots:limit.copiesHeading')}>
      {t('bots:limit.copies', { plan: t(`common:plan.${plan}`), limit: PLANS[plan].limits.documents })}
      <div className={`${styles.actions} ${styles.ways}`}>
        <LinkButton to={rootUrl('/pricing', config())}>{t('bots:limit.plans')}</LinkButton>
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
