import type { ExportFormat } from '../base/export-format';
import type { RawData, ReportView, Timing } from './reports';

interface BuiltIn {
  readonly views: readonly ReportView[];
  readonly metrics: boolean;
  readonly charts: boolean;
  readonly rawData: readonly RawData[];
  readonly format: ExportFormat;
  readonly timing: Timing;
}

const monday = { frequency: 'weekly', weekday: 'MON', monthDay: 1, time: '08:00' } as const;
const first = { frequency: 'monthly', weekday: 'MON', monthDay: 1, time: '08:00' } as const;
const daily = { frequency: 'daily', weekday: 'MON', monthDay: 1, time: '07:00' } as const;

/** Templates that every account has; their names and what they are for are texts of the dashboard. */
export const BUILT_IN_TEMPLATES = {
  weekly_summary: {
    views: ['overview', 'conversations', 'satisfaction', 'gaps'],
    metrics: true,
    charts: true,
    rawData: [],
    format: 'pdf',
    timing: monday,
  },
  board_report: {
    views: ['overview', 'funnel', 'satisfaction', 'topics', 'cost', 'forecast'],
    metrics: true,
    charts: true,
    rawData: [],
    format: 'pdf',
    timing: first,
  },
  support_quality: {
    views: ['satisfaction', 'conversations', 'comparison'],
    metrics: true,
    charts: true,
    rawData: [],
    format: 'pdf',
    timing: monday,
  },
  knowledge_gaps: {
    views: ['gaps', 'topics'],
    metrics: true,
    charts: true,
    rawData: ['unanswered'],
    format: 'xlsx',
    timing: monday,
  },
  lead_report: {
    views: ['funnel', 'flow'],
    metrics: true,
    charts: false,
    rawData: ['conversations'],
    format: 'xlsx',
    timing: daily,
  },
  cost_report: {
    views: ['cost', 'forecast'],
    metrics: true,
    charts: true,
    rawData: [],
    format: 'pdf',
    timing: first,
  },
  data_archive: {
    views: [],
    metrics: false,
    charts: false,
    rawData: ['conversations', 'messages', 'unanswered'],
    format: 'json',
    timing: first,
  },
} as const satisfies Record<string, BuiltIn>;

export type BuiltInTemplate = keyof typeof BUILT_IN_TEMPLATES;
