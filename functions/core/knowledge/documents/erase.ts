import { deleteObject, deleteVersions, hideObject } from '#platform/buckets';
import { environment } from '#platform/environment';
import { picturesAddress, segmentKey, uploadAddress, uploadRefOf } from './keys';
import { findDocument, type StoredDocument } from './stored-document';

/**
 * Erases the files of a document that is no more. Its segment goes at once; the bucket of uploads keeps the original's
 * versions for thirty days more, so that an operator can bring back what was deleted by mistake (`npm run restore`).
 * Repeating it changes nothing.
 */
export async function eraseDocumentFiles(removed: StoredDocument): Promise<void> {
  const { accountId, botId, segmentId } = removed;
  if (removed.uploadVersion === undefined) await eraseUpload(removed);
  // Whoever took the deletion back has it read from that file.
  else if (!(await findDocument(uploadRefOf(removed), uploadRefOf(removed).documentId)))
    await hideObject(uploadAddress(uploadRefOf(removed)));
  if (removed.picturesCountedTo !== undefined) await deleteObject(picturesAddress(removed));
  if (segmentId) {
    await deleteObject({
      bucket: environment('INDEX_BUCKET'),
      key: segmentKey({ accountId, botId, segmentId }),
    });
  }
}

/**
 * Erases the original of a document that nobody took in, or that can't be read: every version of it, since one that arrived before anybody took it in is
 * known to no table. Repeating it changes nothing.
 */
export async function eraseUpload(removed: StoredDocument): Promise<void> {
  await deleteVersions(uploadAddress(uploadRefOf(removed)));
}
