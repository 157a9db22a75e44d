import { useId } from 'react';
import { METRICS, type MetricName, metricName } from '#contract/insight/metrics';
import { useTexts } from '#i18n/index';
import styles from './analytics.module.css';

/** A metric's name, and on hover, focus or tap the line that says what it is. */
export function MetricTitle({ name }: { readonly name: MetricName }) {
  const { language } = useTexts();
  const id = useId();
  return (
    <span className={styles.explained}>
      <button
        type="button"
        aria-describedby={id}
        onKeyDown={({ key, currentTarget }) => {
          if (key === 'Escape') currentTarget.blur();
        }}
      >
        {metricName(name, language)}
      </button>
      <span id={id} role="tooltip" className={styles.explanation}>
        {METRICS[name].words[language][1]}
      </span>
    </span>
  );
}
