import type { LayoutWidget } from '#contract/insight/analytics-layout';
import { METRICS, metricNamed } from '#contract/insight/metrics';
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
    const metric = metricNamed(shows);
    if (metric) return METRICS[metric].shows[0];
    return Object.hasOwn(LISTS, shows) ? (LISTS[shows] ?? []) : [];
  });
  return [...new Set(views)];
}
