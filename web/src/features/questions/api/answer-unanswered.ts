import type { WriteFaq } from '../../../../../functions/contract/faqs';
import type { UnansweredId } from '../../../../../functions/contract/ids';
import type { AnsweredQuestions } from '../../../../../functions/contract/unanswered';
import { call } from '../../../lib/api';

export function answerUnanswered(
  botId: string,
  unansweredId: UnansweredId,
  faq: WriteFaq,
): Promise<AnsweredQuestions> {
  return call('answerUnanswered', { params: { botId, unansweredId }, body: faq });
}
