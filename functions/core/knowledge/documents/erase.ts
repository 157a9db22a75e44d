import { deleteObject, deleteVersions } from '../../../platform/buckets';
import { environment } from '../../../platform/environment';
import { segmentKey, uploadAddress, uploadRefOf } from './keys';
import type { StoredDocument } from './stored-document';

/** Erases the files of a document that is no more: the upload and its segment. Repeating it changes nothing. */
export async function eraseDocumentFiles(removed: StoredDocument): Promise<void> {
  const { accountId, botId, segmentId } = removed;
  await eraseUpload(removed);
  if (segmentId) {
    await deleteObject({
      bucket: environment('INDEX_BUCKET'),
      key: segmentKey({ accountId, botId, segmentId }),
    });
  }
}

/**
 * Erases the original of a document: every version of it, since one that arrived before anybody took it in is
 * known to no table. Repeating it changes nothing.
 */
export async function eraseUpload(removed: StoredDocument): Promise<void> {
  await deleteVersions(uploadAddress(uploadRefOf(removed)));
}
