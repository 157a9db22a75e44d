import { INBOX_WORK_ROUTES } from '#contract/routes/conversations/inbox-work';
import { REPORT_ROUTES } from '#contract/routes/insight/reports';
import { limitAddress } from '#core/accounts/limits/rate-limit';
import { loadActor } from '#core/accounts/profiles/load-actor';
import { exportConversations } from '#core/insight/reports/export-conversations';
import {
  createExport,
  deleteExport,
  getExport,
  listExports,
  openExport,
} from '#core/insight/reports/exports';
import { changeSubscription, showSubscription } from '#core/insight/reports/recipients';
import { listRuns, openReportFile } from '#core/insight/reports/runs';
import {
  actOnSchedule,
  createSchedule,
  deleteSchedule,
  getSchedule,
  listSchedules,
  updateSchedule,
} from '#core/insight/reports/schedules';
import { deleteTemplate, listTemplates, renameTemplate, saveTemplate } from '#core/insight/reports/templates';
import { verifyAccessToken } from '#platform/access-token';
import { systemClock as clock } from '#platform/clock';
import { environment } from '#platform/environment';
import { type CallOrigin, httpHandler } from '#platform/http-handler';
import { sendMail } from '#platform/mail';
import { reportScheduler as scheduler } from '#platform/scheduler';
import { socketsAt } from '#platform/sockets';

const schedules = () => ({ clock, scheduler, sendMail, rootOrigin: environment('ROOT_ORIGIN') });

/** Links of mails that one network address may follow in a minute: nobody finds one by trying. */
const LINKS_A_MINUTE = 30;
const admit = ({ origin }: { readonly origin: CallOrigin }) =>
  limitAddress(clock, 'REPORT_LINKS', origin.address, LINKS_A_MINUTE);

export const handler = httpHandler(
  'reports',
  { ...INBOX_WORK_ROUTES, ...REPORT_ROUTES },
  {
    createExport: ({ actor, body, origin }) =>
      createExport({ clock, sockets: socketsAt() }, actor, body, origin),
    exportConversations: ({ actor, body }) => exportConversations(clock, actor, body),
    listExports: ({ actor }) => listExports(clock, actor),
    getExport: ({ actor, params }) => getExport(actor, params.exportId),
    openExport: ({ actor, params }) => openExport(clock, actor, params.exportId),
    deleteExport: ({ actor, params }) => deleteExport(actor, params.exportId),
    listReportSchedules: ({ actor }) => listSchedules(clock, actor),
    createReportSchedule: ({ actor, body }) => createSchedule(schedules(), actor, body),
    getReportSchedule: ({ actor, params }) => getSchedule(clock, actor, params.scheduleId),
    updateReportSchedule: ({ actor, params, body }) =>
      updateSchedule(schedules(), actor, params.scheduleId, body),
    actOnReportSchedule: ({ actor, params, body }) =>
      actOnSchedule(schedules(), actor, params.scheduleId, body),
    deleteReportSchedule: ({ actor, params }) => deleteSchedule(schedules(), actor, params.scheduleId),
    listReportRuns: ({ actor, params, query }) => listRuns(actor, params.scheduleId, query),
    listReportTemplates: ({ actor }) => listTemplates(actor),
    saveReportTemplate: ({ actor, params, body }) =>
      saveTemplate(clock, actor, params.reportTemplateId, body),
    renameReportTemplate: ({ actor, params, body }) =>
      renameTemplate(clock, actor, params.reportTemplateId, body),
    deleteReportTemplate: ({ actor, params }) => deleteTemplate(actor, params.reportTemplateId),
    showReportSubscription: ({ body }) => showSubscription(body.token),
    confirmReportSubscription: ({ body }) => changeSubscription(clock, body.token, 'confirmed'),
    endReportSubscription: ({ body }) => changeSubscription(clock, body.token, 'unsubscribed'),
    openReportFile: ({ body }) => openReportFile(clock, body.token, body.runId),
    unsubscribeByMail: async ({ params }) => {
      await changeSubscription(clock, params.token, 'unsubscribed');
    },
  },
  { loadActor, verifyAccessToken },
  {
    showReportSubscription: admit,
    confirmReportSubscription: admit,
    endReportSubscription: admit,
    openReportFile: admit,
    unsubscribeByMail: admit,
  },
);
