import * as z from 'zod';
import { AccountId, BotId, SiteId } from '#contract/base/ids';
import { jobQueue } from '#platform/queues';

const site = { accountId: AccountId, botId: BotId, siteId: SiteId };

/** What is done for websites that bots read. */
export const SiteJob = z.discriminatedUnion('kind', [
  /** Begins what is due. The schedule of the stage sends it. */
  z.object({ kind: z.literal('due') }),
  /** Begins a synchronisation, or goes on with it. */
  z.object({ kind: z.literal('sync'), ...site, run: z.string().min(1) }),
  /** Takes a website and its pages from its bot. */
  z.object({ kind: z.literal('remove'), ...site }),
]);
export type SiteJob = z.infer<typeof SiteJob>;

export const queueSiteJob =
  /* @__PURE__ */ jobQueue<Exclude<SiteJob, { readonly kind: 'due' }>>('SITES_QUEUE_URL');
