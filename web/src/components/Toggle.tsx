import { type Ref, useId } from 'react';
import styles from './Toggle.module.css';

/** Something that is on or off. */
export function Toggle({
  label,
  hint,
  checked,
  onChange,
  ref,
}: {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly ref?: Ref<HTMLInputElement>;
}) {
  const id = useId();
  return (
    <div className={styles.toggle}>
      <input
        ref={ref}
        id={id}
        type="checkbox"
        role="switch"
        className={styles.input}
        checked={checked}
        aria-checked={checked}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={({ target }) => onChange(target.checked)}
      />
      <div>
        <label htmlFor={id} className={styles.label}>
          {label}
        </label>
        {hint && (
          <p id={`${id}-hint`} className="faint">
            {hint}
          </p>
        )}
      </div>
    </div>
  );
}
