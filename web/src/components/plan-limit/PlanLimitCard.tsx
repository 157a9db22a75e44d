import { Alert } from '@aws-amplify/ui-react';
import type { ReactNode } from 'react';
import type { MetLimit, Place } from '#components/plan-limit/limit-reached.ts';
import { largerPlan } from '#components/plan-limit/plan-limit.ts';
import { formatNumber } from '#i18n/format';
import { useTexts } from '#i18n/index';
import { usePlanLimits } from '#lib/platform-status';
import { useAuth, useMayChoosePlan } from '#lib/session/session';
import { LinkButton } from '../LinkButton';

export interface PlanLimitProps {
  readonly limit: MetLimit;
  /** What can be done at this place besides, as a button. */
  readonly action?: ReactNode;
}

/**
 * A limit of the plan that was met: of what, how much is used, and both ways on, by making room and by a larger plan.
 * Whoever can't choose the plan is told whom to ask.
 */
export function PlanLimitCard({ limit: { resource, current, limit, wanted }, action }: PlanLimitProps) {
  const { t, language } = useTexts();
  const { plan } = useAuth().account;
  const mayChoose = useMayChoosePlan();
  const number = (value: number) => formatNumber(value, language);
  const limitsOfPlan = usePlanLimits();
  const larger = largerPlan(plan, resource, limitsOfPlan);
  const more = larger && limitsOfPlan(larger)[resource];
  const heading = resource === 'documents' && wanted > 1 ? 'documentsWanted' : resource;
  return (
    <Alert variation="warning" heading={t(`common:planLimit.heading.${heading}`)}>
      <p>
        {t(`common:planLimit.used.${resource}`, {
          used: number(current),
          limit: number(limit),
          plan: t(`common:plan.${plan}`),
        })}{' '}
        {wanted > 1 && t('common:planLimit.wanted', { count: wanted, number: number(wanted) })}{' '}
        {t(`common:planLimit.how.${resource}`)}
      </p>
      {larger !== undefined && more !== undefined && (
        <p>
          {more > 0
            ? t('common:planLimit.larger', { plan: t(`common:plan.${larger}`), limit: number(more) })
            : t('common:planLimit.unlimited', { plan: t(`common:plan.${larger}`) })}{' '}
          {!mayChoose && t('common:planLimit.askOwner')}
        </p>
      )}
      <div className="row parted-above-snug">
        {mayChoose && larger !== undefined && (
          <LinkButton to="/billing" size="small" variation="primary">
            {t('common:planLimit.upgrade')}
          </LinkButton>
        )}
        {action}
        {MAKE_ROOM[resource] !== null && (
          <LinkButton to={MAKE_ROOM[resource].to} size="small">
            {t(MAKE_ROOM[resource].name)}
          </LinkButton>
        )}
      </div>
    </Alert>
  );
}

/** Where room is made. */
const MAKE_ROOM = {
  bots: { to: '/bots', name: 'common:planLimit.toBots' },
  allBots: { to: '/bots', name: 'common:planLimit.toBots' },
  documents: { to: '/usage', name: 'common:planLimit.toUsage' },
  teamMembers: { to: '/team', name: 'common:planLimit.toTeam' },
  reportSchedules: null,
  apiKeys: null,
} as const satisfies Readonly<Record<Place, { readonly to: string; readonly name: string } | null>>;
