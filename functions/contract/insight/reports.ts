import * as z from 'zod';
import { MailProblem } from '../accounts/mail-problem';
import { Language } from '../accounts/profile';
import { EXPORT_FORMATS } from '../base/export-format';
import {
  BotId,
  ExportId,
  ReportRequestId,
  ReportRunId,
  ReportScheduleId,
  ReportTemplateId,
  UserId,
} from '../base/ids';
import { Email, Line, Lines, List, Text } from '../base/text';

/** Views of the analytics that a report can hold. */
export const ReportView = z.enum([
  'overview',
  'conversations',
  'satisfaction',
  'topics',
  'funnel',
  'flow',
  'comparison',
  'gaps',
  'forecast',
  'cost',
]);
export type ReportView = z.infer<typeof ReportView>;

/** Items as they are stored, row by row. */
export const RawData = z.enum(['conversations', 'messages', 'unanswered']);
export type RawData = z.infer<typeof RawData>;

/** A time zone that this machine knows, such as `Europe/Berlin`. */
export const TimeZone = Text(50).check(
  z.refine((name) => isTimeZone(name), { error: 'Please choose a time zone.', abort: true }),
);

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}

export const MAX_REPORT_TITLE = 120;
export const MAX_REPORT_DESCRIPTION = 1_000;
/** Bots that one report compares. */
export const MAX_REPORT_BOTS = 5;

/** What a report is about, whenever it is made. */
export const ReportContent = z.object({
  title: Line({ min: 1, max: MAX_REPORT_TITLE }),
  description: Lines({ max: MAX_REPORT_DESCRIPTION }),
  /** Empty: all bots. More than one are compared. */
  botIds: List(z.array(BotId).max(MAX_REPORT_BOTS), MAX_REPORT_BOTS),
  views: List(z.array(ReportView).max(ReportView.options.length), ReportView.options.length),
  /** Whether key figures, and whether charts, are in it. */
  metrics: z.boolean(),
  charts: z.boolean(),
  rawData: List(z.array(RawData).max(RawData.options.length), RawData.options.length),
  format: z.enum(EXPORT_FORMATS),
  language: Language,
  timeZone: TimeZone,
});
export type ReportContent = z.infer<typeof ReportContent>;

/** A day of the calendar. */
const ReportDay = Text(10).check(z.iso.date());

/** Most days that a report looks back. */
export const MAX_REPORT_DAYS = 400;

/** The sender's own id makes that asking twice makes one export. Both days are in it. */
export const CreateExport = z.object({
  id: ExportId,
  content: ReportContent,
  from: ReportDay,
  to: ReportDay,
});
export type CreateExport = z.infer<typeof CreateExport>;

export const ExportStatus = z.enum(['queued', 'running', 'complete', 'failed']);
export type ExportStatus = z.infer<typeof ExportStatus>;

/** `too_long`: it could not be written in the time that a function has; a shorter period helps. */
export const ExportProblem = z.enum(['too_long', 'bot_deleted', 'internal']);
export type ExportProblem = z.infer<typeof ExportProblem>;

export const Export = z.object({
  id: ExportId,
  title: z.string(),
  format: z.enum(EXPORT_FORMATS),
  from: z.string(),
  to: z.string(),
  status: ExportStatus,
  problem: ExportProblem.nullable(),
  /** How much of it is written, between 0 and 1. */
  progress: z.number().min(0).max(1),
  rows: z.number().int().nonnegative(),
  bytes: z.number().int().nonnegative().nullable(),
  requestedBy: UserId,
  createdAt: z.iso.datetime(),
  completedAt: z.iso.datetime().nullable(),
  /** From when the file is gone. */
  expiresAt: z.iso.datetime(),
});
export type Export = z.infer<typeof Export>;

export const ExportList = z.object({ items: z.array(Export) });
export type ExportList = z.infer<typeof ExportList>;

/** A link that is good for some minutes. */
export const ExportLink = z.object({ url: z.string(), expiresAt: z.iso.datetime() });
export type ExportLink = z.infer<typeof ExportLink>;

export const Frequency = z.enum(['daily', 'weekly', 'monthly']);
export type Frequency = z.infer<typeof Frequency>;

export const Weekday = z.enum(['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN']);
export type Weekday = z.infer<typeof Weekday>;

/** When a report is sent, by the clock of its content's time zone. */
export const Timing = z.object({
  frequency: Frequency,
  /** Of a weekly report. */
  weekday: Weekday,
  /** Of a monthly report: a day that every month has, or its last one. */
  monthDay: z.union([z.number().int().min(1).max(28), z.literal('last')]),
  /** `08:30`. */
  time: Text(5).regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Please enter a time such as 08:30.'),
});
export type Timing = z.infer<typeof Timing>;

/** Most recipients that any plan allows. */
export const MAX_RECIPIENTS = 50;

