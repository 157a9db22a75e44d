import { Button } from '@aws-amplify/ui-react';
import { useQuery } from '@tanstack/react-query';
import { ErrorNotice } from '#components/ErrorNotice.tsx';
import { Skeleton } from '#components/Loading.tsx';
import { useTexts } from '#i18n/index';
import { useAddressView } from '#lib/use-address-view';
import {
  type ConversationFilter,
  filterAddress,
  isFiltered,
  isSearch,
  NO_FILTER,
  readFilter,
} from '../filter';
import { useConversations } from '../hooks/useConversations';
import { useInboxKeys } from '../hooks/useInboxKeys';
import { useKeptOpen } from '../hooks/useKeptOpen';
import { useMarked } from '../hooks/useMarked';
import { botNamesQuery } from '../queries';
import { isDeskView, statusIn } from '../views';
import { BulkBar } from './BulkBar';
import { CitingDocument } from './CitingDocument';
import { ConversationList } from './ConversationList';
import { Filters } from './Filters';
import styles from './filters.module.css';
import { InboxHeader } from './InboxHeader';
import { KeyHelp } from './KeyHelp';
import { MarkAll } from './MarkAll';
import { NothingFound } from './NothingFound';
import { SavedFilters } from './SavedFilters';
import { Tabs } from './Tabs';

/**
 * Conversations by views and filters; of one bot, which has no views, where its id is given. `open` is the one that
 * stands beside them.
 */
export function ConversationBrowser({
  botId,
  open = '',
}: {
  readonly botId?: string;
  readonly open?: string;
}) {
  const { t } = useTexts();
  const isInbox = botId === undefined;
  const [chosen, setFilter] = useAddressView(readFilter, filterAddress);
  const filter: ConversationFilter = isInbox ? chosen : { ...chosen, botId, view: 'all' };
  const isOfDocument = botId !== undefined && filter.documentId !== '';
  const own = isInbox ? filter : { ...filter, botId: '' };
  const { desk, found, reading, more } = useConversations(filter, isInbox);
  const { view } = filter;
  const bots = useQuery(botNamesQuery);
  const search = isInbox ? filterAddress(filter).toString() : '';
  const { shown, unmatched } = useKeptOpen(found, open, filterAddress(filter).toString());
  const nothing = shown?.length === 0 && !more;
  const keys = useInboxKeys({ ids: shown?.map(({ id }) => id) ?? [], open, search });
  const { marked, ids, mark, markOnly } = useMarked(shown);
  const isSearched = isSearch(filter);
  // Words are looked for among all.
  const change = (part: Partial<ConversationFilter>) =>
    setFilter({ ...part, ...(part.text && isDeskView(view) && { view: 'all' as const }) });
  const botName = (id: string) =>
    bots.data?.find((bot) => bot.id === id)?.name ?? t('conversations:deletedBot');
  return (
    <div className={styles.browser}>
      {isInbox && <InboxHeader onHelp={keys.showHelp} />}
      {isInbox && (
        <Tabs
          filter={filter}
          desk={desk}
          onChoose={(chosenView) => setFilter({ view: chosenView, status: '', text: '' })}
        />
      )}
      {!(nothing && !isInbox && !isFiltered(own)) && (
        <Filters filter={filter} {...(isInbox && { bots: bots.data ?? [] })} onChange={change}>
          {isInbox && (
            <SavedFilters
              address={isFiltered(filter) ? search : ''}
              onChoose={(address) => setFilter(readFilter(new URLSearchParams(address)))}
            />
          )}
        </Filters>
      )}
      {isOfDocument && (
        <CitingDocument
          botId={botId}
          documentId={filter.documentId}
          onClear={() => setFilter({ documentId: '' })}
        />
      )}
      {shown && shown.length > 0 && (
        <MarkAll ids={shown.map(({ id }) => id)} marked={marked} onChange={markOnly} />
      )}
      {ids.length > 0 && <BulkBar ids={ids} onClear={() => markOnly([])} />}
      <div className={styles.found}>
        {reading.isPending && <Skeleton label="loading:conversations" shape="inbox" />}
        {reading.isError && !shown && (
          <ErrorNotice error={reading.error} onRetry={() => void reading.refetch()} />
        )}
        {nothing && (
          <NothingFound
            view={view}
            isFiltered={isFiltered(own)}
            sought={
              isOfDocument
                ? 'conversations:noneCiting'
                : isSearched
                  ? 'conversations:noneSearched'
                  : 'conversations:noneText'
            }
            onAll={() => setFilter({ ...(isFiltered(own) && NO_FILTER), view: 'all' })}
          />
        )}
        {shown && shown.length > 0 && (
          <ConversationList
            conversations={shown}
            open={open}
            unmatched={unmatched}
            focused={keys.focused}
            search={search}
            known={statusIn(view)}
            marked={marked}
            onMark={mark}
            {...(isInbox && { botName })}
          />
        )}
        {more && (
          <div className="more">
            {isSearched && <p className="note">{t('conversations:searchedSoFar')}</p>}
            <Button isLoading={more.isFetchingNextPage} onClick={() => void more.fetchNextPage()}>
              {t(isSearched ? 'conversations:searchFurther' : 'common:more')}
            </Button>
          </div>
        )}
      </div>
      {keys.isHelpShown && <KeyHelp onClose={keys.closeHelp} />}
    </div>
  );
}
