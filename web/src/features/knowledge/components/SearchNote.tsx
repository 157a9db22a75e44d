import { Button } from '@aws-amplify/ui-react';
import { formatNumber } from '#i18n/format';
import { useTexts } from '#i18n/index';
import { errorCode } from '#lib/api-error';
import type { usePassageSearch } from '../hooks/usePassageSearch';
import styles from './found.module.css';

/** What the search in passages has come to: a table that merely changes tells nobody who can't see it. */
export function SearchNote({
  search,
  shown,
}: {
  readonly search: ReturnType<typeof usePassageSearch>;
  /** Of the documents in whose text it was found: a filter may leave some out. */
  readonly shown: number;
}) {
  const { t, language } = useTexts();
  const { found, hasMore, hasWords, isSearching, error, retry } = search;
  const text = () => {
    if (isSearching) return t('knowledge:search.searching');
    if (error) return `${t('knowledge:search.failed')} ${t(`errors:${errorCode(error)}`)}`;
    if (!hasWords) return t('knowledge:search.tooCommon');
    const counted = (count: number) => ({ count, number: formatNumber(count, language) });
    if (hasMore) return t('knowledge:search.more', counted(found.size));
    if (found.size === 0) return t('knowledge:search.none');
    return shown === 0 ? '' : t('knowledge:search.found', counted(shown));
  };
  return (
    <div className={`muted row close parted-below-snug ${styles.note}`}>
      <p role="status">{text()}</p>
      {error && !isSearching && (
        <Button size="small" onClick={retry}>
          {t('common:tryAgain')}
        </Button>
      )}
    </div>
  );
}
