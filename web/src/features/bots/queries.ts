import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '#lib/api';
import { queryKeys } from '#lib/query-keys';

/** Milliseconds after which a log with something under way is read again. */
const LOG_AGAIN = 5_000;
const DELIVERIES_AT_ONCE = 20;

/** Keys of what no other feature reads. */
export const botKeys = {
  versions: (botId: string) => ['versions', botId] as const,
  webhooks: (botId: string) => ['webhooks', botId] as const,
  deliveries: (botId: string, webhookId: string) => ['deliveries', botId, webhookId] as const,
};

export const botQuery = (botId: string) =>
  queryOptions({
    queryKey: queryKeys.bot(botId),
    queryFn: ({ signal }) => call('getBot', { params: { botId }, signal }),
  });

export const botsQuery = infiniteQueryOptions({
  queryKey: [...queryKeys.bots, 'pages'],
  queryFn: ({ pageParam, signal }) =>
    call('listBots', { query: pageParam === null ? {} : { cursor: pageParam }, signal }),
  initialPageParam: null as string | null,
  getNextPageParam: ({ cursor }) => cursor,
  select: ({ pages }) => pages.flatMap(({ items }) => items),
});

/** How each bot is, as the dashboard tells it. */
export const healthQuery = queryOptions({
  queryKey: queryKeys.dashboard,
  queryFn: ({ signal }) => call('getDashboard', { signal }),
  select: ({ health }) => new Map(health.map(({ botId, reasons }) => [botId, reasons])),
});

/** Conversations that would end with the bot: asked anew each time. */
export const underWayQuery = (botId: string) =>
  queryOptions({
    queryKey: ['under-way', botId] as const,
    queryFn: ({ signal }) => call('countUnderWay', { params: { botId }, signal }),
    staleTime: 0,
    gcTime: 0,
  });

/** Bots that can still be brought back. */
export const deletedBotsQuery = queryOptions({
  queryKey: [...queryKeys.bots, 'deleted'],
  queryFn: ({ signal }) => call('listDeletedBots', { signal }),
  select: ({ items }) => items,
});

/** Publications of a bot, newest first. */
export const versionsQuery = (botId: string) =>
  infiniteQueryOptions({
    queryKey: botKeys.versions(botId),
    queryFn: ({ pageParam, signal }) =>
      call('listBotVersions', {
        params: { botId },
        query: pageParam === null ? {} : { cursor: pageParam },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ cursor }) => cursor,
    select: ({ pages }) => pages.flatMap(({ items }) => items),
  });

export const webhooksQuery = (botId: string) =>
  queryOptions({
    queryKey: botKeys.webhooks(botId),
    queryFn: ({ signal }) => call('listWebhooks', { params: { botId }, signal }),
    select: ({ items }) => items,
  });

/** What was posted to a webhook, newest first. */
export const deliveriesQuery = (botId: string, webhookId: string) =>
  infiniteQueryOptions({
    queryKey: botKeys.deliveries(botId, webhookId),
    queryFn: ({ pageParam, signal }) =>
      call('listDeliveries', {
        params: { botId, webhookId },
        query: { limit: DELIVERIES_AT_ONCE, ...(pageParam !== null && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ cursor }) => cursor,
    select: ({ pages }) => pages.flatMap(({ items }) => items),
    refetchInterval: LOG_AGAIN,
  });

/** One delivery with what was posted. */
export const deliveryQuery = (params: {
  readonly botId: string;
  readonly webhookId: string;
  readonly deliveryId: string;
}) =>
  queryOptions({
    queryKey: [...botKeys.deliveries(params.botId, params.webhookId), params.deliveryId],
    queryFn: ({ signal }) => call('getDelivery', { params, signal }),
  });