export const WriteSchedule = z.object({
  content: ReportContent,
  timing: Timing,
  /** Members of the team get it at once; anybody else has to confirm the address first. */
  recipients: List(z.array(Email()).max(MAX_RECIPIENTS), MAX_RECIPIENTS),
});
export type WriteSchedule = z.infer<typeof WriteSchedule>;

export const CreateSchedule = WriteSchedule.extend({ id: ReportScheduleId });
export type CreateSchedule = z.infer<typeof CreateSchedule>;

/** Based on the version that was shown. */
export const UpdateSchedule = WriteSchedule.extend({ version: z.number().int().positive() });
export type UpdateSchedule = z.infer<typeof UpdateSchedule>;

export const RecipientStatus = z.enum(['team', 'pending', 'confirmed', 'unsubscribed']);
export type RecipientStatus = z.infer<typeof RecipientStatus>;

export const Recipient = z.object({
  email: z.string(),
  status: RecipientStatus,
  mailProblem: MailProblem.optional(),
});
export type Recipient = z.infer<typeof Recipient>;

/** `retrying`: an attempt failed and another follows. `empty`: nobody was there to get it. */
export const RunStatus = z.enum(['running', 'retrying', 'sent', 'failed', 'empty']);
export type RunStatus = z.infer<typeof RunStatus>;

/** `mail_failed`: the mail service refused; `internal`: writing the report failed. */
export const RunProblem = z.enum(['mail_failed', 'bot_deleted', 'too_long', 'internal']);
export type RunProblem = z.infer<typeof RunProblem>;

export const ReportRun = z.object({
  id: ReportRunId,
  /** `copy`: for the person alone who asked for it. */
  trigger: z.enum(['schedule', 'person', 'copy']),
  status: RunStatus,
  problem: RunProblem.nullable(),
  attempts: z.number().int().nonnegative(),
  from: z.string(),
  to: z.string(),
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
  /** Whom it was sent to, and of whom nobody can tell, since the function died while it was sent. */
  sent: z.number().int().nonnegative(),
  /** Addresses that had enough mails on that day, or that mails come back from. */
  refused: z.number().int().nonnegative(),
  unknown: z.number().int().nonnegative(),
  bytes: z.number().int().nonnegative().nullable(),
});
export type ReportRun = z.infer<typeof ReportRun>;

export const ReportSchedule = z.object({
  id: ReportScheduleId,
  version: z.number().int().positive(),
  content: ReportContent,
  timing: Timing,
  recipients: z.array(Recipient),
  paused: z.boolean(),
  /** Null while it is paused. */
  nextRunAt: z.iso.datetime().nullable(),
  lastRun: ReportRun.nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type ReportSchedule = z.infer<typeof ReportSchedule>;

export const ReportScheduleList = z.object({
  items: z.array(ReportSchedule),
  /** What the plan allows; 0 or less: unchecked. */
  limit: z.number().int(),
  recipientLimit: z.number().int(),
});
export type ReportScheduleList = z.infer<typeof ReportScheduleList>;

export const ActOnSchedule = z.discriminatedUnion('action', [
  z.object({ action: z.literal('pause') }),
  z.object({ action: z.literal('resume') }),
  z.object({ action: z.literal('send_now'), id: ReportRequestId }),
  /** To the caller alone, who need not be among the recipients. */
  z.object({ action: z.literal('send_copy'), id: ReportRequestId }),
]);
export type ActOnSchedule = z.infer<typeof ActOnSchedule>;

export const ReportRunPage = z.object({ items: z.array(ReportRun), cursor: z.string().nullable() });
export type ReportRunPage = z.infer<typeof ReportRunPage>;

/** What a person saved to make reports of. */
export const WriteTemplate = z.object({
  name: Line({ min: 1, max: MAX_REPORT_TITLE }),
  content: ReportContent,
});
export type WriteTemplate = z.infer<typeof WriteTemplate>;

export const RenameTemplate = z.object({ name: Line({ min: 1, max: MAX_REPORT_TITLE }) });
export type RenameTemplate = z.infer<typeof RenameTemplate>;

export const ReportTemplate = z.object({
  id: ReportTemplateId,
  name: z.string(),
  content: ReportContent,
  updatedAt: z.iso.datetime(),
});
export type ReportTemplate = z.infer<typeof ReportTemplate>;

export const ReportTemplateList = z.object({ items: z.array(ReportTemplate) });
export type ReportTemplateList = z.infer<typeof ReportTemplateList>;

/** Templates of one's own that an account keeps. */
export const MAX_TEMPLATES = 50;

/** What the link of a mail carries. */
export const RecipientToken = z.object({ token: Text(300).min(1) });
export type RecipientToken = z.infer<typeof RecipientToken>;

/** A report whose file was too large for its mail. */
export const ReportFile = RecipientToken.extend({ runId: ReportRunId });
export type ReportFile = z.infer<typeof ReportFile>;

/** What a recipient is told who follows a link. */
export const Subscription = z.object({
  title: z.string(),
  company: z.string(),
  email: z.string(),
  status: RecipientStatus,
});
export type Subscription = z.infer<typeof Subscription>;
