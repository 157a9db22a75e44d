import { findMembership } from '#core/accounts/membership';
import { loadAccount } from '#core/accounts/plan';
import { notificationsPartition } from '#core/insight/notifications/entity';
import { type ContactDeps, mailDueContact } from '#core/site/contact/send-contact';
import { deletePartition } from '#platform/table';
import { type AccountJob, type OwnJob, queueAccountJob, queuePlanEnds } from './jobs';
import { type NotifyDeps, notifyOfDeletion } from './notify-of-deletion';
import { notifyOfPlanEnds } from './plan-ends';
import { type PurgeDeps, purgeAccount, sweepAccount } from './purge-account';
import { addressInvoices, resumeRenewals } from './subscription';
import { type ExportDeps, writeAccountExport } from './write-export';

export type AccountJobDeps = PurgeDeps & NotifyDeps & ExportDeps & ContactDeps;

/** Milliseconds that one more step of a job may take; with less left the rest is another message's. */
const STEP_MILLISECONDS = 20_000;

/** After these an account that has gone is looked at again: what followed its last changes may have written of it. */
const SWEEPS_AFTER_SECONDS = [30, 900] as const;

/** Does what there is time for, and leaves the rest to another message. Repeating it changes nothing. */
export async function runAccountJob(
  deps: AccountJobDeps,
  job: AccountJob,
  { remainingTime }: { remainingTime(): number },
): Promise<void> {
  const hasTime = () => remainingTime() > STEP_MILLISECONDS;
  if (job.kind === 'plan_ends_due') {
    const rest = await notifyOfPlanEnds(deps.clock, job.from, hasTime);
    if (rest) await queuePlanEnds({ kind: 'plan_ends_due', from: rest });
  } else if (job.kind === 'mail_contact') await mailDueContact(deps, job.id);
  else if (!(await run(deps, job, hasTime))) await queueAccountJob(job);
}

/** False when there is more to do than there was time for. */
async function run(deps: AccountJobDeps, job: OwnJob, hasTime: () => boolean): Promise<boolean> {
  const { accountId } = job;
  switch (job.kind) {
    case 'deletion_requested':
      await notifyOfDeletion(deps, accountId);
      return true;
    case 'deletion_undone':
      // Deletion was requested again: leave renewals off.
      if ((await loadAccount(accountId)).deletesAt === undefined) await resumeRenewals(deps, accountId);
      return true;
    case 'ownership_transferred':
      await addressInvoices(deps, accountId);
      return true;
    case 'forget_member':
      // A person that was invited again is a member again.
      if (await findMembership(job.userId, accountId)) return true;
      return deletePartition(notificationsPartition(accountId, job.userId), { hasTime });
    case 'export':
      return writeAccountExport(deps, job, hasTime);
    case 'purge': {
      const outcome = await purgeAccount(deps, accountId, hasTime);
      if (outcome === 'erased') await queueSweep(accountId, 0);
      return outcome !== 'more';
    }
    case 'sweep':
      if (!(await sweepAccount(deps, accountId, hasTime))) return false;
      await queueSweep(accountId, job.round + 1);
      return true;
  }
}

async function queueSweep(accountId: OwnJob['accountId'], round: number): Promise<void> {
  const delay = SWEEPS_AFTER_SECONDS[round];
  if (delay !== undefined) await queueAccountJob({ kind: 'sweep', accountId, round }, delay);
}
