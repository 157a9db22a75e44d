import * as z from 'zod';
import { AccountId, BotId, DocumentId } from '#contract/ids';

/**
 * One uploaded object to take in. `versionId` is null where the bucket keeps no versions. With `rebuild`, the name of
 * an operator's run, a document that answers is read again, for an index that is made otherwise by now.
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
});
export type IngestJob = z.infer<typeof IngestJob>;
