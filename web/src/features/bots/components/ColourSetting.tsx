import { useId } from 'react';
import { useSetting } from '../hooks/useSetting';
import styles from './settings.module.css';

/** The browser's own colour picker, which is reachable by keyboard and speaks every language. */
export function ColourSetting({
  field,
}: {
  readonly field: 'primaryColor' | 'secondaryColor' | 'accentColor';
}) {
  const { label, value, set, ref, onBlur } = useSetting(field);
  const id = useId();
  return (
    <div className={styles.colour}>
      <label className="amplify-label" htmlFor={id}>
        {label}
      </label>
      <div className={styles.colourRow}>
        <input
          ref={ref}
          id={id}
          type="color"
          value={value}
          onBlur={onBlur}
          onChange={({ target }) => set(target.value)}
        />
        <code>{value}</code>
      </div>
    </div>
  );
}
