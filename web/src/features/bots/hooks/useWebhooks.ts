import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { queryKeys } from '../../../lib/query-keys';
import { listDeliveries } from '../api/list-deliveries';
import { listWebhooks } from '../api/list-webhooks';

/** Milliseconds after which a log with something under way is read again. */
const LOG_AGAIN = 5_000;

export function useWebhooks(botId: string) {
  return useQuery({
    queryKey: queryKeys.webhooks(botId),
    queryFn: ({ signal }) => listWebhooks(botId, signal),
    select: ({ items }) => items,
  });
}

/** What was posted to a webhook, newest first. */
export function useDeliveries(botId: string, webhookId: string) {
  return useInfiniteQuery({
    queryKey: queryKeys.deliveries(botId, webhookId),
    queryFn: ({ pageParam, signal }) => listDeliveries({ botId, webhookId }, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ cursor }) => cursor,
    select: ({ pages }) => pages.flatMap(({ items }) => items),
    refetchInterval: LOG_AGAIN,
  });
}
