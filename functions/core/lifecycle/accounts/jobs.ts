import * as z from 'zod';
import { AccountId, UserId } from '#contract/base/ids';
import { ContactJob } from '#core/site/contact/jobs';
import { environment } from '#platform/environment';
import { jobQueue, sendToQueue } from '#platform/queues';

/** Of accounts whose plan ends on a day that is known. */
export const EndingStatus = z.enum(['trialing', 'past_due']);

/** What is done for an account after the call or the moment that asked for it. */
export const AccountJob = z.discriminatedUnion('kind', [
  /** Its deletion was asked for: the owner is told, and pays no more. */
  z.object({ kind: z.literal('deletion_requested'), accountId: AccountId }),
  /** That was undone: it pays again as it did. */
  z.object({ kind: z.literal('deletion_undone'), accountId: AccountId }),
  /** Its days are over. */
  z.object({ kind: z.literal('purge'), accountId: AccountId }),
  /** What was written late about an account that has gone. */
  z.object({ kind: z.literal('sweep'), accountId: AccountId, round: z.int().nonnegative() }),
  /** Everything of it is to be written into files. */
  z.object({ kind: z.literal('export'), accountId: AccountId, exportId: z.string() }),
  /** It belongs to somebody else: invoices and reminders go to them. */
  z.object({ kind: z.literal('ownership_transferred'), accountId: AccountId }),
  /** Somebody is no member any more. */
  z.object({ kind: z.literal('forget_member'), accountId: AccountId, userId: UserId }),
  /** Comes every day, of no account; where there was no time for all, once more with where it goes on. */
  z.object({
    kind: z.literal('plan_ends_due'),
    from: z.object({ status: EndingStatus, cursor: z.string() }).optional(),
  }),
  ContactJob,
]);
export type AccountJob = z.infer<typeof AccountJob>;
export type OwnJob = Exclude<AccountJob, { readonly kind: 'plan_ends_due' | 'mail_contact' }>;

/** In the group of its account: one tenant's flood delays nobody else. */
export const queueAccountJob = /* @__PURE__ */ jobQueue<OwnJob>('ACCOUNT_JOBS_QUEUE_URL');

export async function queuePlanEnds(
  job: Extract<AccountJob, { readonly kind: 'plan_ends_due' }>,
): Promise<void> {
  await sendToQueue(environment('ACCOUNT_JOBS_QUEUE_URL'), { body: job });
}
