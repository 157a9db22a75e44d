import { type ReactNode, useId } from 'react';
import { Meter } from '#components/Meter.tsx';
import { placeWarning, type SoldResource, warningLevel } from '#contract/accounts/limits';
import type { Used } from '#contract/accounts/usage';
import { formatNumber } from '#i18n/format';
import { useTexts } from '#i18n/index';
import styles from './usage.module.css';

/** One thing that the plan sells by number: how much of it is used, and what follows when nothing is left. */
export function ResourceUse({
  resource,
  use: { used, limit },
  isKnown,
  children,
}: {
  readonly resource: SoldResource;
  readonly use: Used;
  /** Not of a lookup that failed. */
  readonly isKnown: boolean;
  readonly children?: ReactNode;
}) {
  const { t, language } = useTexts();
  const id = useId();
  const level = resource === 'conversations' ? warningLevel(used, limit) : placeWarning(used, limit);
  const isOver = limit > 0 && used > limit;
  const figures = { used: formatNumber(used, language), limit: formatNumber(limit, language) };
  return (
    <li className={`framed ${styles.use}`} data-level={level}>
      <h2 id={id}>{t(`usage:resource.${resource}`)}</h2>
      <p className={`${styles.figure} ${isKnown ? '' : 'pale'}`}>
        {limit > 0 ? t('usage:of', figures) : t('usage:unlimited', figures)}
      </p>
      {limit > 0 && (
        <Meter labelledBy={id} text={t('usage:of', figures)} used={used} limit={limit} level={level} />
      )}
      {level > 0 && (
        <p className={`fine ${level >= 100 ? 'bad' : 'warning'}`}>
          {t(`usage:${isOver ? 'over' : level >= 100 ? 'reached' : 'near'}.${resource}`)}
        </p>
      )}
      {children}
    </li>
  );
}
