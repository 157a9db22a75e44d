import { type InputHTMLAttributes, type Ref, useId } from 'react';
import styles from './bots.module.css';

/** The browser's own colour picker, which is reachable by keyboard and speaks every language. */
export function ColourField({
  label,
  value,
  ref,
  ...input
}: {
  readonly label: string;
  readonly value: string;
  readonly ref?: Ref<HTMLInputElement>;
} & Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'type'>) {
  const id = useId();
  return (
    <div className={styles.colour}>
      <label className="amplify-label" htmlFor={id}>
        {label}
      </label>
      <div className={styles.colourRow}>
        <input {...input} ref={ref} id={id} type="color" />
        <code>{value}</code>
      </div>
    </div>
  );
}
