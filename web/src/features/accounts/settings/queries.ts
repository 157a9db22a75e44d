import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type {
  NotificationChannel,
  NotificationKind,
  NotificationSettings,
} from '#contract/insight/notifications';
import { call } from '#lib/api';
import { queryKeys } from '#lib/query-keys';

export const notificationSettingsQuery = () =>
  queryOptions({
    queryKey: ['notification-settings'],
    queryFn: ({ signal }) => call('getNotificationSettings', { signal }),
  });

/** Shows the choice at once, and takes it back where it can not be saved. */
export function useChooseNotifications() {
  const queryClient = useQueryClient();
  const { queryKey } = notificationSettingsQuery();
  return useMutation({
    mutationFn: ({ kind, channels }: { kind: NotificationKind; channels: NotificationChannel[] }) =>
      call('chooseNotifications', { body: { channels: { [kind]: channels } } }),
    onMutate: ({ kind, channels }): NotificationSettings | undefined => {
      const before = queryClient.getQueryData(queryKey);
      queryClient.setQueryData(
        queryKey,
        (shown) => shown && { ...shown, channels: { ...shown.channels, [kind]: channels } },
      );
      return before;
    },
    onError: (_error, _input, before) => queryClient.setQueryData(queryKey, before),
  });
}

export function useSaveTimeZone() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (timeZone: string) => call('setTimeZone', { body: { timeZone } }),
    // Lists of conversations and all figures are by its days.
    onSuccess: () =>
      Promise.all(
        [queryKeys.me, queryKeys.analytics].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
      ),
  });
}

export const apiKeysQuery = queryOptions({
  queryKey: ['api-keys'],
  queryFn: ({ signal }) => call('listApiKeys', { signal }),
});

/** One bot, for lines that show a key in use. */
export const botsToTryQuery = queryOptions({
  queryKey: ['bots', 'to-try'],
  queryFn: ({ signal }) => call('listBots', { query: { limit: 1 }, signal }),
});

export const deletionQuery = queryOptions({
  queryKey: ['account-deletion'],
  queryFn: ({ signal }) => call('getAccountDeletion', { signal }),
});

export const accountExportQuery = queryOptions({
  queryKey: ['account-export'],
  queryFn: ({ signal }) => call('getAccountExport', { signal }),
  refetchInterval: ({ state }) => (state.data?.export?.status === 'running' ? 3_000 : false),
});

export const securityQuery = queryOptions({
  queryKey: ['security'],
  queryFn: ({ signal }) => call('getSecurity', { signal }),
});

/** A secret for an authenticator app. Nothing changes until a code of it is shown. */
export function useBeginSecondFactor() {
  return useMutation({ mutationFn: () => call('beginSecondFactor', {}) });
}

export function useTurnOnSecondFactor() {
  return useSecurityChange((code: string) => call('turnOnSecondFactor', { body: { code } }));
}

export function useTurnOffSecondFactor() {
  return useSecurityChange(() => call('turnOffSecondFactor', {}));
}

export function useRenewRecoveryCodes() {
  return useSecurityChange(() => call('renewRecoveryCodes', {}));
}

function useSecurityChange<Input, Done>(mutationFn: (input: Input) => Promise<Done>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: securityQuery.queryKey }),
  });
}

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => call('listSessions', { signal }),
});

export function useEndSession() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (sessionId: string) => call('endSession', { params: { sessionId } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
}

export function useEndOtherSessions() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call('endOtherSessions', {}),
    onSettled: () => queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
}

export const alphaQuery = queryOptions({
  queryKey: ['alpha'],
  queryFn: ({ signal }) => call('getAlpha', { signal }),
});

export function useAlphaChange(route: 'joinAlpha' | 'leaveAlpha') {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call(route, {}),
    onSuccess: (programme) => queryClient.setQueryData(alphaQuery.queryKey, programme),
    onSettled: () =>
      // The trial and the offer of it are shown there.
      Promise.all(
        [queryKeys.me, queryKeys.dashboard].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
      ),
  });
}
