import { Ellipsis } from 'lucide-react';
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useNavigate } from 'react-router-dom';
import styles from './Menu.module.css';

export interface MenuItem {
  readonly name: string;
  readonly icon?: ReactNode;
  readonly danger?: boolean;
  /** A page of this site, or what to do. */
  readonly run: string | (() => void);
}

/** Pixels around the list, and of the bar at the bottom of a phone. */
const MARGIN = 8;
const DOCK = 64;

/** A button that opens a list of things to do. Arrows, Home, End and first letters move in it; Esc and Tab close it. */
export function Menu({ label, items }: { readonly label: string; readonly items: readonly MenuItem[] }) {
  const navigate = useNavigate();
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  /** Which item has the focus first; null: closed. */
  const [open, setOpen] = useState<'first' | 'last' | null>(null);
  const side = useSide(open !== null, button, list);
  useEffect(() => {
    if (open === null) return;
    itemsOf(list.current)
      .at(open === 'first' ? 0 : -1)
      ?.focus();
    const onPointer = ({ target }: PointerEvent) => {
      if (!root.current?.contains(target as Node)) setOpen(null);
    };
    document.addEventListener('pointerdown', onPointer);
    return () => document.removeEventListener('pointerdown', onPointer);
  }, [open]);

  const close = () => {
    setOpen(null);
    button.current?.focus();
  };
  const onKey = (event: KeyboardEvent) => {
    const all = itemsOf(list.current);
    const at = all.indexOf(document.activeElement as HTMLButtonElement);
    const to = (index: number) => all[(index + all.length) % all.length]?.focus();
    if (event.key === 'Tab') return setOpen(null);
    if (event.key === 'Escape') close();
    else if (event.key === 'ArrowDown') to(at + 1);
    else if (event.key === 'ArrowUp') to(at - 1);
    else if (event.key === 'Home') to(0);
    else if (event.key === 'End') to(-1);
    else if (event.key.length === 1 && event.key !== ' ') {
      const rest = [...all.slice(at + 1), ...all.slice(0, at + 1)];
      const letter = event.key.toLowerCase();
      rest.find((item) => item.textContent?.trim().toLowerCase().startsWith(letter))?.focus();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div ref={root} className="anchor">
      <button
        ref={button}
        type="button"
        className={`icon-button ${styles.button}`}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open !== null}
        aria-controls={open === null ? undefined : id}
        onClick={() => setOpen(open === null ? 'first' : null)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          setOpen(event.key === 'ArrowDown' ? 'first' : 'last');
        }}
      >
        <Ellipsis size={20} aria-hidden="true" />
      </button>
      {open !== null && (
        <div
          ref={list}
          id={id}
          className={`floats ${styles.list}`}
          data-upwards={side.upwards}
          data-outwards={side.outwards}
          style={{ maxBlockSize: side.room }}
          role="menu"
          aria-label={label}
          tabIndex={-1}
          onKeyDown={onKey}
        >
          {items.map(({ name, icon, danger = false, run }) => (
            <button
              key={name}
              type="button"
              role="menuitem"
              tabIndex={-1}
              className={styles.item}
              data-danger={danger}
              onClick={() => {
                // The focus first: a dialog that it opens gives it back to where it was.
                close();
                if (typeof run === 'string') void navigate(run);
                else run();
              }}
            >
              {icon}
              {name}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

function itemsOf(list: HTMLElement | null): readonly HTMLButtonElement[] {
  return [...(list?.querySelectorAll<HTMLButtonElement>('[role=menuitem]') ?? [])];
}

interface Side {
  readonly upwards: boolean;
  readonly outwards: boolean;
  /** How high the list may be there, in pixels. */
  readonly room?: number;
}

/** To which side of its button the list opens, and how high it may be there; anew where the window changes or scrolls. */
function useSide(
  isOpen: boolean,
  button: RefObject<HTMLElement | null>,
  list: RefObject<HTMLElement | null>,
) {
  const [side, setSide] = useState<Side>({ upwards: false, outwards: false });
  useLayoutEffect(() => {
    const look = () => {
      if (!button.current || !list.current) return;
      const { top, bottom, right } = button.current.getBoundingClientRect();
      const { scrollHeight, offsetHeight, clientHeight, offsetWidth } = list.current;
      // Its borders are in none of what scrolls.
      const height = scrollHeight + offsetHeight - clientHeight + MARGIN;
      // Below, where it fits above what stands at the bottom of a phone; else on the side that has more room.
      const below = document.documentElement.clientHeight - DOCK - bottom;
      const upwards = below < height && top > below;
      setSide({
        upwards,
        // It ends with its button, unless that stands too near to the window's left edge.
        outwards: offsetWidth + MARGIN > right,
        // Neither side may have room for all: nothing scrolls to what stands above the window.
        room: Math.max(0, (upwards ? top : below) - MARGIN),
      });
    };
    if (!isOpen) return;
    look();
    window.addEventListener('resize', look);
    // A part of the page that scrolls tells only on the way down to it.
    window.addEventListener('scroll', look, true);
    return () => {
      window.removeEventListener('resize', look);
      window.removeEventListener('scroll', look, true);
    };
  }, [isOpen, button, list]);
  return side;
}
