import { AnswerText } from '#components/AnswerText.tsx';
import type { RetrievalTrial } from '#contract/answers/retrieval';
import { formatDollars, formatSeconds } from '#i18n/answer-format';
import { useTexts } from '#i18n/index';
import { config } from '#lib/config';
import styles from './trial.module.css';

/** What a visitor would read, what it is made from, and what it took. */
export function TrialReply({
  reply,
  record,
  instructions,
}: Pick<RetrievalTrial, 'reply' | 'record' | 'instructions'>) {
  const { t, language } = useTexts();
  const { model, doneMs, costUsd } = record;
  const facts = [
    model !== null && (config().answerModels.find(({ id }) => id === model)?.name ?? model),
    // Without a model there is nothing to wait for.
    model !== null && formatSeconds(doneMs, language),
    costUsd !== null && t('knowledge:trial.cost', { cost: formatDollars(costUsd, language) }),
  ].filter(Boolean);
  return (
    <figure className={styles.reply}>
      <figcaption className="muted">{t('knowledge:trial.reply')}</figcaption>
      <AnswerText text={reply.text} />
      {reply.citations.length > 0 && (
        <ul className={`muted ${styles.replySources}`} aria-label={t('knowledge:trial.sources')}>
          {reply.citations.map(({ number, title, page, quote }) => (
            <li key={number} title={quote}>
              [{number}] {title}
              {page !== null && `, ${t('knowledge:trial.page', { page })}`}
            </li>
          ))}
        </ul>
      )}
      {instructions !== '' && (
        <details>
          <summary>{t('knowledge:trial.instructions')}</summary>
          <p className="as-typed">{instructions}</p>
        </details>
      )}
      {facts.length > 0 && <p className="muted">{facts.join(' · ')}</p>}
    </figure>
  );
}
