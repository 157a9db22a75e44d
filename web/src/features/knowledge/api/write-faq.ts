import type { WriteFaq } from '../../../../../functions/contract/faqs';
import type { WrittenFaq } from '../../../../../functions/contract/unanswered';
import { call } from '../../../lib/api';

export function writeFaq(botId: string, faq: WriteFaq): Promise<WrittenFaq> {
  return call('writeFaq', { params: { botId }, body: faq });
}
