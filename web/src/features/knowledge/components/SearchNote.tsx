import { Button } from '@aws-amplify/ui-react';
import { formatNumber } from '#i18n/format';
import { useTexts } from '#i18n/index';
import { errorCode } from '#lib/api-error';
import type { usePassageSearch } from '../hooks/usePassageSearch';
import styles from './found.module.css';

/** What the search in passages has come to: a table that merely changes tells nobody who can't see it. */
export function SearchNote({ search }: { readonly search: ReturnType<typeof usePassageSearch> }) {
  const { t, language } = useTexts();
  const { found, hasMore, hasWords, isSearching, error, retry } = search;
  const text = () => {
    if (isSearching) return t('knowledge:search.searching');
    if (error) return `${t('knowledge:search.failed')} ${t(`errors:${errorCode(error)}`)}`;
    if (!hasWords) return t('knowledge:search.tooCommon');
    const counted = { count: found.size, number: formatNumber(found.size, language) };
    if (hasMore) return t('knowledge:search.more', counted);
    return found.size === 0 ? t('knowledge:search.none') : t('knowledge:search.found', counted);
  };
  return (
    <div className={styles.note}>
      <p role="status">{text()}</p>
      {error && !isSearching && (
        <Button size="small" onClick={retry}>
          {t('common:tryAgain')}
        </Button>
      )}
    </div>
  );
}
