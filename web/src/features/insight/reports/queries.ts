import { queryOptions } from '@tanstack/react-query';
import type { ReportScheduleId, ReportTemplateId } from '#contract/base/ids';
import type {
  ActOnSchedule,
  CreateSchedule,
  ReportSchedule,
  ReportTemplate,
  Subscription,
  UpdateSchedule,
  WriteTemplate,
} from '#contract/insight/reports';
import { listAllBots } from '#features/bots/list-all-bots.ts';
import { call } from '#lib/api';
import { queryKeys } from '#lib/query-keys';

export const schedulesQuery = queryOptions({
  queryKey: ['report-schedules'],
  queryFn: ({ signal }) => call('listReportSchedules', { signal }),
  refetchInterval: ({ state }) => (state.data?.items.some(isSending) ? 3_000 : false),
});

function isSending({ lastRun }: ReportSchedule): boolean {
  return lastRun?.status === 'running' || lastRun?.status === 'retrying';
}

export const runsQuery = (scheduleId: ReportScheduleId) =>
  queryOptions({
    queryKey: ['report-schedules', scheduleId, 'runs'],
    queryFn: ({ signal }) => call('listReportRuns', { params: { scheduleId }, query: { limit: 30 }, signal }),
  });

export const templatesQuery = queryOptions({
  queryKey: ['report-templates'],
  queryFn: ({ signal }) => call('listReportTemplates', { signal }),
});

export const botsQuery = queryOptions({
  queryKey: [...queryKeys.bots, 'names'],
  queryFn: ({ signal }) => listAllBots(signal),
});

export function createSchedule(body: CreateSchedule): Promise<ReportSchedule> {
  return call('createReportSchedule', { body });
}

export function updateSchedule(scheduleId: ReportScheduleId, body: UpdateSchedule): Promise<ReportSchedule> {
  return call('updateReportSchedule', { params: { scheduleId }, body });
}

export function actOnSchedule(scheduleId: ReportScheduleId, body: ActOnSchedule): Promise<ReportSchedule> {
  return call('actOnReportSchedule', { params: { scheduleId }, body });
}

export async function deleteSchedule(scheduleId: ReportScheduleId): Promise<void> {
  await call('deleteReportSchedule', { params: { scheduleId } });
}

export function saveTemplate(
  reportTemplateId: ReportTemplateId,
  body: WriteTemplate,
): Promise<ReportTemplate> {
  return call('saveReportTemplate', { params: { reportTemplateId }, body });
}

export function renameTemplate(reportTemplateId: ReportTemplateId, name: string): Promise<ReportTemplate> {
  return call('renameReportTemplate', { params: { reportTemplateId }, body: { name } });
}

export async function deleteTemplate(reportTemplateId: ReportTemplateId): Promise<void> {
  await call('deleteReportTemplate', { params: { reportTemplateId } });
}

export const subscriptionQuery = (token: string) =>
  queryOptions({
    queryKey: ['report-subscription', token],
    queryFn: ({ signal }) => call('showReportSubscription', { body: { token }, signal }),
    retry: false,
  });

export function changeSubscription(token: string, wanted: boolean): Promise<Subscription> {
  return call(wanted ? 'confirmReportSubscription' : 'endReportSubscription', { body: { token } });
}

export async function openReportFile(token: string, runId: string): Promise<void> {
  const { url } = await call('openReportFile', { body: { token, runId } });
  location.assign(url);
}
