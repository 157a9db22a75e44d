import { Button } from '@aws-amplify/ui-react';
import { SearchX } from 'lucide-react';
import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import { EmptyState } from '#components/EmptyState.tsx';
import { LinkButton } from '#components/LinkButton.tsx';
import { Marked } from '#components/Marked.tsx';
import { useTexts } from '#i18n/index';
import { useSettled } from '#lib/use-settled';
import type { HelpHit, HelpSearch } from '../search';
import styles from './help.module.css';

/** Milliseconds without a letter typed after which it is told how many were found. */
const PAUSE = 600;

export function SearchResults({
  searched,
  search,
  onClear,
}: {
  readonly searched: string;
  readonly search: HelpSearch;
  readonly onClear: () => void;
}) {
  const { t } = useTexts();
  const hits = useMemo(() => search(searched), [search, searched]);
  const told = useSettled(hits.length, PAUSE);
  return (
    <>
      <p className={styles.found} role="status">
        {told > 0 && t('help:search.found', { count: told })}
      </p>
      {hits.length === 0 ? (
        <EmptyState
          icon={<SearchX size={30} />}
          title={t('help:search.none')}
          action={
            <div className="row">
              <LinkButton to="/help/ask" variation="primary">
                {t('help:ask.action')}
              </LinkButton>
              <LinkButton to="/help/contact">{t('help:contact.action')}</LinkButton>
              <Button onClick={onClear}>{t('help:search.clear')}</Button>
            </div>
          }
        >
          {t('help:search.noneText')}
        </EmptyState>
      ) : (
        <ul className={`stack snug ${styles.hits}`}>
          {hits.map((hit) => (
            <Hit key={hit.article.id} hit={hit} />
          ))}
        </ul>
      )}
    </>
  );
}

function Hit({ hit: { article, heading, anchor, excerpt } }: { readonly hit: HelpHit }) {
  const { t } = useTexts();
  return (
    <li>
      <Link
        to={`/help/${article.id}${anchor === null ? '' : `#${anchor}`}`}
        className={`framed ${styles.hit}`}
      >
        <span className="faint">{t(`help:sections.${article.section}`)}</span>
        <strong className="brand">
          {article.title}
          {heading !== null && <span className="firm"> › {heading}</span>}
        </strong>
        <span className="soft">
          <Marked {...excerpt} />
        </span>
      </Link>
    </li>
  );
}
