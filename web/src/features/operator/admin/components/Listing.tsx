import { Button } from '@aws-amplify/ui-react';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { EmptyState } from '#components/EmptyState.tsx';
import { Stack } from '#components/layout.tsx';
import { NotLoaded } from '#components/NotLoaded.tsx';
import { useTexts } from '#i18n/index';
import { hasWords, SearchWithin } from './SearchWithin';

interface Page<ITEM> {
  readonly items: readonly ITEM[];
  readonly cursor: string | null;
}

/** A list that is read page by page, in each of its states. */
export function Listing<ITEM>({
  query,
  empty,
  wordsOf,
  children,
}: {
  readonly query: UseInfiniteQueryResult<InfiniteData<Page<ITEM>>>;
  readonly empty: { readonly icon: ReactNode; readonly title: string; readonly text: string };
  /** By which it is searched in what has been read; without it the page searches itself. */
  readonly wordsOf?: (item: ITEM) => readonly (string | null | undefined)[];
  readonly children: (item: ITEM) => ReactNode;
}) {
  const { t } = useTexts();
  const [search, setSearch] = useState('');
  const all = query.data?.pages.flatMap((page) => page.items) ?? [];
  const items = wordsOf ? all.filter((item) => hasWords(search, wordsOf(item))) : all;
  return (
    <Stack>
      {wordsOf && all.length > 0 && <SearchWithin value={search} onChange={setSearch} />}
      <NotLoaded query={query} label="loading:default" lines={4} shape="rows" />
      {all.length > 0 && items.length === 0 && (
        <p role="status">{t(query.hasNextPage ? 'admin:search.noneYet' : 'admin:search.none')}</p>
      )}
      {query.data && all.length === 0 && !query.hasNextPage && (
        <EmptyState icon={empty.icon} title={empty.title} heading="h3">
          {empty.text}
        </EmptyState>
      )}
      {items.length > 0 && <ul className="ruled-above">{items.map(children)}</ul>}
      {query.hasNextPage && (
        <Button onClick={() => void query.fetchNextPage()} isLoading={query.isFetchingNextPage}>
          {t(search.trim() !== '' ? 'admin:search.further' : 'common:more')}
        </Button>
      )}
    </Stack>
  );
}
