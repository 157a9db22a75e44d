import type { TemplateId, TemplateRating } from '../../../../../functions/contract/templates';
import { call } from '../../../lib/api';

export function rateTemplate(templateId: TemplateId, rating: number): Promise<TemplateRating> {
  return call('rateTemplate', { params: { templateId }, body: { rating } });
}
