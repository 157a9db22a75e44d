import type { UseQueryResult } from '@tanstack/react-query';
import { ChartColumn } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { EmptyState } from '#components/EmptyState.tsx';
import { ErrorNotice } from '#components/ErrorNotice.tsx';
import { LinkButton } from '#components/LinkButton.tsx';
import { Skeleton } from '#components/Loading.tsx';
import { useTexts } from '#i18n/index';
import type { TranslationKey } from '#i18n/keys';
import { errorCode, isUnreadable } from '#lib/api-error';
import { errorKind } from '#lib/error-kind';

/** What a query gives, or that it is on its way, failed, or found nothing. */
export function Loaded<DATA>({
  query,
  failed,
  isEmpty,
  empty = 'analytics:empty.text',
  children,
}: {
  readonly query: UseQueryResult<DATA>;
  /** What could not be loaded. */
  readonly failed: TranslationKey;
  readonly isEmpty?: (data: DATA) => boolean;
  /** What is missing, and what brings it. */
  readonly empty?: TranslationKey;
  readonly children: (data: DATA) => ReactNode;
}) {
  const { t } = useTexts();
  // Offline there is no use in waiting for what the next tries bring.
  const isOffline = query.failureReason !== null && errorKind(query.failureReason) === 'offline';
  const error = query.error ?? (isOffline ? query.failureReason : null);
  if (error && query.data === undefined)
    return (
      <div className="stack large">
        <p role="alert" className="wrong">
          {t(isUnreadable(error) ? 'analytics:failed.none' : failed)}
        </p>
        <ErrorNotice error={error} onRetry={() => void query.refetch()} />
        {errorCode(error) === 'bot.not_found' && <ToAllBots />}
      </div>
    );
  if (query.isPending) return <Skeleton label="loading:analytics" shape="analytics" />;
  if (query.data === undefined) return null;
  if (isEmpty?.(query.data)) return <NothingYet text={empty} />;
  return (
    <div className="stack large" aria-busy={query.isFetching}>
      {children(query.data)}
    </div>
  );
}

/** Away from a bot that was deleted since the address was kept; nothing where the address names none. */
function ToAllBots() {
  const { t } = useTexts();
  const [address] = useSearchParams();
  if (!address.has('bots')) return null;
  const others = new URLSearchParams(address);
  others.delete('bots');
  return (
    <p>
      <LinkButton to={`?${others}`}>{t('analytics:showAllBots')}</LinkButton>
    </p>
  );
}

function NothingYet({ text }: { readonly text: TranslationKey }) {
  const { t } = useTexts();
  return (
    <EmptyState
      icon={<ChartColumn size={28} />}
      title={t('analytics:empty.title')}
      action={<LinkButton to="/bots">{t('analytics:empty.action')}</LinkButton>}
    >
      {t(text)}
    </EmptyState>
  );
}
