import { useQuery } from '@tanstack/react-query';
import type { Bot } from '../../../../../functions/contract/bots';
import { queryKeys } from '../../../lib/query-keys';
import { listBots } from '../api/list-bots';

export interface Overview {
  readonly bots: readonly Bot[];
}

export function useOverview() {
  return useQuery({
    queryKey: [...queryKeys.bots, 'overview'],
    queryFn: ({ signal }) => listBots(signal),
    select: ({ items }): Overview => ({ bots: items }),
  });
}
