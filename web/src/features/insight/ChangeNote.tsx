import { TrendingDown, TrendingUp } from 'lucide-react';
import { type Change, changeOf, changeText, isGood } from '#contract/insight/change';
import type { Metric } from '#contract/insight/metrics';
import { useTexts } from '#i18n/index';
import styles from './ChangeNote.module.css';

/** How a figure has changed, green or red only where that is surely good or bad, and what it was before. */
export function ChangeNote({
  metric: { unit, better },
  now,
  before,
  format,
}: {
  readonly metric: Pick<Metric, 'unit' | 'better'>;
  readonly now: number | null;
  readonly before: number | null;
  readonly format: (value: number) => string;
}) {
  const { t, language } = useTexts();
  const change = changeOf(unit, now, before);
  if (!change) return null;
  const text = changeText(change, unit, language);
  return (
    <span className={`note ${styles.change}`} data-good={isGood(better, change) ?? undefined}>
      <Arrow change={change} />
      {before === null ? text : t('common:change', { by: text, before: format(before) })}
    </span>
  );
}

function Arrow({ change }: { readonly change: Change }) {
  if (!('by' in change)) return null;
  const Icon = change.by < 0 ? TrendingDown : TrendingUp;
  return <Icon size={15} aria-hidden="true" />;
}
