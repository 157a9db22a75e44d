import * as z from 'zod';
import { AccountId, ExportId, ReportRunId, ReportScheduleId } from '#contract/base/ids';
import { jobQueue } from '#platform/queues';

const schedule = { accountId: AccountId, scheduleId: ReportScheduleId };

/** What is written after the call that asked for it, or by the clock. */
export const ReportJob = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('export'),
    accountId: AccountId,
    exportId: ExportId,
    /** Of the call that asks for it; the job may be faster than what that call stores. */
    askedAt: z.iso.datetime().optional(),
  }),
  /** From EventBridge Scheduler: a report is due. */
  z.object({ kind: z.literal('due'), ...schedule, at: z.iso.datetime() }),
  /** A run that is to be sent, the first time or again. */
  z.object({ kind: z.literal('run'), ...schedule, runId: ReportRunId }),
  /** The clock's schedule is to be as the table says. */
  z.object({ kind: z.literal('sync'), ...schedule }),
]);
export type ReportJob = z.infer<typeof ReportJob>;

export const queueReportJob = /* @__PURE__ */ jobQueue<ReportJob>('REPORT_JOBS_QUEUE_URL');
