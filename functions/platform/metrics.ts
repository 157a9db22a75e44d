import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';
import { environment } from './environment';

/**
 * Counts a visitor's answer that a model was to write, and whether it did. One pair of metrics a stage, whichever
 * function answers: the alarm on their share reads them by the stage alone.
 */
export function countAnswer({ byModel }: { readonly byModel: boolean }): void {
  const metrics = stageMetrics();
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

/** Counts segments of a bot's index that a question met and this version of the code can't read. */
export function countUnreadableSegments(count: number): void {
  const metrics = stageMetrics();
  metrics.addMetric('UnreadableSegments', MetricUnit.Count, count);
  metrics.publishStoredMetrics();
}

/** Counts mails that came back or were called spam. */
export function countReturnedMails(count: number): void {
  const metrics = stageMetrics();
  metrics.addMetric('MailsReturned', MetricUnit.Count, count);
  metrics.publishStoredMetrics();
}

/** Written into the log, where CloudWatch reads it, by stage and not by function: an alarm finds one metric. */
function stageMetrics(): Metrics {
  const metrics = new Metrics();
  metrics.clearDefaultDimensions();
  metrics.addDimension('stage', environment('STAGE'));
  return metrics;
}
