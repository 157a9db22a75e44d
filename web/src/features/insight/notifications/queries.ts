import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Notification } from '#contract/insight/notifications';
import { call } from '#lib/api';
import { notificationsQuery } from '#lib/notifications';

/** Marks one as read where it is opened. Nothing is lost where that fails: it stays unread. */
export function useReadOne() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: Notification) => call('readNotifications', { body: { id } }),
    onSettled: () => queryClient.invalidateQueries(notificationsQuery()),
  });
}

/** Marks all as read that are no newer than the newest that is shown. */
export function useReadAll() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: Notification) => call('readNotifications', { body: { upTo: id } }),
    onSuccess: () => queryClient.invalidateQueries(notificationsQuery()),
  });
}
