import { TextField } from '@aws-amplify/ui-react';
import {
  type KeyboardEvent,
  type Ref,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useTexts } from '#i18n/index';
import styles from './Combobox.module.css';

interface Option {
  readonly value: string;
  readonly label: string;
}

/** Options that the arrows of the keyboard pass over with the keys for a page. */
const PAGE = 8;

/**
 * One of many, found by typing: the options with all of the typed words, in a list below the field. Arrows move in it,
 * Enter chooses, Esc and leaving the field bring back what was chosen before.
 */
export function Combobox({
  label,
  labelHidden = false,
  hint,
  value,
  options,
  isDisabled = false,
  problem,
  ref,
  onChange,
  onBlur,
}: {
  readonly label: string;
  readonly labelHidden?: boolean;
  readonly hint?: string | undefined;
  readonly value: string;
  readonly options: readonly Option[];
  readonly isDisabled?: boolean;
  /** What is wrong with the value. */
  readonly problem?: string | undefined;
  readonly ref?: Ref<{ focus(): void }>;
  readonly onChange: (value: string) => void;
  readonly onBlur?: () => void;
}) {
  const { t } = useTexts();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  useImperativeHandle(ref, () => ({ focus: () => input.current?.focus() }));
  const { typed, type, shown, chosen, current, isOpen, open, close, choose, onKeyDown } = useChoice({
    value,
    options,
    isDisabled,
    onChange,
  });
  useLayoutEffect(() => {
    if (isOpen) list.current?.querySelector('[data-active=true]')?.scrollIntoView?.({ block: 'nearest' });
  });

  return (
    <div className="anchor">
      <TextField
        ref={input}
        label={label}
        labelHidden={labelHidden}
        descriptiveText={hint}
        isDisabled={isDisabled}
        autoComplete="off"
        spellCheck={false}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        aria-activedescendant={isOpen && current ? `${id}-${current.value}` : undefined}
        value={typed ?? chosen?.label ?? value}
        hasError={problem !== undefined}
        errorMessage={problem}
        onFocus={({ target }) => target.select()}
        onClick={open}
        onChange={({ target }) => type(target.value)}
        onKeyDown={onKeyDown}
        onBlur={() => {
          close();
          onBlur?.();
        }}
      />
      {isOpen && (
        <div ref={list} id={id} className={styles.list} role="listbox" aria-label={label} tabIndex={-1}>
          {shown.map((option) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
            <div
              key={option.value}
              role="option"
              id={`${id}-${option.value}`}
              tabIndex={-1}
              aria-selected={option.value === value}
              data-active={option === current}
              // The field keeps the focus.
              onPointerDown={(event) => event.preventDefault()}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(option)}
            >
              {option.label}
            </div>
          ))}
          {shown.length === 0 && (
            <div
              className={styles.none}
              role="option"
              tabIndex={-1}
              aria-selected={false}
              aria-disabled="true"
            >
              {t('common:combobox.none')}
            </div>
          )}
        </div>
      )}
    </div>
  );
}

/** Which options are shown, which of them is active and which chosen, by what is typed and by the keys. */
function useChoice({
  value,
  options,
  isDisabled,
  onChange,
}: {
  readonly value: string;
  readonly options: readonly Option[];
  readonly isDisabled: boolean;
  readonly onChange: (value: string) => void;
}) {
  /** What is typed; null: nothing is, and the list is closed unless it was opened. */
  const [typed, setTyped] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const shown = typed === null ? options : options.filter((option) => hasWords(option.label, typed));
  const chosen = options.find((option) => option.value === value);
  const current = shown[Math.min(active, shown.length - 1)];

  const open = () => {
    if (isDisabled || isOpen) return;
    setOpen(true);
    setActive(
      Math.max(
        0,
        options.findIndex((option) => option.value === value),
      ),
    );
  };
  const close = () => {
    setOpen(false);
    setTyped(null);
  };
  const choose = (option: Option | undefined) => {
    if (option && option.value !== value) onChange(option.value);
    close();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const at = Math.min(active, shown.length - 1);
    const moves: Readonly<Record<string, number>> = {
      ArrowDown: isOpen ? (at + 1) % shown.length : at,
      ArrowUp: isOpen ? (at - 1 + shown.length) % shown.length : at,
      PageDown: Math.min(at + PAGE, shown.length - 1),
      PageUp: Math.max(at - PAGE, 0),
    };
    const to = moves[event.key];
    if (to !== undefined && !event.altKey) {
      event.preventDefault();
      if (isOpen) setActive(to);
      else open();
    } else if (event.key === 'Enter' && isOpen) {
      // Not the form around: its own Enter comes after the list is closed.
      event.preventDefault();
      choose(current);
    } else if (event.key === 'Escape' && isOpen) {
      // Nor does it close the dialog around.
      event.preventDefault();
      event.stopPropagation();
      close();
    } else if (event.key === 'Tab' && isOpen && typed !== null) choose(current);
  };
  const type = (text: string) => {
    setTyped(text);
    setActive(0);
    setOpen(true);
  };
  return { typed, type, shown, chosen, current, isOpen, open, close, choose, onKeyDown };
}

/** Whether a name has all of the words, wherever in it, and whatever stands between its own. */
function hasWords(name: string, words: string): boolean {
  const plain = (text: string) =>
    text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/[/_]/g, ' ');
  const own = plain(name);
  return plain(words)
    .split(' ')
    .every((word) => own.includes(word));
}
