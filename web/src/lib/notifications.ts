import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query';
import { DATED_KINDS } from '#contract/insight/notification-kinds';
import type { Notification, NotificationPage } from '#contract/insight/notifications';
import { formatDate } from '#i18n/format';
import type { useTexts } from '#i18n/index';
import type { TranslationKey } from '#i18n/keys';
import { call } from './api';
import { queryKeys } from './query-keys';

const PAGE = 30;

/** What the person was told of in this account; the badge and the page share it. */
export const notificationsQuery = () =>
  infiniteQueryOptions({
    queryKey: queryKeys.notifications,
    queryFn: ({ pageParam, signal }): Promise<NotificationPage> =>
      call('listNotifications', { query: { limit: PAGE, ...(pageParam && { cursor: pageParam }) }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ cursor }) => cursor,
  });

/** Puts what they were just told of before what is shown; told twice, it is there once. */
export function addNotification(queryClient: QueryClient, notification: Notification): void {
  queryClient.setQueryData(notificationsQuery().queryKey, (data) => {
    if (!data || data.pages.some(({ items }) => items.some(({ id }) => id === notification.id))) return data;
    const [first, ...others] = data.pages;
    if (!first) return data;
    return {
      ...data,
      pages: [
        { ...first, items: [notification, ...first.items], unread: Math.min(first.unread + 1, 100) },
        ...others,
      ],
    };
  });
}

/** What a notification says, in the reader's words. */
export function sentenceOf(
  notification: Pick<Notification, 'kind' | 'name' | 'detail'>,
  { t, language }: ReturnType<typeof useTexts>,
): string {
  const { kind, name, detail } = notification;
  const words = detail !== null && DATED_KINDS.has(kind) ? formatDate(detail, language) : (detail ?? '');
  return t(sentenceKey(notification), { name: name ?? '', detail: words });
}

/**
 * What a notification says, with `name` and `detail`. A limit is the account's or, by its name, of one bot; of a plan that
 * has ended it says what has paused, where something has.
 */
function sentenceKey({ kind, name, detail }: Pick<Notification, 'kind' | 'name' | 'detail'>): TranslationKey {
  if (kind === 'plan_ended' && detail !== null) return 'notifications:kind.plan_ended_paused';
  return kind === 'limit' && name !== null ? 'notifications:kind.limit_bot' : `notifications:kind.${kind}`;
}
