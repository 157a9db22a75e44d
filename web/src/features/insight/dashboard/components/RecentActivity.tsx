import { Button } from '@aws-amplify/ui-react';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Activity as ActivityIcon, Bot, FileText, MessageCircle, MessagesSquare, Pencil } from 'lucide-react';
import { Link } from 'react-router-dom';
import { Card } from '#components/Card.tsx';
import { EmptyState } from '#components/EmptyState.tsx';
import { ErrorNotice } from '#components/ErrorNotice.tsx';
import { Skeleton } from '#components/Loading.tsx';
import type { Activity, ActivityType } from '#contract/insight/dashboard';
import { formatDateTime, formatWhen } from '#i18n/format';
import { useTexts } from '#i18n/index';
import { useLiveEvents, useLiveStatus } from '#lib/live-context';
import { activityQuery, addActivity } from '../queries';
import styles from './RecentActivity.module.css';

const ICONS: Readonly<Record<ActivityType, typeof Bot>> = {
  conversation: MessagesSquare,
  message: MessageCircle,
  document: FileText,
  bot_created: Bot,
  bot_updated: Pencil,
};

/** What happens in the account, as it happens. */
export function RecentActivity() {
  const { t } = useTexts();
  const queryClient = useQueryClient();
  const status = useLiveStatus();
  const activity = useInfiniteQuery({
    ...activityQuery(),
    // While nothing arrives by itself.
    refetchInterval: status === 'open' ? false : 15_000,
  });
  useLiveEvents((event) => {
    if (event.type === 'activity.added') addActivity(queryClient, event.activity);
  });
  const items = activity.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <Card title={t('dashboard:activity.title')} lead={t('dashboard:activity.lead')}>
      {activity.isPending && <Skeleton label="loading:dashboard" lines={4} shape="rows" />}
      {activity.isError && <ErrorNotice error={activity.error} onRetry={() => void activity.refetch()} />}
      {activity.data && items.length === 0 && (
        <EmptyState icon={<ActivityIcon size={24} />} title={t('dashboard:activity.none')} heading="h3">
          {t('dashboard:activity.noneText')}
        </EmptyState>
      )}
      {items.length > 0 && (
        <ul className="stack snug">
          {items.map((each) => (
            <Row key={each.id} activity={each} />
          ))}
        </ul>
      )}
      {activity.hasNextPage && (
        <Button
          className="parted-above"
          size="small"
          isLoading={activity.isFetchingNextPage}
          loadingText={t('common:more')}
          onClick={() => void activity.fetchNextPage()}
        >
          {t('common:more')}
        </Button>
      )}
    </Card>
  );
}

function Row({ activity }: { readonly activity: Activity }) {
  const { t, language } = useTexts();
  const { type, botName, text, at } = activity;
  const Icon = ICONS[type];
  return (
    <li className="line snug">
      <span className={styles.icon} data-type={type} aria-hidden="true">
        <Icon size={16} />
      </span>
      <span className={styles.words}>
        <Link to={addressOf(activity)}>
          {type === 'message' && text !== null
            ? t('dashboard:activity.said', { bot: botName, title: text })
            : t(`dashboard:activity.type.${type}`, { bot: botName, title: text ?? '' })}
        </Link>
        <time className="note" dateTime={at} title={formatDateTime(at, language)}>
          {formatWhen(at, new Date(), language)}
        </time>
      </span>
    </li>
  );
}

export function addressOf({ type, botId, conversationId }: Activity): string {
  if (conversationId !== null) return `/conversations/${conversationId}`;
  return type === 'document' ? `/bots/${botId}/knowledge` : `/bots/${botId}`;
}
