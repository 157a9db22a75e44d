import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useOutletContext } from 'react-router-dom';
import type { Bot } from '#contract/bots/bots';
import { queryKeys } from '#lib/query-keys';
import { botKeys } from '../queries';

/** The bot of the page around. */
export function useCurrentBot(): Bot {
  return useOutletContext<Bot>();
}

/** Takes over what a call answered with: every page shows it from now on. */
export function useAdoptBot(): (bot: Bot) => void {
  const queryClient = useQueryClient();
  return (bot) => adoptBot(queryClient, bot);
}

function adoptBot(queryClient: QueryClient, bot: Bot): void {
  queryClient.setQueryData(queryKeys.bot(bot.id), bot);
  void queryClient.invalidateQueries({ queryKey: queryKeys.bots });
  void queryClient.invalidateQueries({ queryKey: botKeys.versions(bot.id) });
  void queryClient.invalidateQueries({ queryKey: queryKeys.me });
}
