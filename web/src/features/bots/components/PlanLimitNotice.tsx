import { Alert } from '@aws-amplify/ui-react';
import { PLANS } from '../../../../../functions/contract/plans';
import { useTexts } from '../../../i18n';
import { useSession } from '../../../lib/session';

/** The plan holds no more bots: says how many it holds and what a larger one would. */
export function PlanLimitNotice() {
  const { t } = useTexts();
  const { account } = useSession();
  return (
    <Alert variation="warning" heading={t('bots:limit.title')}>
      {t('bots:limit.text', {
        plan: t(`common:plan.${account.plan}`),
        count: PLANS[account.plan].limits.bots,
        larger: t('common:plan.professional'),
        largerCount: PLANS.professional.limits.bots,
      })}
    </Alert>
  );
}
