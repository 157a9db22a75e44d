import { useQuery } from '@tanstack/react-query';
import { MAX_ASKED_DOCUMENTS } from '../../../../../functions/contract/documents';
import type { DocumentId } from '../../../../../functions/contract/ids';
import { queryKeys } from '../../../lib/query-keys';
import { countCitations } from '../api/count-citations';

/** How many answers cite documents, as it is when somebody asks: visitors go on asking. */
export function useCitations(botId: string, documentIds: readonly DocumentId[]) {
  const asked = documentIds.slice(0, MAX_ASKED_DOCUMENTS);
  return useQuery({
    queryKey: [...queryKeys.citations(botId), asked],
    queryFn: async ({ signal }) => {
      const counts = await countCitations(botId, asked, signal);
      return { ...counts, hasMore: counts.hasMore || asked.length < documentIds.length };
    },
    staleTime: 0,
    gcTime: 0,
  });
}
