import { CircleAlert, CircleCheck } from 'lucide-react';
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { Clamp } from './Clamp';
import { CloseButton } from './CloseButton';
import styles from './toasts.module.css';

export interface Toast {
  readonly kind: 'success' | 'error';
  /** Name of the thing that it happened to. */
  readonly about?: string;
  readonly text: string;
  /** Takes back what has happened. */
  readonly action?: { readonly label: string; readonly run: () => void };
  /** How long that can be taken back. */
  readonly seconds?: number;
}

const ToastContext = createContext({ show: (_: Toast) => {}, clear: () => {} });

/** Says in passing what has happened. What needs an answer belongs on the page instead. */
export function useToast(): (toast: Toast) => void {
  return useContext(ToastContext).show;
}

/** Takes away what was said of an earlier attempt when the next begins: both together would contradict each other. */
export function useClearToasts(): () => void {
  return useContext(ToastContext).clear;
}

const SHOWN_FOR = 6_000;
/** What can be taken back is thought about. */
const SHOWN_WITH_ACTION = 20_000;

export function ToastProvider({ children }: { readonly children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly (Toast & { readonly id: number })[]>([]);
  const count = useRef(0);
  const show = useCallback((toast: Toast) => {
    count.current += 1;
    const id = count.current;
    setToasts((shown) => [...shown.slice(-2), { ...toast, id }]);
  }, []);
  const context = useMemo(() => ({ show, clear: () => setToasts([]) }), [show]);
  const close = useCallback(
    (id: number) => setToasts((shown) => shown.filter((toast) => toast.id !== id)),
    [],
  );
  return (
    <ToastContext value={context}>
      {children}
      <section className={styles.region} aria-live="polite" aria-atomic="false">
        {toasts.map((toast) => (
          <ToastCard key={toast.id} toast={toast} onClose={() => close(toast.id)} />
        ))}
      </section>
    </ToastContext>
  );
}

function ToastCard({ toast, onClose }: { readonly toast: Toast; readonly onClose: () => void }) {
  const [held, setHeld] = useState(false);
  const closing = useRef(onClose);
  closing.current = onClose;
  const { action, seconds } = toast;
  const shownFor = seconds ? 1_000 * seconds : action ? SHOWN_WITH_ACTION : SHOWN_FOR;
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => closing.current(), shownFor);
    return () => clearTimeout(timer);
  }, [held, shownFor]);
  const Icon = toast.kind === 'success' ? CircleCheck : CircleAlert;
  return (
    // Reading takes as long as it takes: pointing at it or tabbing to it holds it.
    // biome-ignore lint/a11y/noStaticElementInteractions: nothing is operated by it
    <div
      className={`floats ${styles.toast}`}
      data-kind={toast.kind}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon size={18} className={toast.kind === 'success' ? 'good' : 'bad'} aria-hidden="true" />
      <div className="fills">
        {toast.about && (
          <p className="strong">
            <Clamp text={toast.about} />
          </p>
        )}
        <p>{toast.text}</p>
        {action && (
          <button
            type="button"
            className={styles.action}
            onClick={() => {
              onClose();
              action.run();
            }}
          >
            {action.label}
          </button>
        )}
      </div>
      <CloseButton size={16} className={styles.close} onClose={onClose} />
    </div>
  );
}
