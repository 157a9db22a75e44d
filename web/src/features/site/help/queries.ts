import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { loadOperatorBot } from '#features/site/operator-bot.ts';
import type { LanguageCode } from '#i18n/languages';
import { call } from '#lib/api';
import { loadLibrary } from './library';

const keys = {
  library: (language: LanguageCode) => ['help', 'library', language] as const,
  search: (language: LanguageCode) => ['help', 'search', language] as const,
  bot: (language: LanguageCode) => ['help', 'bot', language] as const,
  submissions: ['help', 'submissions'] as const,
};

/** Both are of this build. Structural sharing would compare them in vain. */
const FOR_GOOD = { staleTime: Number.POSITIVE_INFINITY, structuralSharing: false } as const;

/** The articles of a language. */
export function libraryQuery(language: LanguageCode) {
  return queryOptions({
    queryKey: keys.library(language),
    queryFn: () => loadLibrary(language),
    ...FOR_GOOD,
  });
}

/** What searches them, made when somebody searches: making it takes longer than showing the page. */
export function searchQuery(language: LanguageCode) {
  return queryOptions({
    queryKey: keys.search(language),
    queryFn: async ({ client }) => {
      const [library, { createHelpSearch }] = await Promise.all([
        client.ensureQueryData(libraryQuery(language)),
        import('./search'),
      ]);
      return createHelpSearch(library, language);
    },
    ...FOR_GOOD,
  });
}

/** The bot that answers from the articles, as the edge serves it. */
export function helpBotQuery(language: LanguageCode) {
  return queryOptions({
    queryKey: keys.bot(language),
    queryFn: ({ signal }) => loadOperatorBot('help', language, signal),
  });
}

/** What the person wrote to the operator, the newest first. */
export const submissionsQuery = infiniteQueryOptions({
  queryKey: keys.submissions,
  queryFn: ({ pageParam, signal }) =>
    call('listOwnSubmissions', { query: { limit: 20, ...(pageParam && { cursor: pageParam }) }, signal }),
  initialPageParam: null as string | null,
  getNextPageParam: ({ cursor }) => cursor,
});
