import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Site } from '#contract/knowledge/sites';
import { queryKeys } from '#lib/query-keys';
import { knowledgeKeys, sitePagesQuery, sitesQuery } from '../queries';

/** How often to ask, in milliseconds, while a website is being read or removed, and while none is. */
const ASK = { working: 3_000, idle: 60_000 } as const;

export function useSites(botId: string) {
  const queryClient = useQueryClient();
  const sites = useQuery({
    ...sitesQuery(botId),
    refetchInterval: ({ state }) => ASK[state.data?.items.some(isWorking) ? 'working' : 'idle'],
  });
  // What was read or removed is among the documents now.
  const working = sites.data?.filter(isWorking).length ?? 0;
  const before = useRef(working);
  useEffect(() => {
    if (working < before.current) {
      void queryClient.invalidateQueries({ queryKey: queryKeys.documents(botId) });
      void queryClient.invalidateQueries({ queryKey: knowledgeKeys.sitePages(botId) });
    }
    before.current = working;
  }, [working, botId, queryClient]);
  return sites;
}

export function useSitePages(site: Site) {
  return useQuery({
    ...sitePagesQuery(site.botId, site.id),
    refetchInterval: ({ state }) =>
      isWorking(site) || state.data?.items.some(({ status }) => status === 'reading')
        ? ASK.working
        : ASK.idle,
  });
}

export function isWorking({ state }: Site): boolean {
  return state === 'syncing' || state === 'removing';
}
