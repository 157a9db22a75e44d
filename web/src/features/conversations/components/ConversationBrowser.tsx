import { Button } from '@aws-amplify/ui-react';
import { useQuery } from '@tanstack/react-query';
import { MessagesSquare, SearchX } from 'lucide-react';
import { useState } from 'react';
import { EmptyState } from '#components/EmptyState.tsx';
import { ErrorNotice } from '#components/ErrorNotice.tsx';
import { Skeleton } from '#components/Loading.tsx';
import { formatNumber } from '#i18n/format';
import { useTexts } from '#i18n/index';
import { useAddressView } from '#lib/use-address-view';
import { filterAddress, isFiltered, isSearch, NO_FILTER, readFilter } from '../filter';
import { useConversations } from '../hooks/useConversations';
import { useInboxKeys } from '../hooks/useInboxKeys';
import { useKeptOpen } from '../hooks/useKeptOpen';
import { botNamesQuery } from '../queries';
import { BulkBar } from './BulkBar';
import { CitingDocument } from './CitingDocument';
import { ConversationList } from './ConversationList';
import shared from './conversations.module.css';
import { Filters } from './Filters';
import styles from './filters.module.css';
import { KeyHelp } from './KeyHelp';
import { MarkAll } from './MarkAll';
import { SavedFilters } from './SavedFilters';

/** Conversations with their filters; of one bot where its id is given. `open` is the one that stands beside them. */
export function ConversationBrowser({
  botId,
  open = '',
}: {
  readonly botId?: string;
  readonly open?: string;
}) {
  const { t, language } = useTexts();
  const [chosen, setFilter] = useAddressView(readFilter, filterAddress);
  const filter = { ...chosen, ...(botId !== undefined && { botId }) };
  const isOfDocument = botId !== undefined && filter.documentId !== '';
  const own = botId === undefined ? filter : { ...filter, botId: '' };
  const conversations = useConversations(filter);
  const bots = useQuery(botNamesQuery);
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set());
  const { shown, unmatched } = useKeptOpen(conversations.data, open, filterAddress(filter).toString());
  const nothingYet = shown?.length === 0 && !isFiltered(own) && !conversations.hasNextPage;
  const botName = (id: string) =>
    bots.data?.find((bot) => bot.id === id)?.name ?? t('conversations:deletedBot');
  const search = botId === undefined ? filterAddress(filter).toString() : '';
  const keys = useInboxKeys({ ids: shown?.map(({ id }) => id) ?? [], open, search });
  const ids = (shown ?? []).filter(({ id }) => marked.has(id)).map(({ id }) => id);
  const isSearched = isSearch(filter);
  const filters = (
    <>
      {!nothingYet && (
        <Filters
          filter={filter}
          {...(botId === undefined && { bots: bots.data ?? [] })}
          onChange={setFilter}
        />
      )}
      {botId === undefined && (
        <SavedFilters
          address={search}
          onChoose={(address) => setFilter(readFilter(new URLSearchParams(address)))}
        />
      )}
    </>
  );
  return (
    <>
      {open === '' ? (
        filters
      ) : (
        // Beside a conversation the list has the room.
        <details className={styles.moreFilters}>
          <summary>
            {t('conversations:filters.label')}
            {isFiltered(own) &&
              ` (${t('conversations:filters.active', { number: formatNumber(filterAddress(own).size, language) })})`}
          </summary>
          {filters}
        </details>
      )}
      {isOfDocument && (
        <CitingDocument
          botId={botId}
          documentId={filter.documentId}
          onClear={() => setFilter({ documentId: '' })}
        />
      )}
      {shown && shown.length > 0 && (
        <MarkAll
          ids={shown.map(({ id }) => id)}
          marked={marked}
          onChange={(all) => setMarked(new Set(all))}
        />
      )}
      {ids.length > 0 && <BulkBar ids={ids} onClear={() => setMarked(new Set())} />}
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
          action={<Button onClick={() => setFilter(NO_FILTER)}>{t('conversations:showAll')}</Button>}
        >
          {t(
            isOfDocument
              ? 'conversations:noneCiting'
              : isSearched
                ? 'conversations:noneSearched'
                : 'conversations:noneText',
          )}
        </EmptyState>
      )}
      {shown && shown.length > 0 && (
        <ConversationList
          conversations={shown}
          open={open}
          unmatched={unmatched}
          focused={keys.focused}
          search={search}
          marked={marked}
          onMark={(id, isMarked) => {
            const next = new Set(marked);
            if (isMarked) next.add(id);
            else next.delete(id);
            setMarked(next);
          }}
          {...(botId === undefined && { botName })}
        />
      )}
      {conversations.hasNextPage && (
        <div className={styles.more}>
          {isSearched && <p className={shared.hint}>{t('conversations:searchedSoFar')}</p>}
          <Button
            isLoading={conversations.isFetchingNextPage}
            onClick={() => void conversations.fetchNextPage()}
          >
            {t(isSearched ? 'conversations:searchFurther' : 'common:more')}
          </Button>
        </div>
      )}
      {keys.isHelpShown && <KeyHelp onClose={keys.closeHelp} />}
    </>
  );
}
