import { Marked } from '#components/Marked.tsx';
import type { PassageExcerpt } from '#contract/answers/retrieval';
import { useTexts } from '#i18n/index';
import styles from './found.module.css';

/** The passages of a document in which what was searched stands; each opens the original where it stands. */
export function FoundInDocument({
  title,
  passages,
  onOpen,
}: {
  readonly title: string;
  readonly passages: readonly PassageExcerpt[];
  readonly onOpen: (page: number | null) => void;
}) {
  const { t } = useTexts();
  // Its row says the title already, as of a pair the question.
  const placed = passages.map((passage) =>
    passage.heading?.text === title ? { ...passage, heading: null } : passage,
  );
  return (
    <ul className={`stack small ${styles.passages}`} aria-label={t('knowledge:search.inDocument', { title })}>
      {placed.map(({ page, heading, excerpt }) => (
        <li key={`${page} ${excerpt.text}`}>
          {(page !== null || heading) && (
            <p className="note">
              {page !== null && (
                <button type="button" className={styles.page} onClick={() => onOpen(page)}>
                  {t('knowledge:search.page', { page })}
                </button>
              )}
              {page !== null && heading && ' · '}
              {heading && <Marked {...heading} />}
            </p>
          )}
          <p className="muted">
            <Marked {...excerpt} />
          </p>
        </li>
      ))}
    </ul>
  );
}
