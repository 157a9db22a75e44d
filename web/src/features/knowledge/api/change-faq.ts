import type { Faq, WriteFaq } from '../../../../../functions/contract/faqs';
import type { DocumentId } from '../../../../../functions/contract/ids';
import { call } from '../../../lib/api';

export function changeFaq(botId: string, documentId: DocumentId, faq: WriteFaq): Promise<Faq> {
  return call('changeFaq', { params: { botId, documentId }, body: faq });
}
