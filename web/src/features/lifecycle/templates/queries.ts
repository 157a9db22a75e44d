import { queryOptions } from '@tanstack/react-query';
import type { Language } from '#contract/accounts/profile';
import { listAllBots } from '#features/bots/list-all-bots.ts';
import { call } from '#lib/api';
import { queryKeys } from '#lib/query-keys';

export const templateKeys = {
  /** Everything that is kept of templates. */
  all: ['templates'] as const,
};

export const templatesQuery = (language: Language) =>
  queryOptions({
    queryKey: [...templateKeys.all, 'list', language],
    queryFn: ({ signal }) => call('listTemplates', { query: { language }, signal }),
    select: ({ items }) => items,
  });

export const templateQuery = (templateId: string, language: Language) =>
  queryOptions({
    queryKey: [...templateKeys.all, 'one', templateId, language],
    queryFn: ({ signal }) => call('getTemplate', { params: { templateId }, query: { language }, signal }),
    // Shown in the other language, the page stays until its texts are there.
    placeholderData: (before) => (before?.id === templateId ? before : undefined),
  });

/** All bots as they are now, not as another page has read them: what is replaced is said by it. */
export const currentBotsQuery = queryOptions({
  queryKey: [...queryKeys.bots, 'whole'],
  queryFn: ({ signal }) => listAllBots(signal),
  staleTime: 0,
});
