import * as z from 'zod';
import { AccountId, BotId, DocumentId } from '#contract/base/ids';
import type { Clock } from '#platform/clock';
import { newId } from '#platform/ids';
import { jobQueue } from '#platform/queues';
import type { StoredDocument } from './stored-document';

/**
 * One uploaded object to take in. `versionId` is null where the bucket keeps no versions. With `rebuild`, the name of
 * a run, a document that answers is read again, for an index that is made otherwise by now.
 */
export const IngestJob = z.object({
  accountId: AccountId,
  botId: BotId,
  documentId: DocumentId,
  versionId: z.string().min(1).nullable(),
  rebuild: z
    .string()
    .regex(/^[a-z0-9]{1,32}$/)
    .optional(),
  /** With `rebuild`: the document has no vectors and is to get them; without them it stays as it is. */
  forVectors: z.literal(true).optional(),
});
export type IngestJob = z.infer<typeof IngestJob>;

export const queueIngest = /* @__PURE__ */ jobQueue<IngestJob>('INGEST_QUEUE_URL');

/** Has a document that answers read again, in a run of its own. */
export async function readAgain(clock: Clock, document: StoredDocument): Promise<void> {
  const job = IngestJob.parse({
    ...document,
    versionId: null,
    rebuild: `t${newId(clock()).toLowerCase()}`.slice(0, 32),
  });
  await queueIngest(job);
}
