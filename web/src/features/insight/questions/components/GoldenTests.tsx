import { Alert, Button } from '@aws-amplify/ui-react';
import { useQuery } from '@tanstack/react-query';
import { FlaskConical, Play, Plus } from 'lucide-react';
import { useState } from 'react';
import { Card } from '#components/Card.tsx';
import { EmptyState } from '#components/EmptyState.tsx';
import { ErrorNotice } from '#components/ErrorNotice.tsx';
import { Skeleton } from '#components/Loading.tsx';
import { Toggle } from '#components/Toggle.tsx';
import { GOLDEN_LIMITS, type GoldenQuestion, regressions } from '#contract/insight/golden';
import { formatDollars } from '#i18n/answer-format';
import { formatDateTime, formatNumber } from '#i18n/format';
import { useTexts } from '#i18n/index';
import { call } from '#lib/api';
import { usePermission } from '#lib/session/session';
import { useGoldenChange } from '../hooks/useGolden';
import { goldenSetQuery } from '../queries';
import { GoldenDialog } from './GoldenDialog';
import { GoldenRow } from './GoldenRow';
import styles from './questions.module.css';

/** Questions that the bot has to be able to answer, what they came to, and what a deployment makes of it. */
export function GoldenTests({ botId }: { readonly botId: string }) {
  const { t, language } = useTexts();
  const mayManage = usePermission('bots.manage');
  const golden = useQuery(goldenSetQuery(botId));
  const run = useGoldenChange(botId, () => call('runGoldenSet', { params: { botId } }));
  const gate = useGoldenChange(botId, (refusesRegressions: boolean) =>
    call('updateGoldenSet', { params: { botId }, body: { refusesRegressions } }),
  );
  /** The one that is changed; null: a new one. */
  const [edited, setEdited] = useState<GoldenQuestion | null | undefined>(undefined);
  const set = golden.data;
  const questions = set?.questions ?? [];
  const isFull = questions.length >= GOLDEN_LIMITS.questions;
  const add = (
    <Button
      size="small"
      {...(questions.length === 0 && { variation: 'primary' as const })}
      isDisabled={isFull}
      onClick={() => setEdited(null)}
    >
      <Plus size={16} aria-hidden="true" />
      {t('questions:tests.add')}
    </Button>
  );
  const passed = set?.latest?.results.filter((result) => result.passed).length ?? 0;
  const asked = set?.latest?.results.length ?? 0;
  const unjudged = set?.latest?.results.filter((result) => result.passed === null).length ?? 0;
  const worse = regressions(set?.before ?? null, set?.latest ?? null).length;
  const number = (value: number) => formatNumber(value, language);
  return (
    <Card
      title={t('questions:tests.title')}
      lead={t('questions:tests.lead')}
      action={
        mayManage && questions.length > 0 ? (
          <div className={styles.actions}>
            {add}
            <Button
              size="small"
              variation="primary"
              isLoading={run.isPending}
              loadingText={t('questions:tests.running')}
              onClick={() => run.mutate(undefined)}
            >
              <Play size={15} aria-hidden="true" />
              {t('questions:tests.run')}
            </Button>
          </div>
        ) : undefined
      }
    >
      {golden.isPending && <Skeleton label="loading:bot" lines={4} />}
      {golden.isError && !set && <ErrorNotice error={golden.error} onRetry={() => void golden.refetch()} />}
      {set && questions.length === 0 && (
        <EmptyState
          icon={<FlaskConical size={28} />}
          title={t('questions:tests.none')}
          heading="h3"
          action={mayManage ? add : undefined}
        >
          {t('questions:tests.noneText')}
        </EmptyState>
      )}
      {set && questions.length > 0 && (
        <div className="stack">
          <div role="status" className={styles.summary}>
            {set.latest ? (
              <p>
                <strong>
                  {t('questions:tests.passed', {
                    passed: number(passed),
                    count: asked,
                    number: number(asked),
                  })}
                </strong>{' '}
                <span className={styles.meta}>
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
                  {mayManage && (
                    <div className={styles.actions}>
                      <Button
                        size="small"
                        isLoading={run.isPending}
                        loadingText={t('questions:tests.running')}
                        onClick={() => run.mutate(undefined)}
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
          <ul className={styles.list}>
            {questions.map((question) => (
              <GoldenRow
                key={question.id}
                botId={botId}
                golden={question}
                latest={set.latest?.results.find(({ id }) => id === question.id)}
                before={set.before?.results.find(({ id }) => id === question.id)}
                mayManage={mayManage}
                onEdit={() => setEdited(question)}
              />
            ))}
          </ul>
          <fieldset className={styles.plain} disabled={!mayManage || gate.isPending}>
            <Toggle
              label={t('questions:tests.gate')}
              hint={t('questions:tests.gateHint')}
              checked={gate.isPending ? gate.variables : set.refusesRegressions}
              onChange={gate.mutate}
            />
          </fieldset>
        </div>
      )}
      {edited !== undefined && (
        <GoldenDialog botId={botId} golden={edited} onClose={() => setEdited(undefined)} />
      )}
    </Card>
  );
}
