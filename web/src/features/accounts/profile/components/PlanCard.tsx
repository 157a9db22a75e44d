import { Card } from '#components/Card.tsx';
import { LinkButton } from '#components/LinkButton.tsx';
import { StatusPill, type Tone } from '#components/StatusPill.tsx';
import type { Account } from '#contract/accounts/profile';
import { formatDate } from '#i18n/format';
import { useTexts } from '#i18n/index';
import { useAuth } from '#lib/session/session';
import styles from './profile.module.css';

const TONES: Record<Account['subscriptionStatus'], Tone> = {
  trialing: 'busy',
  active: 'good',
  incomplete: 'warn',
  past_due: 'warn',
  unpaid: 'bad',
  canceled: 'neutral',
};

/** The plan of the person's own account: a new one begins with starter, on trial. */
export function PlanCard() {
  const { t, language } = useTexts();
  const { account } = useAuth();
  const { plan, subscriptionStatus: status, trialEndsAt } = account;
  return (
    <Card title={t('profile:plan.title')}>
      <p className={styles.plan}>
        <strong>{t(`common:plan.${plan}`)}</strong>
        <StatusPill tone={TONES[status]}>{t(`profile:plan.status.${status}`)}</StatusPill>
      </p>
      {status === 'trialing' && trialEndsAt && (
        <p className={styles.quiet}>
          {t('profile:plan.trialEnds', { date: formatDate(trialEndsAt, language) })}
        </p>
      )}
      <div className={styles.planAction}>
        <LinkButton to="/billing">{t('profile:plan.manage')}</LinkButton>
      </div>
    </Card>
  );
}
