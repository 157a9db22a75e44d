import type { Faq } from '../../../../../functions/contract/faqs';
import type { DocumentId } from '../../../../../functions/contract/ids';
import { call } from '../../../lib/api';

export function getFaq(botId: string, documentId: DocumentId, signal: AbortSignal): Promise<Faq> {
  return call('getFaq', { params: { botId, documentId }, signal });
}
