import { Card } from '#components/Card.tsx';
import { LinkButton } from '#components/LinkButton.tsx';
import { StatusPill } from '#components/StatusPill.tsx';
import { PLAN_TONES, planLine } from '#features/accounts/plan-texts.ts';
import { useTexts } from '#i18n/index';
import { useAuth } from '#lib/session/session';
import styles from './profile.module.css';

/** The plan of the person's own account: a new one begins with starter, on trial. */
export function PlanCard() {
  const { t, language } = useTexts();
  const { account } = useAuth();
  const { plan, standing } = account;
  return (
    <Card title={t('profile:plan.title')}>
      <p className={`row close ${styles.plan}`}>
        <strong>{t(`common:plan.${plan}`)}</strong>
        <StatusPill tone={PLAN_TONES[standing.state]}>{t(`common:plan.state.${standing.state}`)}</StatusPill>
      </p>
      <p className="soft parted-above-tight">{planLine(standing, t, language)}</p>
      <div className="parted-above">
        <LinkButton to="/billing">{t('profile:plan.manage')}</LinkButton>
      </div>
    </Card>
  );
}
