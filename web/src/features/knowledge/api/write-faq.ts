import type { Faq, WriteFaq } from '../../../../../functions/contract/faqs';
import { call } from '../../../lib/api';

export function writeFaq(botId: string, faq: WriteFaq): Promise<Faq> {
  return call('writeFaq', { params: { botId }, body: faq });
}
