import { Star } from 'lucide-react';
import { useId } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { useTexts } from '#i18n/index';
import type { TranslationKey } from '#i18n/keys';
import styles from './StarRating.module.css';

/** One to so many stars: radio buttons, so the arrow keys choose. */
export function StarRating({
  label,
  stars,
  value,
  problem = null,
  registered,
}: {
  readonly label: string;
  readonly stars: number;
  /** How many are lit. */
  readonly value: number;
  readonly problem?: TranslationKey | null;
  readonly registered: UseFormRegisterReturn;
}) {
  const { t } = useTexts();
  const problemId = useId();
  return (
    <fieldset aria-describedby={problem ? problemId : undefined}>
      <legend className={styles.legend}>{label}</legend>
      <div className={styles.row}>
        {Array.from({ length: stars }, (_, index) => index + 1).map((number) => (
          <label key={number} className={styles.star} data-on={number <= value}>
            <input
              {...registered}
              type="radio"
              className={`overlaid ${styles.input}`}
              value={number}
              aria-label={t('feedback:stars', { count: number, number, of: stars })}
              aria-invalid={problem !== null}
            />
            <Star className={styles.icon} aria-hidden="true" />
          </label>
        ))}
      </div>
      {problem && (
        <p id={problemId} className="problem">
          {t(problem)}
        </p>
      )}
    </fieldset>
  );
}
