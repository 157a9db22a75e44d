import { AccountId, BotId, DocumentId } from '../../../contract/ids';
import { deleteObject } from '../../../platform/buckets';
import { environment } from '../../../platform/environment';
import { segmentKey, UNVERSIONED, uploadAddress } from './keys';
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

/** Erases the original of a document. Repeating it changes nothing. */
export async function eraseUpload({
  accountId,
  botId,
  documentId,
  uploadVersion,
}: StoredDocument): Promise<void> {
  const upload = {
    accountId: AccountId.parse(accountId),
    botId: BotId.parse(botId),
    documentId: DocumentId.parse(documentId),
  };
  await deleteObject({
    ...uploadAddress(upload),
    // Without the version, a versioned bucket would only hide the file.
    versionId: uploadVersion === UNVERSIONED ? undefined : uploadVersion,
  });
}
