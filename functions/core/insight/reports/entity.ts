import { any, boolean, Entity, type FormattedItem, item, number, string } from 'dynamodb-toolbox';
import {
  ExportProblem,
  ExportStatus,
  RecipientStatus,
  type ReportContent,
  RunProblem,
  RunStatus,
  type Timing,
} from '#contract/insight/reports';
import { table } from '#platform/table';

export function reportsPartition(accountId: string): string {
  return `ACCOUNT#${accountId}#REPORTS`;
}

/** A report that a person had written into a file. Its time to live is that of the file. */
export const ExportEntity = new Entity({
  name: 'Export',
  table,
  timestamps: false,
  schema: item({
    accountId: string().key(),
    exportId: string().key(),
    content: any().castAs<ReportContent>(),
    from: string(),
    to: string(),
    status: string().enum(...ExportStatus.options),
    problem: string()
      .enum(...ExportProblem.options)
      .optional(),
    progress: number(),
    rows: number(),
    bytes: number().optional(),
    attempts: number(),
    /** Until when (milliseconds since 1970) a function is at it. */
    busyUntil: number().optional(),
    requestedBy: string(),
    createdAt: string(),
    completedAt: string().optional(),
    expiresAt: number(),
  }),
  computeKey: ({ accountId, exportId }) => ({ pk: reportsPartition(accountId), sk: `EXPORT#${exportId}` }),
});
export type StoredExport = FormattedItem<typeof ExportEntity>;

/** A report that is sent by the clock. */
export const ReportScheduleEntity = new Entity({
  name: 'ReportSchedule',
  table,
  timestamps: false,
  schema: item({
    accountId: string().key(),
    scheduleId: string().key(),
    version: number(),
    content: any().castAs<ReportContent>(),
    timing: any().castAs<Timing>(),
    /** Addresses in lower case; what each agreed to is a ReportRecipient. */
    recipients: any().castAs<readonly string[]>(),
    paused: boolean(),
    /** The last request to send it at once, and the run that it began. */
    requestId: string().optional(),
    requestedRunId: string().optional(),
    createdBy: string(),
    createdAt: string(),
    updatedAt: string(),
  }),
  computeKey: ({ accountId, scheduleId }) => ({
    pk: reportsPartition(accountId),
    sk: `SCHEDULE#${scheduleId}`,
  }),
});
export type StoredSchedule = FormattedItem<typeof ReportScheduleEntity>;

export function recipientsPartition(accountId: string, scheduleId: string): string {
  return `ACCOUNT#${accountId}#REPORT_RECIPIENTS#${scheduleId}`;
}

/** What one address said to one report: kept while the report is, so that who has left is not asked again. */
export const ReportRecipientEntity = new Entity({
  name: 'ReportRecipient',
  table,
  timestamps: false,
  schema: item({
    accountId: string().key(),
    scheduleId: string().key(),
    /** Made of the address. */
    recipientId: string().key(),
    email: string(),
    status: string().enum(...RecipientStatus.options),
    /** What the links of its mails show. */
    secret: string(),
    /** When it was asked to confirm. */
    askedAt: string().optional(),
    changedAt: string(),
  }),
  computeKey: ({ accountId, scheduleId, recipientId }) => ({
    pk: recipientsPartition(accountId, scheduleId),
    sk: `RECIPIENT#${recipientId}`,
  }),
});
export type StoredRecipient = FormattedItem<typeof ReportRecipientEntity>;

export function runsPartition(accountId: string, scheduleId: string): string {
  return `ACCOUNT#${accountId}#REPORT_RUNS#${scheduleId}`;
}

/** One sending of a report. Ids sort by time; that of the clock's is made of when it was due. */
export const ReportRunEntity = new Entity({
  name: 'ReportRun',
  table,
  timestamps: false,
  schema: item({
    accountId: string().key(),
    scheduleId: string().key(),
    runId: string().key(),
    trigger: string().enum('schedule', 'person', 'copy'),
    /** Of a copy: the member of the team who gets it. */
    copyFor: string().optional(),
    status: string().enum(...RunStatus.options),
    problem: string()
      .enum(...RunProblem.options)
      .optional(),
    attempts: number(),
    from: string(),
    to: string(),
    startedAt: string(),
    endedAt: string().optional(),
    sent: number(),
    refused: number().optional(),
    unknown: number(),
    bytes: number().optional(),
    /** Of its file; what was sent without one has none. */
    fileKey: string().optional(),
    /** Until when (milliseconds since 1970) a function is at it. */
    busyUntil: number(),
    expiresAt: number(),
  }),
  computeKey: ({ accountId, scheduleId, runId }) => ({
    pk: runsPartition(accountId, scheduleId),
    sk: `RUN#${runId}`,
  }),
});
export type StoredRun = FormattedItem<typeof ReportRunEntity>;

/** That a run was sent to an address, or was about to be: it must not exist, so nobody gets a run twice. */
export const ReportDeliveryEntity = new Entity({
  name: 'ReportDelivery',
  table,
  timestamps: false,
  schema: item({
    accountId: string().key(),
    scheduleId: string().key(),
    runId: string().key(),
    recipientId: string().key(),
    /** Missing: a function died while it sent. */
    sentAt: string().optional(),
    /** Where it was one mail too many, or the address takes none. */
    refusedAt: string().optional(),
    expiresAt: number(),
  }),
  computeKey: ({ accountId, scheduleId, runId, recipientId }) => ({
    pk: runsPartition(accountId, scheduleId),
    sk: `DELIVERY#${runId}#${recipientId}`,
  }),
});

/** A template that a person saved. */
export const ReportTemplateEntity = new Entity({
  name: 'ReportTemplate',
  table,
  timestamps: false,
  schema: item({
    accountId: string().key(),
    reportTemplateId: string().key(),
    name: string(),
    content: any().castAs<ReportContent>(),
    updatedAt: string(),
  }),
  computeKey: ({ accountId, reportTemplateId }) => ({
    pk: reportsPartition(accountId),
    sk: `TEMPLATE#${reportTemplateId}`,
  }),
});
export type StoredTemplate = FormattedItem<typeof ReportTemplateEntity>;
