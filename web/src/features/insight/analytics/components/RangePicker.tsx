import { useId, useState } from 'react';
import { Options } from '#components/form/Options.tsx';
import { FIRST_DAY, LAST_DAY, TIME_RANGES, type TimeRange } from '#contract/insight/analytics';
import { lastDays } from '#features/insight/last-days.ts';
import { useTexts } from '#i18n/index';
import { useAuth } from '#lib/session/session';
import type { AnalyticsView } from '../view';
import styles from './analytics.module.css';

/** Days that are no range: the figures stay those of the days that were shown before. */
interface Draft {
  readonly from: string;
  readonly to: string;
  readonly instead: string;
}

/** The time that figures are of. A custom range begins as the last thirty days. */
export function RangePicker({
  view,
  onChange,
}: {
  readonly view: AnalyticsView;
  readonly onChange: (part: Partial<AnalyticsView>) => void;
}) {
  const { t } = useTexts();
  const { account } = useAuth();
  const id = useId();
  const [draft, setDraft] = useState<Draft | null>(null);
  // Only as long as the address says what it said when it was made.
  const reversed = draft?.instead === `${view.from} ${view.to}` ? draft : null;
  const shown = reversed ?? view;
  const chooseDay = (part: { readonly from?: string; readonly to?: string }) => {
    const next = { from: shown.from, to: shown.to, ...part };
    const isReversed = next.from !== '' && next.to !== '' && next.from > next.to;
    setDraft(isReversed ? { ...next, instead: `${view.from} ${view.to}` } : null);
    if (!isReversed) onChange(next);
  };
  const choose = (range: TimeRange) => {
    const { from, to } = lastDays(30, account.timeZone);
    onChange(range === 'custom' ? { range, from: view.from || from, to: view.to || to } : { range });
  };
  return (
    <>
      <label className={`muted stack tight shrinks ${styles.field}`}>
        {t('analytics:range.label')}
        <select value={view.range} onChange={({ target }) => choose(target.value as TimeRange)}>
          <Options of={TIME_RANGES}>{(range) => t(`analytics:range.${range}`)}</Options>
        </select>
      </label>
      {view.range === 'custom' && (
        <>
          <label className={`muted stack tight shrinks ${styles.field}`}>
            {t('analytics:range.from')}
            <input
              type="date"
              value={shown.from}
              min={FIRST_DAY}
              max={LAST_DAY}
              aria-invalid={reversed !== null}
              aria-describedby={reversed ? id : undefined}
              onChange={({ target }) => chooseDay({ from: target.value })}
            />
          </label>
          <label className={`muted stack tight shrinks ${styles.field}`}>
            {t('analytics:range.to')}
            <input
              type="date"
              value={shown.to}
              min={FIRST_DAY}
              max={LAST_DAY}
              aria-invalid={reversed !== null}
              aria-describedby={reversed ? id : undefined}
              onChange={({ target }) => chooseDay({ to: target.value })}
            />
          </label>
          {reversed && (
            <p id={id} role="alert" className="wrong">
              {t('analytics:range.reversed')}
            </p>
          )}
        </>
      )}
    </>
  );
}
