import { metLimit } from '#components/plan-limit/limit-reached.ts';
import { formatNumber } from '#i18n/format';
import { useTexts } from '#i18n/index';
import { errorCode } from './api-error';
import { useAuth } from './session/session';

/** What a refused call says where there is room for one sentence only: of a limit of the plan, also its figures. */
export function useErrorText(): (error: unknown) => string {
  const { t, language } = useTexts();
  const { plan } = useAuth().account;
  return (error) => {
    const limit = metLimit(error);
    if (!limit) return t(`errors:${errorCode(error)}`);
    const figures = {
      used: formatNumber(limit.current, language),
      limit: formatNumber(limit.limit, language),
      plan: t(`common:plan.${plan}`),
    };
    return [
      `${t(`common:planLimit.heading.${limit.resource}`)}.`,
      t(`common:planLimit.used.${limit.resource}`, figures),
      t(`common:planLimit.how.${limit.resource}`),
    ].join(' ');
  };
}
