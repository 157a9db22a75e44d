import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useLiveEvents, useLiveStatus } from '#lib/live-context';
import { addNotification, notificationsQuery } from '#lib/notifications';
import { useAuth } from '#lib/session/session';

/** How many notifications the person has not read, kept up to date by what the server tells. */
export function useUnreadNotifications(): number {
  const queryClient = useQueryClient();
  const { account } = useAuth();
  const live = useLiveStatus() === 'open';
  useLiveEvents((event) => {
    // Their sockets hear of all their accounts.
    if (event.type === 'notification.added' && event.accountId === account.id && event.inApp)
      addNotification(queryClient, event.notification);
  });
  const { data } = useInfiniteQuery({ ...notificationsQuery(), refetchInterval: live ? false : 60_000 });
  return data?.pages[0]?.unread ?? 0;
}
