import { Button } from '@aws-amplify/ui-react';
import { useQuery } from '@tanstack/react-query';
import { FlaskConical, Play, Plus } from 'lucide-react';
import { useState } from 'react';
import { Card } from '#components/Card.tsx';
import { EmptyState } from '#components/EmptyState.tsx';
import { ErrorNotice } from '#components/ErrorNotice.tsx';
import { Skeleton } from '#components/Loading.tsx';
import { Toggle } from '#components/Toggle.tsx';
import { GOLDEN_LIMITS, type GoldenQuestion } from '#contract/insight/golden';
import { useTexts } from '#i18n/index';
import { call } from '#lib/api';
import { usePermission } from '#lib/session/session';
import { useGoldenChange } from '../hooks/useGolden';
import { goldenSetQuery } from '../queries';
import { GoldenDialog } from './GoldenDialog';
import { GoldenResult } from './GoldenResult';
import { GoldenRow } from './GoldenRow';

/** Questions that the bot has to be able to answer, what they came to, and what a deployment makes of it. */
export function GoldenTests({ botId }: { readonly botId: string }) {
  const { t } = useTexts();
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
  return (
    <Card
      title={t('questions:tests.title')}
      lead={t('questions:tests.lead')}
      action={
        mayManage && questions.length > 0 ? (
          <div className="row small">
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
          <GoldenResult set={set} rerun={mayManage ? run : undefined} />
          <ul className="framed round divided">
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
          <fieldset disabled={!mayManage || gate.isPending}>
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
