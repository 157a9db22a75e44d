import * as z from 'zod';
import { AccountId, BotId, DocumentId } from '#contract/base/ids';
import type { BotKey } from '#core/retrieval/ports';
import { jobQueue } from '#platform/queues';
import { readLiveSegments } from '../documents/manifest';
import { nextWork, vectorPolicy } from './next-work';

const OfBot = z.object({ accountId: AccountId, botId: BotId });

/** Bringing a bot's segments, and where its vectors lie, into order. */
export const MergeJob = OfBot.extend({ kind: z.literal('merge') });
export type MergeJob = z.infer<typeof MergeJob>;

/** Taking passages of a document, from one up to another, out of the bot's vector index. */
export const ForgetJob = OfBot.extend({
  kind: z.literal('forget'),
  documentId: DocumentId,
  from: z.number().int().nonnegative(),
  to: z.number().int().nonnegative(),
});
export type ForgetJob = z.infer<typeof ForgetJob>;

/** Deleting a vector index that is no bot's any more. */
export const DropJob = OfBot.extend({
  kind: z.literal('drop'),
  index: z.object({ bucket: z.number().int().nonnegative(), name: z.string().min(1) }),
});
export type DropJob = z.infer<typeof DropJob>;

/** Having those documents of a bot read again whose segments another version wrote. */
export const RenewJob = OfBot.extend({ kind: z.literal('renew'), run: z.string().min(1) });
export type RenewJob = z.infer<typeof RenewJob>;

/** Having documents embedded that wait for it, of all tenants. A schedule of the stage sends it. */
export const EmbedJob = z.object({ kind: z.literal('embed') });
export type EmbedJob = z.infer<typeof EmbedJob>;

/** What is done for a bot's index while it answers. */
export const IndexJob = z.discriminatedUnion('kind', [MergeJob, ForgetJob, DropJob, RenewJob, EmbedJob]);
export type IndexJob = z.infer<typeof IndexJob>;

export const queueIndexJob = /* @__PURE__ */ jobQueue<Exclude<IndexJob, EmbedJob>>('INDEX_JOBS_QUEUE_URL');

/** Has a bot's segments merged, or its vectors moved, where there is something to do. */
export async function scheduleMerge({ accountId, botId }: BotKey): Promise<void> {
  if (!nextWork(await readLiveSegments({ accountId, botId }), vectorPolicy())) return;
  await queueIndexJob({ kind: 'merge', accountId: AccountId.parse(accountId), botId: BotId.parse(botId) });
}
