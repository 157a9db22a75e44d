import { useTexts } from '../../../i18n';
import { formatDate } from '../../../i18n/format';
import { planStateKey } from '../../../lib/plan-texts';
import { useAuth } from '../../../lib/session';
import styles from './coming.module.css';

/** The plan that the account has, as the server knows it. */
export function PlanState() {
  const { t, language } = useTexts();
  const { account } = useAuth();
  return (
    <section className={`${styles.part} ${styles.notice}`} aria-label={t('coming:billing.plan')}>
      <p className={styles.plan}>{t(planStateKey(account), { plan: t(`common:plan.${account.plan}`) })}</p>
      <p>
        {account.subscriptionStatus === 'trialing' && account.trialEndsAt
          ? t('coming:billing.trialEnds', { date: formatDate(account.trialEndsAt, language) })
          : t('coming:billing.limits')}
      </p>
    </section>
  );
}
