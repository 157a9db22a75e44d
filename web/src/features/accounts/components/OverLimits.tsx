import type { PlanPreview } from '#contract/accounts/usage';
import { formatNumber } from '#i18n/format';
import { useTexts } from '#i18n/index';

/** What stays beyond the limit, and takes nothing new. */
const STAYING = ['documents', 'conversations', 'allBots'] as const;

/** Of what there is more than a plan includes. */
export function overLimits(preview: PlanPreview) {
  return STAYING.filter((resource) => {
    const { used, limit } = preview[resource];
    return limit > 0 && used > limit;
  });
}

/** Of what there is more than a plan includes, and what follows from it. */
export function OverLimits({ preview }: { readonly preview: PlanPreview }) {
  const { t, language } = useTexts();
  return overLimits(preview).map((resource) => (
    <p key={resource}>
      {t(`usage:change.over.${resource}`, {
        used: formatNumber(preview[resource].used, language),
        limit: formatNumber(preview[resource].limit, language),
      })}
    </p>
  ));
}
