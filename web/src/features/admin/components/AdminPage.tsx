import { Button } from '@aws-amplify/ui-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ChevronRight, ShieldCheck } from 'lucide-react';
import type { ClientErrorGroup } from '../../../../../functions/contract/client-errors';
import { Card } from '../../../components/Card';
import { EmptyState } from '../../../components/EmptyState';
import { ErrorNotice } from '../../../components/ErrorNotice';
import { Skeleton } from '../../../components/Loading';
import { PageHeader } from '../../../components/PageHeader';
import { useTexts } from '../../../i18n';
import { formatDateTime, formatNumber } from '../../../i18n/format';
import { listClientErrors } from '../api/list-client-errors';
import styles from './admin.module.css';

/** For administrators: what went wrong in people's browsers. Users and settings of the platform come later. */
export function AdminPage() {
  const { t } = useTexts();
  const errors = useInfiniteQuery({
    queryKey: ['client-errors'],
    queryFn: ({ pageParam, signal }) => listClientErrors(pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ cursor }) => cursor,
  });
  const groups = errors.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <>
      <PageHeader title={t('admin:title')} lead={t('admin:lead')}>
        <Button
          onClick={() => void errors.refetch()}
          isLoading={errors.isRefetching}
          loadingText={t('admin:reload')}
        >
          {t('admin:reload')}
        </Button>
      </PageHeader>
      <Card title={t('admin:errors.title')} lead={t('admin:errors.lead')}>
        {errors.isPending && <Skeleton label="loading:default" lines={4} />}
        {errors.isError && !errors.data && (
          <ErrorNotice error={errors.error} onRetry={() => void errors.refetch()} />
        )}
        {errors.data && groups.length === 0 && (
          <EmptyState icon={<ShieldCheck size={28} />} title={t('admin:errors.none')}>
            {t('admin:errors.noneText')}
          </EmptyState>
        )}
        {groups.length > 0 && (
          <ul className={styles.groups}>
            {groups.map((group) => (
              <Group key={group.id} group={group} />
            ))}
          </ul>
        )}
        {errors.hasNextPage && (
          <Button onClick={() => void errors.fetchNextPage()} isLoading={errors.isFetchingNextPage}>
            {t('common:more')}
          </Button>
        )}
      </Card>
    </>
  );
}

function Group({ group }: { readonly group: ClientErrorGroup }) {
  const { t, language } = useTexts();
  const { name, message, count, firstSeen, lastSeen, page, release, userAgent, stack } = group;
  const facts = [
    [t('admin:errors.firstSeen'), formatDateTime(firstSeen, language)],
    [t('admin:errors.page'), page],
    [t('admin:errors.release'), release ?? t('admin:errors.unknown')],
    [t('admin:errors.language'), t(`common:languages.${group.language}`)],
    [t('admin:errors.browser'), userAgent],
  ] as const;
  return (
    <li>
      <details className={styles.group}>
        <summary>
          <ChevronRight className={styles.mark ?? ''} size={18} aria-hidden="true" />
          <span className={styles.message}>
            <strong>{name}</strong> {message}
          </span>
          <span className={styles.meta}>
            {t('admin:errors.times', { count, number: formatNumber(count, language) })} ·{' '}
            {formatDateTime(lastSeen, language)}
          </span>
        </summary>
        <dl className={styles.facts}>
          {facts.map(([term, value]) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {stack && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
          <section className={styles.stack} aria-label={t('admin:errors.stack')} tabIndex={0}>
            <pre>{stack}</pre>
          </section>
        )}
      </details>
    </li>
  );
}
