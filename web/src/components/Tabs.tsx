import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import styles from './Tabs.module.css';
import { tabAfterKey } from './tab-after-key';

export interface TabsProps<T extends string> {
  readonly label: string;
  readonly tabs: readonly T[];
  readonly open: T;
  /** Id of the element that they are over; it is labelled by `tab-NAME`. */
  readonly panel: string;
  readonly className?: string | undefined;
  /** Passing over tabs by key is no page to come back to. */
  readonly onOpen: (tab: T, how: 'click' | 'key') => void;
  readonly children: (tab: T) => ReactNode;
}

/** Tabs of which one is open: chosen by a click, or by arrow keys, which take the focus along. */
export function Tabs<T extends string>({
  label,
  tabs,
  open,
  panel,
  className,
  onOpen,
  children,
}: TabsProps<T>) {
  const list = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent) => {
    const next = tabAfterKey(event.key, open, tabs);
    if (next === null) return;
    event.preventDefault();
    onOpen(next, 'key');
    list.current?.querySelector<HTMLElement>(`#tab-${next}`)?.focus();
  };
  return (
    <div
      ref={list}
      role="tablist"
      aria-label={label}
      className={`${styles.tabs} ${className ?? ''}`}
      onKeyDown={move}
    >
      {tabs.map((tab) => (
        <button
          key={tab}
          type="button"
          role="tab"
          id={`tab-${tab}`}
          aria-selected={tab === open}
          aria-controls={panel}
          tabIndex={tab === open ? 0 : -1}
          className={`brightens ${styles.tab}`}
          onClick={() => tab !== open && onOpen(tab, 'click')}
        >
          {children(tab)}
        </button>
      ))}
    </div>
  );
}
