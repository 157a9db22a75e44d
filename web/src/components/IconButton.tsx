import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import styles from './IconButton.module.css';

/** Pixels between the button and its name, and between the name and the window's edge. */
const GAP = 4;

/** A button that is an icon: what it does is shown in words while it is pointed at or has the focus. Esc hides them. */
export function IconButton({
  label,
  name = label,
  isDangerous = false,
  isFramed = false,
  isDisabled = false,
  isPressed,
  isExpanded,
  onClick,
  children,
}: {
  /** For a screen reader: what it does, and to what. */
  readonly label: string;
  /** The words that are shown, where they can be shorter because its place says to what. */
  readonly name?: string;
  readonly isDangerous?: boolean;
  /** With a border, as the other buttons of a toolbar have. */
  readonly isFramed?: boolean;
  readonly isDisabled?: boolean;
  /** Of one that is switched on and off. */
  readonly isPressed?: boolean;
  /** Of one that unfolds something. */
  readonly isExpanded?: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
}) {
  const button = useRef<HTMLButtonElement>(null);
  const words = useRef<HTMLSpanElement>(null);
  const [isNamed, setNamed] = useState(false);
  useLayoutEffect(() => {
    if (!isNamed || !button.current || !words.current) return;
    words.current.showPopover?.();
    place(words.current, button.current);
  }, [isNamed]);
  // Wherever the focus is: a pointer may rest on it while something else is typed.
  useEffect(() => {
    if (!isNamed) return;
    const onKeyDown = ({ key }: KeyboardEvent) => key === 'Escape' && setNamed(false);
    const hide = () => setNamed(false);
    document.addEventListener('keydown', onKeyDown);
    // It does not move with the button.
    document.addEventListener('scroll', hide, { capture: true, passive: true });
    return () => {
      document.removeEventListener('keydown', onKeyDown);
      document.removeEventListener('scroll', hide, { capture: true });
    };
  }, [isNamed]);
  return (
    <button
      ref={button}
      type="button"
      className={`icon-button large ${styles.button}`}
      data-danger={isDangerous || undefined}
      data-framed={isFramed || undefined}
      disabled={isDisabled}
      aria-label={label}
      aria-pressed={isPressed}
      aria-expanded={isExpanded}
      onClick={() => {
        setNamed(false);
        onClick();
      }}
      // A finger presses without pointing first.
      onPointerEnter={({ pointerType }) => pointerType !== 'touch' && setNamed(true)}
      onPointerLeave={() => setNamed(false)}
      onFocus={({ target }) => target.matches(':focus-visible') && setNamed(true)}
      onBlur={() => setNamed(false)}
    >
      {children}
      {isNamed && (
        <span ref={words} className={styles.name} popover="manual" aria-hidden="true">
          {name}
        </span>
      )}
    </button>
  );
}

/** Below the button, or above it where the window ends. */
function place(words: HTMLElement, button: HTMLElement): void {
  const { left, top, bottom, width } = button.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  const x = left + width / 2 - words.offsetWidth / 2;
  const isBelow = bottom + GAP + words.offsetHeight < clientHeight;
  words.style.left = `${Math.max(GAP, Math.min(x, clientWidth - words.offsetWidth - GAP))}px`;
  words.style.top = `${isBelow ? bottom + GAP : top - GAP - words.offsetHeight}px`;
}
