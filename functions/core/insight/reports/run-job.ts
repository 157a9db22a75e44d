import type { Scheduler } from '#platform/scheduler';
import type { Attempt } from './attempt';
import { type ExportDeps, writeExport } from './exports';
import type { ReportJob } from './jobs';
import { type RunDeps, sendRun, startDue } from './runs';
import { syncSchedule } from './schedules';

export interface ReportJobDeps extends ExportDeps, RunDeps {
  readonly scheduler: Scheduler;
}

/** Repeating it changes nothing. */
export async function runReportJob(deps: ReportJobDeps, job: ReportJob, attempt: Attempt): Promise<void> {
  switch (job.kind) {
    case 'export':
      return writeExport(deps, job, attempt);
    case 'run':
      return sendRun(deps, job, attempt);
    case 'sync':
      return syncSchedule(deps.scheduler, job);
    case 'due': {
      const runId = await startDue(deps.clock, job);
      // A report that is gone, whose clock was not stopped yet.
      if (runId === null) return syncSchedule(deps.scheduler, job);
      return sendRun(deps, { ...job, runId }, attempt);
    }
  }
}
