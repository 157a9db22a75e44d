import { type DailyMetrics, type Metrics, POSITIVE_STARS } from '#contract/insight/analytics';
import { type Counts, Sums } from './tally';

/** The sum of counters. */
export function sumOf(all: readonly Counts[]): Counts {
  const sums = new Sums();
  for (const counts of all) for (const [name, value] of Object.entries(counts)) sums.add(name, value);
  return sums.counts();
}

/** The metrics of counters that were added up. `visitors` is estimated elsewhere, from sketches. */
export function metricsOf(counts: Counts, visitors: number): Metrics {
  const of = (name: string) => counts[name] ?? 0;
  const conversations = of('conversations');
  const [answered, abstained, resolved, rated] = [
    of('answered'),
    of('abstained'),
    of('resolved'),
    of('rated'),
  ];
  const costUsd = of('costMicroUsd') / 1_000_000;
  const stars = [1, 2, 3, 4, 5].map((each) => ({ each, count: of(`stars${each}`) }));
  return {
    conversations,
    engaged: of('engaged'),
    messages: of('messages'),
    answered,
    abstained,
    deflected: of('deflected'),
    resolved,
    escalated: of('escalated'),
    ended: of('ended'),
    contacts: of('contacts'),
    rated,
    resolutionRate: share(resolved, conversations),
    abstentionRate: share(abstained, answered + abstained),
    satisfaction: share(
      stars.reduce((sum, { each, count }) => sum + each * count, 0),
      rated,
    ),
    positiveShare: share(
      stars.filter(({ each }) => each >= POSITIVE_STARS).reduce((sum, { count }) => sum + count, 0),
      rated,
    ),
    responseMs: share(of('responseMs'), of('responses')),
    agentResponseMs: share(of('agentResponseMs'), of('agentResponses')),
    messagesPerConversation: share(of('messages'), conversations),
    durationSeconds: share(of('durationMs') / 1_000, conversations),
    inputTokens: of('inputTokens'),
    outputTokens: of('outputTokens'),
    costUsd,
    costPerConversation: share(costUsd, conversations),
    costPerResolved: share(costUsd, resolved),
    visits: of('visits'),
    openings: of('openings'),
    visitors,
  };
}

export function dailyMetricsOf(counts: Counts): DailyMetrics {
  const {
    conversations,
    messages,
    answered,
    abstained,
    resolved,
    escalated,
    rated,
    satisfaction,
    responseMs,
    costUsd,
    visits,
    openings,
  } = metricsOf(counts, 0);
  return {
    conversations,
    messages,
    answered,
    abstained,
    resolved,
    escalated,
    rated,
    satisfaction,
    responseMs,
    costUsd,
    visits,
    openings,
  };
}

function share(part: number, whole: number): number | null {
  return whole > 0 ? part / whole : null;
}
