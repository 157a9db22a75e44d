import { Maximize2, Minimize2, PanelRightClose, PanelRightOpen, TriangleAlert } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { IconButton } from '#components/IconButton.tsx';
import { useTexts } from '#i18n/index';
import styles from './builder.module.css';

/**
 * The frame of toolbar, canvas and side panel. It ends where the window does, the panel folds, and the whole takes the
 * window until Escape is pressed.
 */
export function Builder({
  toolbar,
  canvas,
  side,
  isSideOpen,
  mayFill,
  problemCount,
  onSide,
  children,
}: {
  readonly toolbar: ReactNode;
  readonly canvas: ReactNode;
  readonly side: ReactNode;
  readonly isSideOpen: boolean;
  /** Not while something above it waits for an answer. */
  readonly mayFill: boolean;
  readonly problemCount: number;
  readonly onSide: (isOpen: boolean) => void;
  /** What stands at its bottom. */
  readonly children: ReactNode;
}) {
  const { t } = useTexts();
  const frame = useRef<HTMLDivElement>(null);
  const [wantsFull, setFull] = useState(false);
  const isFull = wantsFull && mayFill;
  useEffect(() => {
    if (!mayFill) setFull(false);
  }, [mayFill]);
  useTop(frame, isFull);
  useAlone(frame, isFull);
  useEffect(() => {
    if (!isFull) return;
    const onKeyDown = (event: KeyboardEvent) => {
      // A dialog above it closes first, and a list that is open.
      if (event.key !== 'Escape' || event.defaultPrevented || document.querySelector('dialog[open]')) return;
      setFull(false);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [isFull]);
  return (
    <div ref={frame} className={styles.builder} data-full={isFull}>
      {toolbar}
      <div className={styles.split} data-folded={!isSideOpen}>
        <div className={styles.area}>
          {canvas}
          <div className={styles.frameButtons}>
            {!isSideOpen && problemCount > 0 && (
              <button type="button" className={styles.problemCount} onClick={() => onSide(true)}>
                <TriangleAlert size={16} aria-hidden="true" />
                {t('templates:flow.problemsShort', { count: problemCount })}
              </button>
            )}
            <IconButton
              isFramed
              label={t(isSideOpen ? 'templates:flow.foldSide' : 'templates:flow.unfoldSide')}
              isExpanded={isSideOpen}
              onClick={() => onSide(!isSideOpen)}
            >
              {isSideOpen ? (
                <PanelRightClose size={17} aria-hidden="true" />
              ) : (
                <PanelRightOpen size={17} aria-hidden="true" />
              )}
            </IconButton>
            <IconButton
              isFramed
              label={t(isFull ? 'templates:flow.leaveFull' : 'templates:flow.full')}
              onClick={() => setFull(!isFull)}
            >
              {isFull ? (
                <Minimize2 size={17} aria-hidden="true" />
              ) : (
                <Maximize2 size={17} aria-hidden="true" />
              )}
            </IconButton>
          </div>
        </div>
        {isSideOpen && <div className={`stack ${styles.side}`}>{side}</div>}
      </div>
      {children}
    </div>
  );
}

/** Keeps in `--top` how far from the page's start the frame begins: what is above it comes and goes. */
function useTop(frame: RefObject<HTMLElement | null>, isFull: boolean): void {
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element || isFull) return;
    const measure = () =>
      element.style.setProperty('--top', `${element.getBoundingClientRect().top + window.scrollY}px`);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    window.addEventListener('resize', measure);
    return () => {
      observer.disconnect();
      window.removeEventListener('resize', measure);
    };
  }, [frame, isFull]);
}

/** Takes what is behind the frame from keyboard and screen reader; what only speaks goes on speaking. */
function useAlone(frame: RefObject<HTMLElement | null>, isAlone: boolean): void {
  useLayoutEffect(() => {
    if (!isAlone) return;
    const behind: HTMLElement[] = [];
    for (let part: Element | null = frame.current; part?.parentElement; part = part.parentElement)
      for (const other of part.parentElement.children)
        if (other instanceof HTMLElement && other !== part && !other.inert && !other.ariaLive) {
          other.inert = true;
          behind.push(other);
        }
    return () => {
      for (const part of behind) part.inert = false;
    };
  }, [frame, isAlone]);
}
