import { Button, SelectField, TextField } from '@aws-amplify/ui-react';
import { MessagesSquare, SearchX } from 'lucide-react';
import { ConversationStatus } from '../../../../../functions/contract/conversations';
import { EmptyState } from '../../../components/EmptyState';
import { ErrorNotice } from '../../../components/ErrorNotice';
import { Skeleton } from '../../../components/Loading';
import { useTexts } from '../../../i18n';
import { useAddressView } from '../../../lib/use-address-view';
import { type ConversationFilter, filterAddress, isFiltered, readFilter } from '../filter';
import { useBotNames, useConversations } from '../hooks/useConversations';
import { CitingDocument } from './CitingDocument';
import { ConversationList } from './ConversationList';
import styles from './conversations.module.css';

/** Conversations with their filters; of one bot where its id is given. */
export function ConversationBrowser({ botId }: { readonly botId?: string }) {
  const { t } = useTexts();
  const [chosen, setFilter] = useAddressView(readFilter, filterAddress);
  const filter = { ...chosen, ...(botId !== undefined && { botId }) };
  const isOfDocument = botId !== undefined && filter.documentId !== '';
  const own = botId === undefined ? filter : { ...filter, botId: '' };
  const conversations = useConversations(filter);
  const bots = useBotNames();
  const shown = conversations.data;
  const nothingYet = shown?.length === 0 && !isFiltered(own);
  const botName = (id: string) =>
    bots.data?.find((bot) => bot.id === id)?.name ?? t('conversations:deletedBot');
  return (
    <>
      {!nothingYet && (
        <search className={styles.filters} aria-label={t('conversations:filters.label')}>
          <SelectField
            label={t('conversations:filters.status')}
            value={filter.status}
            onChange={({ target }) => setFilter({ status: target.value as ConversationFilter['status'] })}
          >
            <option value="">{t('conversations:filters.anyStatus')}</option>
            {ConversationStatus.options.map((status) => (
              <option key={status} value={status}>
                {t(`conversations:status.${status}`)}
              </option>
            ))}
          </SelectField>
          {botId === undefined && (
            <SelectField
              label={t('conversations:filters.bot')}
              value={filter.botId}
              onChange={({ target }) => setFilter({ botId: target.value })}
            >
              <option value="">{t('conversations:filters.anyBot')}</option>
              {bots.data?.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </SelectField>
          )}
          <TextField
            type="date"
            label={t('conversations:filters.from')}
            value={filter.from}
            {...(filter.to && { max: filter.to })}
            onChange={({ target }) => setFilter({ from: target.value })}
          />
          <TextField
            type="date"
            label={t('conversations:filters.to')}
            value={filter.to}
            {...(filter.from && { min: filter.from })}
            onChange={({ target }) => setFilter({ to: target.value })}
          />
        </search>
      )}
      {isOfDocument && (
        <CitingDocument
          botId={botId}
          documentId={filter.documentId}
          onClear={() => setFilter({ documentId: '' })}
        />
      )}
      {conversations.isPending && <Skeleton label="loading:conversations" lines={5} />}
      {conversations.isError && !shown && (
        <ErrorNotice error={conversations.error} onRetry={() => void conversations.refetch()} />
      )}
      {nothingYet && (
        <EmptyState icon={<MessagesSquare size={30} />} title={t('conversations:emptyTitle')}>
          {t('conversations:emptyText')}
        </EmptyState>
      )}
      {shown?.length === 0 && isFiltered(own) && !conversations.hasNextPage && (
        <EmptyState
          icon={<SearchX size={30} />}
          title={t('conversations:none')}
          action={
            <Button onClick={() => setFilter({ status: '', botId: '', documentId: '', from: '', to: '' })}>
              {t('conversations:showAll')}
            </Button>
          }
        >
          {t(isOfDocument ? 'conversations:noneCiting' : 'conversations:noneText')}
        </EmptyState>
      )}
      {shown && shown.length > 0 && (
        <ConversationList conversations={shown} {...(botId === undefined && { botName })} />
      )}
      {conversations.hasNextPage && (
        <div className={styles.more}>
          <Button
            isLoading={conversations.isFetchingNextPage}
            onClick={() => void conversations.fetchNextPage()}
          >
            {t('common:more')}
          </Button>
        </div>
      )}
    </>
  );
}
