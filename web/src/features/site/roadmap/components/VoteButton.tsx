import { Check, ThumbsUp } from 'lucide-react';
import { formatNumber } from '#i18n/format';
import { useTexts } from '#i18n/index';
import type { Tally } from '../votes';
import styles from './roadmap.module.css';

/** Pressed while the vote is cast; pressing again takes it back. */
export function VoteButton({
  title,
  tally: { votes, voted } = { votes: null, voted: false },
  onPress,
}: {
  readonly title: string;
  readonly tally: Tally | undefined;
  readonly onPress: () => void;
}) {
  const { t, language } = useTexts();
  const number = votes === null ? null : formatNumber(votes, language);
  const label =
    votes === null || number === null
      ? t('roadmap:vote.labelUnknown', { title })
      : t('roadmap:vote.label', { title, count: votes, number });
  return (
    <button type="button" className={styles.vote} aria-pressed={voted} aria-label={label} onClick={onPress}>
      {voted ? <Check size={16} aria-hidden="true" /> : <ThumbsUp size={16} aria-hidden="true" />}
      <span>{t(voted ? 'roadmap:vote.voted' : 'roadmap:vote.action')}</span>
      <span className={styles.votes}>{number ?? '–'}</span>
    </button>
  );
}
