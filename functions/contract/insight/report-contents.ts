import type { ReportContent, ReportView } from './reports';

/** What a part of a report is. */
export type ReportPartType = 'metrics' | 'chart' | 'table';

/** Which parts each view has. Its tables are always in a report; key figures and charts where they are chosen. */
export const VIEW_CONTENTS: Readonly<Record<ReportView, readonly ReportPartType[]>> = {
  overview: ['metrics', 'chart', 'table'],
  conversations: ['metrics', 'chart'],
  satisfaction: ['metrics', 'chart', 'table'],
  topics: ['chart', 'table'],
  funnel: ['chart', 'table'],
  flow: ['table'],
  comparison: ['chart', 'table'],
  gaps: ['chart', 'table'],
  forecast: ['metrics'],
  cost: ['metrics', 'chart'],
};

type Chosen = Pick<ReportContent, 'views' | 'metrics' | 'charts' | 'rawData'>;

/** Whether a report of these choices has any part: of a forecast without key figures nothing is left. */
export function hasContent({ views, metrics, charts, rawData }: Chosen): boolean {
  const isIn = { metrics, chart: charts, table: true } as const;
  return rawData.length > 0 || views.some((view) => VIEW_CONTENTS[view].some((type) => isIn[type]));
}
