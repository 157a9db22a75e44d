import { useQuery } from '@tanstack/react-query';
import { useOutletContext } from 'react-router-dom';
import type { Bot } from '../../../../../functions/contract/bots';
import { queryKeys } from '../../../lib/query-keys';
import { getBot } from '../api/get-bot';

export function useBotQuery(botId: string) {
  return useQuery({ queryKey: queryKeys.bot(botId), queryFn: ({ signal }) => getBot(botId, signal) });
}

/** The bot of the page around. */
export function useCurrentBot(): Bot {
  return useOutletContext<Bot>();
}
