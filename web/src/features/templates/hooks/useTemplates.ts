import { useQuery } from '@tanstack/react-query';
import type { Language } from '../../../../../functions/contract/profile';
import { getTemplate } from '../api/get-template';
import { listTemplates } from '../api/list-templates';

/** Everything that is kept of templates. */
export const TEMPLATES_KEY = ['templates'] as const;

export function useTemplates(language: Language) {
  return useQuery({
    queryKey: [...TEMPLATES_KEY, 'list', language],
    queryFn: ({ signal }) => listTemplates(language, signal),
    select: ({ items }) => items,
  });
}

export function useTemplate(templateId: string, language: Language) {
  return useQuery({
    queryKey: [...TEMPLATES_KEY, 'one', templateId, language],
    queryFn: ({ signal }) => getTemplate(templateId, language, signal),
    // Shown in the other language, the page stays until its texts are there.
    placeholderData: (before) => (before?.id === templateId ? before : undefined),
  });
}
