import type { MetricName } from '#contract/insight/analytics-definitions';
import type { LayoutWidget } from '#contract/insight/analytics-layout';
import type { ReportView } from '#contract/insight/reports';
import type { ViewName } from './view';

/** The views of a report that have what a page shows. */
const EXPORTED: Readonly<Record<Exclude<ViewName, 'custom'>, readonly ReportView[]>> = {
  overview: ['overview'],
  conversations: ['conversations'],
  satisfaction: ['satisfaction'],
  topics: ['topics'],
  gaps: ['gaps'],
  funnel: ['funnel'],
  flow: ['flow'],
  compare: ['comparison'],
  cost: ['cost', 'forecast'],
  live: [],
};

/** In which view of a report each metric stands. */
const VIEW_OF: Readonly<Record<MetricName, ReportView>> = {
  conversations: 'overview',
  engaged: 'conversations',
  messages: 'overview',
  answered: 'conversations',
  abstained: 'conversations',
  deflected: 'conversations',
  resolved: 'conversations',
  escalated: 'overview',
  ended: 'conversations',
  contacts: 'overview',
  rated: 'satisfaction',
  resolutionRate: 'overview',
  abstentionRate: 'overview',
  satisfaction: 'satisfaction',
  positiveShare: 'satisfaction',
  responseMs: 'overview',
  agentResponseMs: 'conversations',
  messagesPerConversation: 'conversations',
  durationSeconds: 'conversations',
  inputTokens: 'cost',
  outputTokens: 'cost',
  costUsd: 'cost',
  costPerConversation: 'cost',
  costPerResolved: 'cost',
  visits: 'funnel',
  openings: 'funnel',
  visitors: 'overview',
};

const LISTS: Readonly<Record<string, ReportView>> = {
  bots: 'comparison',
  pages: 'conversations',
  ratings: 'satisfaction',
};

/** What is exported of a view; of one's own dashboard the views that its widgets are taken from, each once. */
export function exportedOf(
  name: ViewName,
  widgets: readonly Pick<LayoutWidget, 'shows'>[],
): readonly ReportView[] {
  if (name !== 'custom') return EXPORTED[name];
  const views = widgets.flatMap(({ shows }) => {
    const view = Object.hasOwn(VIEW_OF, shows) ? VIEW_OF[shows as MetricName] : undefined;
    return view ?? (Object.hasOwn(LISTS, shows) ? (LISTS[shows] ?? []) : []);
  });
  return [...new Set(views)];
}
