import { useSearchParams } from 'react-router-dom';
import type { AnalyticsReport } from '#contract/insight/analytics';
import { type CountedKind, countedAs } from '#contract/insight/counted-as';
import { METRICS, type Metric, type MetricName } from '#contract/insight/metrics';
import { usePermission } from '#lib/session/session';

type Span = Pick<AnalyticsReport, 'from' | 'to'>;

/** What a link leads to, and nothing where it leads nowhere. */
type Href = string | undefined;

/** Addresses of the conversations behind a report's figures. Their list filters by one bot, or has those of all. */
export function useBehind(report: Pick<AnalyticsReport, 'from' | 'to' | 'bots'> | undefined) {
  const [address] = useSearchParams();
  const mayLook = usePermission('conversations.view');
  const isOfSeveral = (address.get('bots') ?? '').includes(',');
  const [only, ...others] = report?.bots ?? [];
  const onlyBot = only && !only.isDeleted && others.length === 0 ? only.botId : '';

  const all = (days: Span | undefined = report, counted = '', bot: string = onlyBot): Href => {
    if (!mayLook || !days || (isOfSeveral && bot === '')) return undefined;
    const filter = { view: 'all', bot, from: days.from, to: days.to, counted };
    return `/conversations?${new URLSearchParams(Object.entries(filter).filter(([, value]) => value !== ''))}`;
  };
  const counted = (kind: CountedKind, names: readonly string[], days?: Span, bot?: string): Href =>
    all(days, countedAs(kind, fitting(names)), bot);
  return {
    counted,
    /** Those that a metric counts; page views and visitors are none. */
    metric(name: MetricName, days?: Span): Href {
      const { sum }: Metric = METRICS[name];
      const names = Object.keys(sum ?? {});
      if (names.length === 0 || names.some((each) => OUTSIDE.has(each))) return undefined;
      return names.some((each) => IN_EACH.has(each)) ? all(days) : counted('DAY', names, days);
    },
  };
}

/** Counted of visitors before they say anything. */
const OUTSIDE: ReadonlySet<string> = new Set(['visits', 'openings']);
/** Counted of every conversation. */
const IN_EACH: ReadonlySet<string> = new Set(['conversations', 'messages', 'durationMs']);

/** As many names as the filter takes. */
function fitting(names: readonly string[]): readonly string[] {
  let length = 0;
  return names.filter((name) => {
    length += name.length + 1;
    return length < 900;
  });
}
