import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';
import { environment } from './environment';

/**
 * Counts a visitor's answer that a model was to write, and whether it did. One pair of metrics a stage, whichever
 * function answers: the alarm on their share reads them by the stage alone.
 */
export function countAnswer({
  byModel,
  firstTextMs = null,
}: {
  readonly byModel: boolean;
  /** What its visitor waited for its first words. */
  readonly firstTextMs?: number | null;
}): void {
  const metrics = stageMetrics();
  if (firstTextMs !== null) metrics.addMetric('AnswerFirstText', MetricUnit.Milliseconds, firstTextMs);
  metrics.addMetric('Answers', MetricUnit.Count, 1);
  metrics.addMetric('AnswersWithoutModel', MetricUnit.Count, byModel ? 0 : 1);
  metrics.publishStoredMetrics();
}

/** Per cent of what models may cost today that is used. */
export function recordModelBudget(percent: number): void {
  const metrics = stageMetrics();
  metrics.addMetric('ModelBudgetUsed', MetricUnit.Percent, percent);
  metrics.publishStoredMetrics();
}

/** What is counted on a stage, whichever function it happens in, and stands in its dashboard or has an alarm. */
export type StageCount =
  /** Segments of a bot's index that a question met and this version of the code can't read. */
  | 'UnreadableSegments'
  /** Mails that came back or were called spam. */
  | 'MailsReturned'
  /** Answers that say that the documents hold none. */
  | 'Abstentions'
  /** Calls of the embedding model that failed: search goes by words alone. */
  | 'EmbeddingsFailed'
  /** What the daily comparison of all accounts mended, or found and could not mend. */
  | 'Reconciled'
  /** Accounts of which it could not look at something, or not mend it. */
  | 'ReconcileFailed';

export function countOnStage(what: StageCount, count = 1): void {
  const metrics = stageMetrics();
  metrics.addMetric(what, MetricUnit.Count, count);
  metrics.publishStoredMetrics();
}

/** Written into the log, where CloudWatch reads it, by stage and not by function: an alarm finds one metric. */
function stageMetrics(): Metrics {
  const metrics = new Metrics();
  metrics.clearDefaultDimensions();
  metrics.addDimension('stage', environment('STAGE'));
  return metrics;
}
