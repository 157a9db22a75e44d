import { type Ref, useId, useState } from 'react';
import { colourIn, isColour } from '#features/bots/colour.ts';
import { useTexts } from '#i18n/index';
import styles from './ColourField.module.css';

/** A colour to be typed or pasted, beside the browser's own picker: each follows the other. */
export function ColourField({
  label,
  value,
  onChange,
  onInvalid,
  onBlur,
  inputRef,
  isInRow = false,
}: {
  readonly label: string;
  /** As `#rrggbb`, or what `onInvalid` was given. */
  readonly value: string;
  readonly onChange: (colour: string) => void;
  /** What was left in the field and is no colour: a form keeps it, so as not to save another than is shown. */
  readonly onInvalid?: (text: string) => void;
  readonly onBlur?: () => void;
  readonly inputRef?: Ref<HTMLInputElement>;
  /** The name stands before the field, not above. */
  readonly isInRow?: boolean;
}) {
  const { t } = useTexts();
  const id = useId();
  const [typed, setTyped] = useState({ text: value, of: value });
  const [isTyping, setTyping] = useState(false);
  const [picked, setPicked] = useState(value);
  if (isColour(value) && value !== picked) setPicked(value);
  // As it was typed, until the colour is set by something else.
  const text = typed.of === value ? typed.text : value;
  const colour = colourIn(text);
  const isWrong = colour === null && !isTyping;
  const type = (next: string) => {
    const found = colourIn(next);
    setTyping(true);
    setTyped({ text: next, of: found ?? value });
    if (found !== null) onChange(found);
  };
  const settle = () => {
    setTyping(false);
    setTyped({ text: colour ?? text, of: colour ?? (onInvalid ? text : value) });
    if (colour === null) onInvalid?.(text);
  };
  return (
    <div className={`stack small ${styles.colour}`} data-in-row={isInRow}>
      <label className="amplify-label" id={`${id}-name`} htmlFor={id}>
        {label}
      </label>
      <div className={`line tight ${styles.colourRow}`}>
        <input
          type="color"
          aria-label={t('common:colour.pick')}
          aria-describedby={`${id}-name`}
          value={picked}
          onChange={({ target }) => onChange(target.value)}
        />
        <input
          ref={inputRef}
          id={id}
          className="amplify-input"
          autoComplete="off"
          spellCheck={false}
          // Seven are enough for a colour; more is taken to be seen as wrong, not cut.
          maxLength={40}
          value={text}
          aria-invalid={isWrong}
          aria-describedby={isWrong ? `${id}-problem` : undefined}
          onBlur={() => {
            settle();
            onBlur?.();
          }}
          onChange={({ target }) => type(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            // What is no colour is said, and not sent.
            if (colour === null) event.preventDefault();
            settle();
          }}
        />
      </div>
      {isWrong && (
        <p id={`${id}-problem`} className={styles.problem} role="alert">
          {t('common:colour.invalid')}
        </p>
      )}
    </div>
  );
}
