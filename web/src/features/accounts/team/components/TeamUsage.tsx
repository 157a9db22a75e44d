import { Alert } from '@aws-amplify/ui-react';
import { LinkButton } from '#components/LinkButton.tsx';
import { Meter } from '#components/Meter.tsx';
import { placeWarning } from '#contract/accounts/limits';
import type { Team } from '#contract/accounts/team';
import { formatNumber } from '#i18n/format';
import { useTexts } from '#i18n/index';
import { config } from '#lib/config';
import { rootUrl } from '#lib/hosts';
import { useMayChoosePlan } from '#lib/session/session';
import styles from './team.module.css';

/** Places of the plan, and the way to more where there is none left. */
export function TeamUsage({
  usage: { used, limit, plan },
  mayManage,
}: {
  readonly usage: Team['usage'];
  readonly mayManage: boolean;
}) {
  const { t, language } = useTexts();
  const mayChoose = useMayChoosePlan();
  const values = {
    used: formatNumber(used, language),
    limit: formatNumber(limit, language),
    plan: t(`common:plan.${plan}`),
  };
  if (limit <= 0)
    return (
      <p className={`stack small ${styles.usage}`}>{t('team:usage.unlimited', { ...values, count: used })}</p>
    );
  const isFull = used >= limit;
  return (
    <div className={`stack small ${styles.usage}`}>
      <p id="team-usage">{t('team:usage.text', values)}</p>
      <Meter
        labelledBy="team-usage"
        text={t('team:usage.text', values)}
        used={used}
        limit={limit}
        level={placeWarning(used, limit)}
      />
      {isFull && mayManage && (
        <Alert variation="warning" heading={t('team:usage.full', values)}>
          {t(plan === 'free' ? 'team:usage.subscribe' : 'team:usage.more')}
          <div className="row parted-above-snug">
            {mayChoose ? (
              <LinkButton to="/billing" variation="primary">
                {t('team:usage.billing')}
              </LinkButton>
            ) : (
              <p>{t('common:planLimit.askOwner')}</p>
            )}
            <LinkButton to={rootUrl('/pricing', config())}>{t('team:usage.plans')}</LinkButton>
          </div>
        </Alert>
      )}
    </div>
  );
}
