import type { DocumentId } from '#contract/base/ids';
import { call } from '#lib/api';
import { ApiError } from '#lib/api-error';

/** Deletes a document; one that is gone already is deleted. */
export async function deleteDocument(botId: string, documentId: DocumentId): Promise<void> {
  try {
    await call('deleteDocument', { params: { botId, documentId } });
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'document.not_found') throw error;
  }
}
