import { Button } from '@aws-amplify/ui-react';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Clamp } from '#components/Clamp.tsx';
import { ErrorNotice } from '#components/ErrorNotice.tsx';
import { TextInput } from '#components/form/TextInput.tsx';
import { type FoundPassage, MAX_TRIED_QUESTION } from '#contract/answers/retrieval';
import { cleanLine } from '#contract/base/clean';
import type { Document } from '#contract/knowledge/documents';
import { headingUnder } from '#contract/knowledge/heading-under';
import { formatNumber, formatPercent } from '#i18n/format';
import { useTexts } from '#i18n/index';
import type { TranslationKey } from '#i18n/keys';
import { call } from '#lib/api';
import { TrialReply } from './TrialReply';
import styles from './trial.module.css';

/** Passages that are shown at once: what an answer stands on is among the first. */
const FIRST = 3;

/** Shows what a visitor would read in answer to a question, and what it finds. */
export function RetrievalTrial({
  botId,
  documents,
}: {
  readonly botId: string;
  readonly documents: readonly Document[];
}) {
  const { t, language } = useTexts();
  const [question, setQuestion] = useState('');
  const [problem, setProblem] = useState<TranslationKey | null>(null);
  const [all, setAll] = useState(false);
  const trial = useMutation({
    mutationFn: (asked: string) => call('tryRetrieval', { params: { botId }, body: { question: asked } }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const asked = cleanLine(question);
    if (!asked) return setProblem('knowledge:trial.missing');
    if (asked.length > MAX_TRIED_QUESTION) return setProblem('knowledge:trial.tooLong');
    setAll(false);
    trial.mutate(asked);
  };
  // Of a document that was deleted or replaced since nothing is shown: it answers no more.
  const isThere = ({ documentId }: FoundPassage) => documents.some(({ id }) => id === documentId);
  const data = trial.data?.passages.every(isThere) ? trial.data : null;
  return (
    <section className={`framed round ${styles.trial}`} aria-labelledby="trial">
      <div>
        <h2 id="trial">{t('knowledge:trial.title')}</h2>
        <p className="soft">{t('knowledge:trial.text')}</p>
      </div>
      <form className={`stack snug ${styles.ask}`} onSubmit={submit} noValidate>
        <TextInput
          label={t('knowledge:trial.question')}
          placeholder={t('knowledge:trial.hint')}
          autoComplete="off"
          value={question}
          onChange={({ target }) => {
            setQuestion(target.value);
            setProblem(null);
          }}
          problem={problem}
        />
        <Button
          type="submit"
          variation="primary"
          isLoading={trial.isPending}
          loadingText={t('knowledge:trial.trying')}
        >
          {t('knowledge:trial.try')}
        </Button>
      </form>
      {trial.isError && <ErrorNotice error={trial.error} />}
      <div role="status" className={styles.outcome}>
        {data && (
          <>
            <p className={styles.verdict} data-verdict={data.verdict}>
              {t(`knowledge:trial.verdict.${data.verdict}`)}
            </p>
            <TrialReply reply={data.reply} record={data.record} instructions={data.instructions} />
          </>
        )}
      </div>
      {data && data.passages.length > 0 && (
        <>
          <ol className="stack snug" aria-label={t('knowledge:trial.found')}>
            {data.passages.slice(0, all ? undefined : FIRST).map((passage) => (
              <Passage
                key={`${passage.documentId} ${passage.text}`}
                passage={passage}
                isJudged={data.reply.citations.length > 0}
              />
            ))}
          </ol>
          {!all && data.passages.length > FIRST && (
            <div className="more">
              <Button size="small" onClick={() => setAll(true)}>
                {t('common:more')} ({formatNumber(data.passages.length - FIRST, language)})
              </Button>
            </div>
          )}
          <Legend passages={data.passages} />
        </>
      )}
    </section>
  );
}

const FIELDS = ['words', 'grams', 'pairs', 'dense'] as const;

function Passage({
  passage,
  isJudged,
}: {
  readonly passage: FoundPassage;
  /** Whether there is an answer that used some of the passages. */
  readonly isJudged: boolean;
}) {
  const { t, language } = useTexts();
  const { title, page, heading, text, score, coverage, fields, citationNumber } = passage;
  const rounded = (value: number) => formatNumber(Math.round(value * 100) / 100, language);
  const place = [
    title,
    headingUnder(title, heading),
    page === null ? null : t('knowledge:trial.page', { page }),
  ];
  const scores = [
    [t('knowledge:trial.score'), rounded(score)],
    [t('knowledge:trial.coverage'), formatPercent(coverage, language)],
    ...FIELDS.flatMap((field) => {
      const value = fields[field];
      return value === null ? [] : [[t(`knowledge:trial.fields.${field}`), rounded(value)]];
    }),
  ];
  return (
    <li className={styles.passage} data-clamp-group data-used={isJudged && citationNumber !== null}>
      {isJudged && (
        <p className={`note strong ${styles.use}`}>
          {citationNumber === null
            ? t('knowledge:trial.unused')
            : t('knowledge:trial.used', { number: `[${citationNumber}]` })}
        </p>
      )}
      <details>
        <summary>
          <span className="entry-title">
            <Clamp text={place.filter(Boolean).join(' · ')} />
          </span>
          <span className={`muted ${styles.quote}`}>
            <Clamp text={text} />
          </span>
        </summary>
      </details>
      <p className="muted">{t(`knowledge:trial.covers.${partOf(coverage)}`)}</p>
      <details className="note">
        <summary>{t('knowledge:trial.details')}</summary>
        <dl className={styles.scores}>
          {scores.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </details>
    </li>
  );
}

/** How much of a question a passage speaks of, in words; the figure is behind 'Details'. */
function partOf(coverage: number): 'all' | 'most' | 'part' | 'little' {
  if (coverage > 0.95) return 'all';
  if (coverage > 0.6) return 'most';
  return coverage > 0.3 ? 'part' : 'little';
}

/** What each score says, in words. */
function Legend({ passages }: { readonly passages: readonly FoundPassage[] }) {
  const { t } = useTexts();
  const fields = FIELDS.filter((field) => passages.some((passage) => passage.fields[field] !== null));
  const terms = [
    [t('knowledge:trial.score'), t('knowledge:trial.explained.score')],
    [t('knowledge:trial.coverage'), t('knowledge:trial.explained.coverage')],
    ...fields.map((field) => [
      t(`knowledge:trial.fields.${field}`),
      t(`knowledge:trial.explained.fields.${field}`),
    ]),
  ];
  return (
    <details className={`muted ${styles.legend}`}>
      <summary>{t('knowledge:trial.explained.title')}</summary>
      <dl>
        {terms.map(([name, text]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
