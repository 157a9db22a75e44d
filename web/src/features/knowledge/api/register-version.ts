import type { RegisterVersion, UploadGrant } from '../../../../../functions/contract/documents';
import type { DocumentId } from '../../../../../functions/contract/ids';
import { call } from '../../../lib/api';

export function registerVersion(
  botId: string,
  documentId: DocumentId,
  file: RegisterVersion,
): Promise<UploadGrant> {
  return call('registerVersion', { params: { botId, documentId }, body: file });
}
