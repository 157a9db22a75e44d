import type { Language } from '../../../../../functions/contract/profile';
import type { Template } from '../../../../../functions/contract/templates';
import { call } from '../../../lib/api';

export function getTemplate(templateId: string, language: Language, signal?: AbortSignal): Promise<Template> {
  return call('getTemplate', { params: { templateId }, query: { language }, ...(signal && { signal }) });
}
