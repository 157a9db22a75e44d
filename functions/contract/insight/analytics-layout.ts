import * as z from 'zod';
import { List, Text } from '../base/text';
import { DAILY_NAMES, METRIC_NAMES } from './metrics';

export const WIDGET_KINDS = ['metric_card', 'chart', 'data_table', 'activity_feed'] as const;
export const WIDGET_SIZES = ['small', 'medium', 'large'] as const;
export const WIDGET_TABLES = ['bots', 'pages'] as const;
const WIDGET_FEEDS = ['ratings'] as const;

/** What widgets of each kind can show. */
export const WIDGET_SHOWS = {
  metric_card: METRIC_NAMES,
  chart: DAILY_NAMES,
  data_table: WIDGET_TABLES,
  activity_feed: WIDGET_FEEDS,
} as const satisfies Record<(typeof WIDGET_KINDS)[number], readonly string[]>;

export const LayoutWidget = z
  .object({
    id: Text(40).min(1),
    kind: z.enum(WIDGET_KINDS),
    size: z.enum(WIDGET_SIZES),
    /** A metric's name, or that of a chart or a table. */
    shows: z.enum([...METRIC_NAMES, ...WIDGET_TABLES, ...WIDGET_FEEDS]),
  })
  .refine(({ kind, shows }) => (WIDGET_SHOWS[kind] as readonly string[]).includes(shows), {
    path: ['shows'],
    error: 'A widget of this kind does not show that.',
  });
export type LayoutWidget = z.infer<typeof LayoutWidget>;

/** Of a person's own dashboard. */
export const MOST_WIDGETS = 24;

/** A person's own dashboard in an account. Version 0: they have saved none. */
export const AnalyticsLayout = z.object({
  version: z.number().int().nonnegative(),
  widgets: List(z.array(LayoutWidget).max(MOST_WIDGETS), MOST_WIDGETS).refine(
    (widgets) => new Set(widgets.map(({ id }) => id)).size === widgets.length,
    { error: 'Two widgets have the same id.' },
  ),
});
export type AnalyticsLayout = z.infer<typeof AnalyticsLayout>;
