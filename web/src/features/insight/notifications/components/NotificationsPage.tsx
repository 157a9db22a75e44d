import { Button } from '@aws-amplify/ui-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Bell } from 'lucide-react';
import { Link } from 'react-router-dom';
import { Card } from '#components/Card.tsx';
import { EmptyState } from '#components/EmptyState.tsx';
import { ErrorNotice } from '#components/ErrorNotice.tsx';
import { Skeleton } from '#components/Loading.tsx';
import { PageHeader } from '#components/PageHeader.tsx';
import { useToast } from '#components/toasts.tsx';
import { useTexts } from '#i18n/index';
import { notificationsQuery } from '#lib/notifications';
import { useReadAll } from '../queries';
import { BrowserMessages } from './BrowserMessages';
import { NotificationRow } from './NotificationRow';
import styles from './notifications.module.css';

/** What the person was told of, newest first. */
export function NotificationsPage() {
  const { t } = useTexts();
  const toast = useToast();
  const notifications = useInfiniteQuery(notificationsQuery());
  const readAll = useReadAll();
  const items = notifications.data?.pages.flatMap((page) => page.items) ?? [];
  const unread = notifications.data?.pages[0]?.unread ?? 0;
  const [newest] = items;
  return (
    <>
      <PageHeader title={t('notifications:title')} lead={t('notifications:lead')}>
        {newest && unread > 0 && (
          <Button
            isLoading={readAll.isPending}
            loadingText={t('notifications:readAll')}
            onClick={() =>
              readAll.mutate(newest, {
                onError: () => toast({ kind: 'error', text: t('notifications:readAllFailed') }),
              })
            }
          >
            {t('notifications:readAll')}
          </Button>
        )}
      </PageHeader>
      <BrowserMessages />
      <Card title={t('notifications:latest')}>
        {notifications.isPending && <Skeleton label="loading:dashboard" lines={5} shape="rows" />}
        {notifications.isError && (
          <ErrorNotice error={notifications.error} onRetry={() => void notifications.refetch()} />
        )}
        {notifications.data && items.length === 0 && (
          <EmptyState icon={<Bell size={28} />} title={t('notifications:none')} heading="h3">
            {t('notifications:noneText')}
          </EmptyState>
        )}
        {items.length > 0 && (
          <ul className="stack bare">
            {items.map((notification) => (
              <NotificationRow key={notification.id} notification={notification} />
            ))}
          </ul>
        )}
        {notifications.hasNextPage && (
          <Button
            size="small"
            isLoading={notifications.isFetchingNextPage}
            loadingText={t('common:more')}
            onClick={() => void notifications.fetchNextPage()}
          >
            {t('common:more')}
          </Button>
        )}
      </Card>
      <p className={styles.choose}>
        <Link to="/settings/notifications">{t('notifications:choose')}</Link>
      </p>
    </>
  );
}
