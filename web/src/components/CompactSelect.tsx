import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './CompactSelect.module.css';

export interface CompactSelectProps<T extends string> {
  readonly label: string;
  readonly icon: ReactNode;
  /** The current choice in as few letters as possible; without it the icon alone stands for it. */
  readonly short?: string;
  readonly value: T;
  readonly options: readonly { readonly value: T; readonly label: string; readonly lang?: string }[];
  readonly disabled?: boolean;
  readonly onChange: (value: T) => void;
}

/** A dropdown where room is short: the browser's own, under a face of ours. */
export function CompactSelect<T extends string>({
  label,
  icon,
  short,
  value,
  options,
  disabled = false,
  onChange,
}: CompactSelectProps<T>) {
  return (
    <span className={styles.select} data-disabled={disabled}>
      <span className={styles.face} aria-hidden="true">
        {icon}
        {short}
        <ChevronDown size={14} />
      </span>
      <select
        className={styles.control}
        aria-label={label}
        value={value}
        disabled={disabled}
        onChange={({ target }) => onChange(target.value as T)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} lang={option.lang}>
            {option.label}
          </option>
        ))}
      </select>
    </span>
  );
}
