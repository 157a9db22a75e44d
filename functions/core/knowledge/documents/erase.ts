import { AccountId, BotId, DocumentId } from '../../../contract/ids';
import { deleteObject } from '../../../platform/buckets';
import { environment } from '../../../platform/environment';
import type { StoredDocument } from './documents';
import { segmentKey, uploadKey } from './keys';

/** Erases the files of a document that is no more: the upload and its segment. Repeating it changes nothing. */
export async function eraseDocumentFiles(removed: StoredDocument): Promise<void> {
  const { accountId, botId, documentId, segmentId, uploadVersion } = removed;
  const upload = {
    accountId: AccountId.parse(accountId),
    botId: BotId.parse(botId),
    documentId: DocumentId.parse(documentId),
  };
  await deleteObject({
    bucket: environment('UPLOADS_BUCKET'),
    key: uploadKey(upload),
    // Without the version, a versioned bucket would only hide the file.
    versionId: uploadVersion === 'null' ? undefined : uploadVersion,
  });
  if (segmentId) {
    await deleteObject({
      bucket: environment('INDEX_BUCKET'),
      key: segmentKey({ accountId, botId, segmentId }),
    });
  }
}
