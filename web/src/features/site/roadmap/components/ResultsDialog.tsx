import { Check, Vote } from 'lucide-react';
import { Dialog } from '#components/Dialog.tsx';
import { EmptyState } from '#components/EmptyState.tsx';
import { ErrorNotice } from '#components/ErrorNotice.tsx';
import type { FeatureId } from '#contract/site/roadmap';
import { formatNumber } from '#i18n/format';
import { useTexts } from '#i18n/index';
import { rankingOf } from '../ranking';
import type { Tally } from '../votes';
import styles from './roadmap.module.css';

/** How the vote stands, the feature with the most votes first. */
export function ResultsDialog({
  tallies,
  failure,
  onRetry,
  onClose,
}: {
  readonly tallies: ReadonlyMap<FeatureId, Tally>;
  readonly failure: unknown;
  readonly onRetry: () => void;
  readonly onClose: () => void;
}) {
  const { t, language } = useTexts();
  const ranking = rankingOf(tallies);
  const total = ranking.reduce((sum, { votes }) => sum + votes, 0);
  const most = ranking[0]?.votes ?? 0;
  return (
    <Dialog title={t('roadmap:results.title')} onClose={onClose}>
      {ranking.length === 0 ? (
        failure === null ? (
          <p role="status">{t('roadmap:results.loading')}</p>
        ) : (
          <ErrorNotice error={failure} onRetry={onRetry} />
        )
      ) : total === 0 ? (
        <EmptyState icon={<Vote size={26} />} title={t('roadmap:results.empty')} heading="h3">
          {t('roadmap:results.emptyText')}
        </EmptyState>
      ) : (
        <>
          <p className={styles.explain}>
            {t('roadmap:results.total', { count: total, number: formatNumber(total, language) })}
          </p>
          <ol className="stack">
            {ranking.map(({ featureId, votes, voted }) => (
              <li key={featureId} data-own={voted}>
                <p className={styles.ranked}>
                  <span>
                    {t(`roadmap:features.${featureId}.title`)}
                    {voted && (
                      <span className={styles.own}>
                        <Check size={13} strokeWidth={3} aria-hidden="true" />
                        {t('roadmap:results.own')}
                      </span>
                    )}
                  </span>
                  <span className={styles.sum}>
                    {t('roadmap:results.votes', { count: votes, number: formatNumber(votes, language) })}
                  </span>
                </p>
                <span className={styles.bar} aria-hidden="true">
                  <span style={{ width: `${(100 * votes) / most}%` }} />
                </span>
              </li>
            ))}
          </ol>
        </>
      )}
    </Dialog>
  );
}
