import { AccountId, BotId, DocumentId } from '#contract/base/ids';
import { uploadAddress, uploadRefOf } from '#core/knowledge/documents/keys';
import { retryDocument } from '#core/knowledge/documents/retry-document';
import { unhideObject } from '#platform/buckets';
import type { Clock } from '#platform/clock';
import { ParleyError } from '#platform/errors';

export interface RestoredDocument {
  readonly accountId: string;
  readonly botId: string;
  readonly documentId: string;
}

/**
 * Brings a restored document's file back and has it read again, as its owner's retry does: it takes its place in the
 * plan. Gives why it can't: it stays failed then, and its owner sees it.
 */
export async function restoreDocument(clock: Clock, stored: RestoredDocument): Promise<string | null> {
  const { accountId, botId, documentId } = uploadRefOf(stored);
  try {
    await unhideObject(uploadAddress({ accountId, botId, documentId }));
    await retryDocument(
      clock,
      { accountId: AccountId.parse(accountId) },
      { botId: BotId.parse(botId), documentId: DocumentId.parse(documentId) },
    );
    return null;
  } catch (error) {
    if (error instanceof ParleyError) return error.code;
    throw error;
  }
}
