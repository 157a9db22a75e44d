import { Button } from '@aws-amplify/ui-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Clamp } from '#components/Clamp.tsx';
import { ConfirmDialog } from '#components/ConfirmDialog.tsx';
import { StatusPill, type Tone } from '#components/StatusPill.tsx';
import { isAnswered } from '#contract/answers/retrieval';
import type { GoldenQuestion, GoldenResult } from '#contract/insight/golden';
import { useTexts } from '#i18n/index';
import type { TranslationKey } from '#i18n/keys';
import { call } from '#lib/api';
import { queryKeys } from '#lib/query-keys';
import { useErrorToast } from '#lib/use-error-toast';
import styles from './questions.module.css';

/** A test question with what it came to, and how that differs from before. */
export function GoldenRow({
  botId,
  golden,
  latest,
  before,
  mayManage,
  onEdit,
}: {
  readonly botId: string;
  readonly golden: GoldenQuestion;
  readonly latest: GoldenResult | undefined;
  readonly before: GoldenResult | undefined;
  readonly mayManage: boolean;
  readonly onEdit: () => void;
}) {
  const { t } = useTexts();
  const { question, source, sourceTitle, words } = golden;
  const [tone, outcome] = outcomeOf(latest, before);
  const isGone = source !== null && sourceTitle === null;
  const notes = latest && !latest.passed ? problemsOf(latest, golden, isGone) : [];
  const hasMoved =
    latest?.rank != null && before?.rank != null && latest.rank !== before.rank && latest.passed;
  return (
    <li className={styles.row}>
      <div className={`stack tight ${styles.words}`}>
        <h3 className="entry-title">
          <Clamp text={question} />
        </h3>
        {sourceTitle !== null && (
          <p className="faint long">{t('questions:tests.expectsSource', { title: sourceTitle })}</p>
        )}
        {words.length > 0 && (
          <p className="faint long">{t('questions:tests.expectsWords', { words: words.join(' · ') })}</p>
        )}
        {notes.map(([key, values]) => (
          <p key={key} className={latest?.passed === null ? `faint long` : styles.problem}>
            {t(key, values)}
          </p>
        ))}
        {isGone && (
          <>
            <p className={styles.problem}>{t('questions:tests.sourceGone')}</p>
            {mayManage && (
              <div className="row small">
                <Button size="small" onClick={onEdit}>
                  {t('questions:tests.chooseSource')}
                </Button>
              </div>
            )}
          </>
        )}
        {hasMoved && (
          <p className="faint long">
            {t('questions:tests.moved', { before: before.rank ?? 0, now: latest.rank ?? 0 })}
          </p>
        )}
      </div>
      <div>
        <StatusPill tone={tone}>{t(outcome)}</StatusPill>
      </div>
      {mayManage && <GoldenTools botId={botId} golden={golden} onEdit={onEdit} />}
    </li>
  );
}

/** Changes a test question, or takes it away. */
function GoldenTools({
  botId,
  golden: { id, question },
  onEdit,
}: {
  readonly botId: string;
  readonly golden: GoldenQuestion;
  readonly onEdit: () => void;
}) {
  const { t } = useTexts();
  const tellError = useErrorToast();
  const queryClient = useQueryClient();
  const [asking, setAsking] = useState(false);
  const removal = useMutation({
    mutationFn: () => call('deleteGolden', { params: { botId, goldenId: id } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKeys.goldenSet(botId) }),
    onError: (error) => {
      setAsking(false);
      tellError(error);
    },
  });
  return (
    <>
      <div className="row small">
        <button
          type="button"
          className="icon-button large"
          onClick={onEdit}
          aria-label={t('questions:tests.editOf', { question })}
          title={t('questions:tests.edit')}
        >
          <Pencil size={18} aria-hidden="true" />
        </button>
        <button
          type="button"
          className="icon-button large"
          data-danger
          onClick={() => setAsking(true)}
          aria-label={t('questions:tests.deleteOf', { question })}
          title={t('questions:tests.delete')}
        >
          <Trash2 size={18} aria-hidden="true" />
        </button>
      </div>
      {asking && (
        <ConfirmDialog
          title={t('questions:tests.deleteTitle')}
          about={question}
          confirmLabel={t('questions:tests.delete')}
          busy={removal.isPending}
          onConfirm={() => removal.mutate()}
          onCancel={() => setAsking(false)}
        >
          {t('questions:tests.deleteText')}
        </ConfirmDialog>
      )}
    </>
  );
}

function outcomeOf(
  latest: GoldenResult | undefined,
  before: GoldenResult | undefined,
): readonly [Tone, TranslationKey] {
  if (!latest) return ['neutral', 'questions:outcome.notRun'];
  if (latest.passed === null) return ['neutral', 'questions:outcome.notJudged'];
  if (latest.passed)
    return ['good', before?.passed === false ? 'questions:outcome.fixed' : 'questions:outcome.passed'];
  return ['bad', before?.passed ? 'questions:outcome.worse' : 'questions:outcome.failed'];
}

type Note = readonly [key: TranslationKey, values: Readonly<Record<string, string>>];

/** Why it failed, or was not judged, each in a sentence. What follows from its document being gone is not said. */
function problemsOf(
  { passed, verdict, rank, missing }: GoldenResult,
  { source }: GoldenQuestion,
  isGone: boolean,
): readonly Note[] {
  if (passed === null) return [['questions:problem.modelFailed', {}]];
  if (isGone) return [];
  return [
    ...(isAnswered(verdict) ? [] : [['questions:problem.abstains', {}] as const]),
    ...(source !== null && rank === null ? [['questions:problem.source', {}] as const] : []),
    ...(missing.length > 0 ? [['questions:problem.words', { words: missing.join(' · ') }] as const] : []),
  ];
}
