import { useQuery } from '@tanstack/react-query';
import type { Bot } from '../../../../../functions/contract/bots';
import { queryKeys } from '../../../lib/query-keys';
import { listBots } from '../api/list-bots';

export interface Overview {
  readonly bots: readonly Bot[];
  /** There are more bots than were read: counts are 'at least'. */
  readonly more: boolean;
  readonly passages: number;
}

export function useOverview() {
  return useQuery({
    queryKey: [...queryKeys.bots, 'overview'],
    queryFn: ({ signal }) => listBots(signal),
    select: ({ items, cursor }): Overview => ({
      bots: items,
      more: cursor !== null,
      passages: items.reduce((sum, bot) => sum + bot.passageCount, 0),
    }),
  });
}
