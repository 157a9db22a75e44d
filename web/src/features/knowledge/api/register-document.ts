import type { RegisterDocument, UploadGrant } from '../../../../../functions/contract/documents';
import { call } from '../../../lib/api';

export function registerDocument(botId: string, document: RegisterDocument): Promise<UploadGrant> {
  return call('registerDocument', { params: { botId }, body: document });
}
