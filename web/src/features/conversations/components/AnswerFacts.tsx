import { type Fact, Facts } from '#components/Facts.tsx';
import type { AnswerRecord } from '#contract/answers/answer-record';
import { formatCount, formatDollars, formatSeconds } from '#i18n/answer-format';
import { useTexts } from '#i18n/index';
import { config } from '#lib/config';
import styles from './transcript.module.css';

/** A text with the sentences marked that no passage supports. */
export function MarkedText({
  text,
  spans,
}: {
  readonly text: string;
  readonly spans: AnswerRecord['unsupported'];
}) {
  const { t } = useTexts();
  return spans.map(({ start, end }, index) => (
    <span key={start}>
      {text.slice(spans[index - 1]?.end ?? 0, start)}
      <mark className={styles.unsupported}>
        <span className="amplify-visually-hidden">{t('conversations:answer.unsupportedBefore')} </span>
        {text.slice(start, end)}
      </mark>
      {index === spans.length - 1 && text.slice(end)}
    </span>
  ));
}

/** As editors choose it; one that the stage has no more by its id. */
function modelName(model: string): string {
  return config().answerModels.find(({ id }) => id === model)?.name ?? model;
}

/** How an answer came to be; what needs a look is said at once, the rest on request. */
export function AnswerFacts({ record }: { readonly record: AnswerRecord }) {
  const { t, language } = useTexts();
  const { model, modelFailure, inputTokens, outputTokens, costUsd, searchedFor, unsupported } = record;
  const { retrievedMs, firstTextMs, doneMs } = record;
  const facts: readonly Fact[] = [
    [t('conversations:answer.model'), model === null ? t('conversations:answer.noModel') : modelName(model)],
    [t('conversations:answer.failure'), modelFailure && t(`conversations:answer.failures.${modelFailure}`)],
    [t('conversations:answer.searchedFor'), searchedFor],
    [t('conversations:answer.retrieved'), retrievedMs === null ? null : formatSeconds(retrievedMs, language)],
    [t('conversations:answer.firstText'), firstTextMs === null ? null : formatSeconds(firstTextMs, language)],
    [t('conversations:answer.done'), formatSeconds(doneMs, language)],
    [
      t('conversations:answer.tokens'),
      inputTokens === null || outputTokens === null
        ? null
        : t('conversations:answer.tokensValue', {
            input: formatCount(inputTokens, language),
            output: formatCount(outputTokens, language),
          }),
    ],
    [t('conversations:answer.cost'), costUsd === null ? null : formatDollars(costUsd, language)],
  ];
  return (
    <>
      {unsupported.length > 0 && (
        <p className={styles.unsupportedNote}>
          {t('conversations:answer.unsupported', { count: unsupported.length })}
        </p>
      )}
      <details className={styles.answerFacts}>
        <summary>{t('conversations:answer.label')}</summary>
        <Facts facts={facts} />
      </details>
    </>
  );
}
