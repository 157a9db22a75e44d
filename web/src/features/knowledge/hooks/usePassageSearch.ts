import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { MAX_SEARCHED } from '#contract/answers/retrieval';
import { cleanLine } from '#contract/base/clean';
import type { Document } from '#contract/knowledge/documents';
import { useSettled } from '#lib/use-settled';
import type { FoundPassages } from '../document-view';
import { passagesQuery } from '../queries';

/** How long nothing is typed before what was typed is asked for, in milliseconds. */
const PAUSE = 250;
/** One letter stands everywhere. */
const LEAST = 2;

/** Passages of a bot's documents in which what is searched stands; asked for anew when the documents change. */
export function usePassageSearch(botId: string, search: string, documents: readonly Document[]) {
  const typed = cleanLine(search).slice(0, MAX_SEARCHED);
  const words = useSettled(typed, PAUSE);
  const ready = documents.filter(({ status }) => status === 'success');
  const state = ready.map(({ id, updatedAt }) => `${id} ${updatedAt}`).join('\n');
  const isAsked = typed.length >= LEAST && ready.length > 0;
  const query = useQuery({
    ...passagesQuery(botId, words, state),
    enabled: isAsked && words.length >= LEAST,
    // What was found for fewer letters stays until the next is there: a table that empties itself jumps.
    placeholderData: keepPreviousData,
  });
  const data = isAsked ? query.data : undefined;
  const found = useMemo<FoundPassages>(
    () => new Map(data?.documents.map(({ documentId, passages }) => [documentId, passages])),
    [data],
  );
  return {
    found,
    hasMore: data?.hasMore ?? false,
    hasWords: data?.hasWords ?? true,
    isAsked,
    isSearching: isAsked && (typed !== words || query.isFetching),
    error: isAsked && !query.isFetching ? query.error : null,
    retry: () => void query.refetch(),
  };
}
