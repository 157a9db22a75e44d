import type { DeliveryAttempt } from '#contract/insight/webhooks';
import { useTexts } from '#i18n/index';

/** What came of an attempt, in the reader's words. */
export function useAttemptText(): (attempt: DeliveryAttempt) => string {
  const { t } = useTexts();
  return ({ status, problem }) =>
    problem === null
      ? t('integrations:log.answered', { status: status ?? '' })
      : t(`integrations:problems.${problem}`);
}
