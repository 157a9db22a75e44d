import * as z from 'zod';
import { AccountId, BotId, DocumentId } from '../../../contract/ids';

/** One uploaded object to take in. `versionId` is null where the bucket keeps no versions. */
export const IngestJob = z.object({
  accountId: AccountId,
  botId: BotId,
  documentId: DocumentId,
  versionId: z.string().min(1).nullable(),
});
export type IngestJob = z.infer<typeof IngestJob>;
