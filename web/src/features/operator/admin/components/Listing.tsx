import { Button } from '@aws-amplify/ui-react';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { EmptyState } from '#components/EmptyState.tsx';
import { ErrorNotice } from '#components/ErrorNotice.tsx';
import { Skeleton } from '#components/Loading.tsx';
import { useTexts } from '#i18n/index';
import styles from './admin.module.css';

interface Page<ITEM> {
  readonly items: readonly ITEM[];
  readonly cursor: string | null;
}

/** A list that is read page by page, in each of its states. */
export function Listing<ITEM>({
  query,
  empty,
  children,
}: {
  readonly query: UseInfiniteQueryResult<InfiniteData<Page<ITEM>>>;
  readonly empty: { readonly icon: ReactNode; readonly title: string; readonly text: string };
  readonly children: (item: ITEM) => ReactNode;
}) {
  const { t } = useTexts();
  const items = query.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <>
      {query.isPending && <Skeleton label="loading:default" lines={4} />}
      {query.isError && !query.data && (
        <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />
      )}
      {query.data && items.length === 0 && !query.hasNextPage && (
        <EmptyState icon={empty.icon} title={empty.title} heading="h3">
          {empty.text}
        </EmptyState>
      )}
      {items.length > 0 && <ul className={styles.list}>{items.map(children)}</ul>}
      {query.hasNextPage && (
        <Button onClick={() => void query.fetchNextPage()} isLoading={query.isFetchingNextPage}>
          {t('common:more')}
        </Button>
      )}
    </>
  );
}
