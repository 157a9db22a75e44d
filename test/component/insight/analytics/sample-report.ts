import { AnalyticsReport, type Metrics } from '#contract/insight/analytics';
import { METRIC_NAMES, METRICS } from '#contract/insight/metrics';

const NOTHING = Object.fromEntries(
  METRIC_NAMES.map((name) => [name, 'over' in METRICS[name] ? null : 0]),
) as Metrics;

/** Days in which nothing was counted. */
export function emptyReport(): AnalyticsReport {
  return AnalyticsReport.parse({
    timeZone: 'Europe/Berlin',
    from: '2026-03-01',
    to: '2026-03-02',
    previousFrom: '2026-02-27',
    previousTo: '2026-02-28',
    totals: NOTHING,
    previous: NOTHING,
    until: null,
    series: [],
    previousSeries: [],
    bots: [],
    responseTimes: [],
    stars: [],
    lengths: [],
    hours: [],
    languages: [],
    pages: [],
    escalations: [],
    funnel: [],
    visitorsError: 0.02,
    behindSince: null,
  });
}

/** Two days of one bot. */
export function sampleReport(): AnalyticsReport {
  const totals: Metrics = {
    ...NOTHING,
    conversations: 120,
    resolved: 45,
    rated: 10,
    satisfaction: 4.25,
    visits: 2_000,
  };
  const day = { ...NOTHING, resolved: 20 };
  return AnalyticsReport.parse({
    ...emptyReport(),
    totals,
    previous: { ...totals, conversations: 100 },
    series: [
      { ...day, at: '2026-03-01', conversations: 50 },
      { ...day, at: '2026-03-02', conversations: 70, resolved: 25 },
    ],
    bots: [{ botId: 'bot-1', name: 'Front desk', isDeleted: false, totals }],
    stars: [1, 2, 3, 4, 5].map((stars) => ({ stars, count: 2 })),
    hours: Array.from({ length: 24 }, () => 5),
    languages: [{ language: 'en', count: 120 }],
    pages: [{ name: 'https://example.net/', count: 120 }],
    funnel: [
      { stage: 'visitors', count: 1_000, dropOff: null },
      { stage: 'widget_opened', count: 300, dropOff: 0.7 },
    ],
  });
}
