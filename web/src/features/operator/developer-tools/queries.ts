import { queryOptions } from '@tanstack/react-query';
import type { Language } from '#contract/accounts/profile';
import { listAllBots } from '#features/bots/list-all-bots.ts';
import { call } from '#lib/api';
import { compareTexts } from './compare-texts';
import { routesOf } from './routes';

const DEVELOPER = ['developer'] as const;
const EVENTS_MS = 2_000;

/**
 * What a deployment brings does not change while it is looked at. So it is read once, also where the socket opens or
 * comes back meanwhile, by which all else is read again.
 */
const deployed = { staleTime: 'static' } as const;

export const apiQuery = queryOptions({
  queryKey: [...DEVELOPER, 'api'],
  queryFn: async ({ signal }) => routesOf(await call('openapi', { signal })),
  ...deployed,
});

/** Whether the developer tools are on is what the first of their calls says. */
export const mailsQuery = queryOptions({
  queryKey: [...DEVELOPER, 'mails'],
  queryFn: ({ signal }) => call('listMailPreviews', { signal }),
});

export const eventsQuery = (isPaused: boolean) =>
  queryOptions({
    queryKey: [...DEVELOPER, 'events'],
    queryFn: ({ signal }) => call('listLoggedEvents', { signal }),
    refetchInterval: isPaused ? false : EVENTS_MS,
  });

export const mailQuery = (mailName: string, language: Language) =>
  queryOptions({
    queryKey: [...DEVELOPER, 'mail', mailName, language],
    queryFn: ({ signal }) => call('getMailPreview', { params: { mailName }, query: { language }, signal }),
    ...deployed,
  });

export const ownBotsQuery = queryOptions({
  queryKey: [...DEVELOPER, 'bots'],
  queryFn: ({ signal }) => listAllBots(signal),
});

export const indexQuery = (accountId: string, botId: string) =>
  queryOptions({
    queryKey: [...DEVELOPER, 'index', accountId, botId],
    queryFn: ({ signal }) => call('getBotIndex', { query: { accountId, botId } as never, signal }),
  });

export const textsQuery = queryOptions({
  queryKey: [...DEVELOPER, 'texts'],
  queryFn: ({ signal }) => compareTexts(signal),
  ...deployed,
});
