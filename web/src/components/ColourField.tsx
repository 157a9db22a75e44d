import { type Ref, useId } from 'react';
import styles from './ColourField.module.css';

/** The browser's own colour picker, which is reachable by keyboard and speaks every language. */
export function ColourField({
  label,
  value,
  onChange,
  onBlur,
  inputRef,
}: {
  readonly label: string;
  /** As `#rrggbb`. */
  readonly value: string;
  readonly onChange: (colour: string) => void;
  readonly onBlur?: () => void;
  readonly inputRef?: Ref<HTMLInputElement>;
}) {
  const id = useId();
  return (
    <div className={styles.colour}>
      <label className="amplify-label" htmlFor={id}>
        {label}
      </label>
      <div className={styles.colourRow}>
        <input
          ref={inputRef}
          id={id}
          type="color"
          value={value}
          onBlur={onBlur}
          onChange={({ target }) => onChange(target.value)}
        />
        <code>{value}</code>
      </div>
    </div>
  );
}
