import { Button } from '@aws-amplify/ui-react';
import { Bot, Plus } from 'lucide-react';
import { BotList } from '../../../components/BotList';
import { EmptyState } from '../../../components/EmptyState';
import { ErrorNotice } from '../../../components/ErrorNotice';
import { LinkButton } from '../../../components/LinkButton';
import { Skeleton } from '../../../components/Loading';
import { NewBotAction } from '../../../components/NewBotAction';
import { PageHeader } from '../../../components/PageHeader';
import { useTexts } from '../../../i18n';
import { usePermission } from '../../../lib/session';
import { useBots } from '../hooks/useBots';
import styles from './bots.module.css';

export function BotsPage() {
  const { t } = useTexts();
  const bots = useBots();
  const mayManage = usePermission('bots.manage');
  return (
    <div>
      <PageHeader title={t('bots:list.title')} lead={t('bots:list.lead')}>
        {mayManage && bots.data && bots.data.length > 0 && <NewBotAction />}
      </PageHeader>
      {bots.isPending && <Skeleton label="loading:bots" lines={3} shape="cards" />}
      {bots.isError && !bots.data && <ErrorNotice error={bots.error} onRetry={() => void bots.refetch()} />}
      {bots.data?.length === 0 && (
        <EmptyState
          icon={<Bot size={30} />}
          title={t('bots:list.emptyTitle')}
          action={
            mayManage && (
              <LinkButton to="/bots/new" variation="primary">
                <Plus size={18} aria-hidden="true" />
                {t('common:newBot')}
              </LinkButton>
            )
          }
        >
          {t('bots:list.emptyText')}
        </EmptyState>
      )}
      {bots.data && bots.data.length > 0 && (
        <>
          <BotList bots={bots.data} />
          {bots.hasNextPage && (
            <div className={styles.more}>
              <Button isLoading={bots.isFetchingNextPage} onClick={() => void bots.fetchNextPage()}>
                {t('common:more')}
              </Button>
            </div>
          )}
        </>
      )}
    </div>
  );
}
