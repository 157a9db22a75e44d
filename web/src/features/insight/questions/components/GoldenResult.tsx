import { Alert, Button } from '@aws-amplify/ui-react';
import { type GoldenSet, regressions } from '#contract/insight/golden';
import { formatDollars } from '#i18n/answer-format';
import { formatDateTime, formatNumber } from '#i18n/format';
import { useTexts } from '#i18n/index';

/** What the test questions came to at the last run, and what is to be done about it. */
export function GoldenResult({
  set,
  rerun,
}: {
  readonly set: GoldenSet;
  /** Asks those that were not judged; undefined where the person may not. */
  readonly rerun: { readonly isPending: boolean; readonly mutate: (input: undefined) => void } | undefined;
}) {
  const { t, language } = useTexts();
  const results = set.latest?.results ?? [];
  const passed = results.filter((result) => result.passed).length;
  const unjudged = results.filter((result) => result.passed === null).length;
  const asked = results.length;
  const worse = regressions(set.before, set.latest).length;
  const number = (value: number) => formatNumber(value, language);
  return (
    <div role="status" className="stack snug">
      {set.latest ? (
        <p>
          <strong>
            {t('questions:tests.passed', {
              passed: number(passed),
              count: asked,
              number: number(asked),
            })}
          </strong>{' '}
          <span className="faint long">
            {t('questions:tests.ranAt', { when: formatDateTime(set.latest.ranAt, language) })}
            {set.latest.costUsd !== null &&
              `, ${t('questions:tests.cost', { cost: formatDollars(set.latest.costUsd, language) })}`}
          </span>
        </p>
      ) : (
        <p>{t('questions:tests.never')}</p>
      )}
      {worse > 0 && (
        <Alert variation="error" hasIcon={false}>
          {t('questions:tests.worse', { count: worse, number: number(worse) })}
        </Alert>
      )}
      {unjudged > 0 && (
        <Alert variation="warning" hasIcon={false}>
          <div className="stack">
            {t('questions:tests.unjudged', { count: unjudged, number: number(unjudged) })}
            {rerun && (
              <div className="row small">
                <Button
                  size="small"
                  isLoading={rerun.isPending}
                  loadingText={t('questions:tests.running')}
                  onClick={() => rerun.mutate(undefined)}
                >
                  {t('questions:tests.runRest')}
                </Button>
              </div>
            )}
          </div>
        </Alert>
      )}
      {set.latest && !set.isCurrent && (
        <Alert variation="info" hasIcon={false}>
          {t('questions:tests.stale')}
        </Alert>
      )}
    </div>
  );
}
