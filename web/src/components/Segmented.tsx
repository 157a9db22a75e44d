import { type ReactNode, useId } from 'react';
import styles from './Segmented.module.css';

export interface SegmentedProps<T extends string> {
  readonly label: string;
  readonly labelHidden?: boolean;
  readonly value: T;
  readonly options: readonly { readonly value: T; readonly label: string; readonly icon?: ReactNode }[];
  readonly disabled?: boolean;
  readonly onChange: (value: T) => void;
}

/** One of a few: radio buttons that look like one control. */
export function Segmented<T extends string>({
  label,
  labelHidden = false,
  value,
  options,
  disabled = false,
  onChange,
}: SegmentedProps<T>) {
  const name = useId();
  return (
    <fieldset className={styles.group} disabled={disabled}>
      <legend className={labelHidden ? 'amplify-visually-hidden' : styles.legend}>{label}</legend>
      <div className={styles.options}>
        {options.map((option) => (
          <label key={option.value} className={styles.option}>
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            <span className={styles.face}>
              {option.icon}
              {option.label}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
