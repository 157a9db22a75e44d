import type { Language } from '../../../../../functions/contract/profile';
import type { TemplateList } from '../../../../../functions/contract/templates';
import { call } from '../../../lib/api';

export function listTemplates(language: Language, signal: AbortSignal): Promise<TemplateList> {
  return call('listTemplates', { query: { language }, signal });
}
