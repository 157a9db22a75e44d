import { useEffect, useState } from 'react';
import { useTexts } from '#i18n/index';
import type { TranslationKey } from '#i18n/keys';
import styles from './Loading.module.css';
import { LogoMark } from './Logo';

/** What comes at once needs no word: shown for a moment only, it would flicker. */
const DELAY = 250;

/** `frame`: with the outline of what is around every signed-in page, so that a reload keeps it where it was. */
export type LoadingVariant = 'spinner' | 'skeleton' | 'minimal' | 'frame';
export type SpinnerSize = 'sm' | 'md' | 'lg' | 'xl';

export interface LoadingScreenProps {
  readonly text?: TranslationKey;
  readonly variant?: LoadingVariant;
  readonly size?: SpinnerSize;
  /** Says at once what happens: where the page is about to leave, there is no later. */
  readonly atOnce?: boolean;
}

/** The whole window while nothing else can be shown. */
export function LoadingScreen({
  text = 'loading:default',
  variant = 'spinner',
  size = 'lg',
  atOnce = false,
}: LoadingScreenProps) {
  const { t } = useTexts();
  const late = useDelay(atOnce ? 0 : DELAY);
  const isOutlined = variant === 'skeleton' || variant === 'frame';
  return (
    // Always there, so that a screen reader hears the words come.
    <div className={styles.screen} data-variant={variant} role="status">
      {variant === 'frame' && <span className={styles.side} aria-hidden="true" />}
      {late && (
        <>
          {variant === 'spinner' && <Spinner size={size} />}
          {isOutlined && <Outline />}
          {variant === 'minimal' && <span className={styles.dots} aria-hidden="true" />}
          <p className={isOutlined ? styles.hidden : undefined}>{t(text)}</p>
        </>
      )}
    </div>
  );
}

/** The wait that is under way: several screens may show it in turn, as one. */
const wait = { since: 0, until: Number.NEGATIVE_INFINITY, shownBy: 0 };
const GAP = 100;

function isGoingOn(now: number): boolean {
  return wait.shownBy > 0 || now - wait.until < GAP;
}

function useDelay(delay: number): boolean {
  const [late, setLate] = useState(() => {
    const now = performance.now();
    return delay === 0 || (isGoingOn(now) && now - wait.since >= delay);
  });
  useEffect(() => {
    const now = performance.now();
    if (!isGoingOn(now)) wait.since = now;
    wait.shownBy += 1;
    const timer = setTimeout(() => setLate(true), Math.max(0, wait.since + delay - now));
    return () => {
      clearTimeout(timer);
      wait.shownBy -= 1;
      wait.until = performance.now();
    };
  }, [delay]);
  return late;
}

const MARK: Readonly<Record<SpinnerSize, number>> = { sm: 14, md: 22, lg: 34, xl: 48 };

function Spinner({ size }: { readonly size: SpinnerSize }) {
  return (
    <span className={styles.spinner} data-size={size} aria-hidden="true">
      <LogoMark size={MARK[size]} />
    </span>
  );
}

/** A page as it will be about: its title and what stands below. */
function Outline() {
  return (
    <span className={styles.outline} aria-hidden="true">
      <span className={styles.bar} data-part="title" />
      <span className={styles.bar} data-part="lead" />
      <span className={styles.cards}>
        <span className={styles.bar} />
        <span className={styles.bar} />
        <span className={styles.bar} />
      </span>
    </span>
  );
}

/** Stands where content will be; `label` is what a screen reader hears once for the whole. */
export function Skeleton({
  label,
  lines = 3,
  shape = 'lines',
}: {
  readonly label: TranslationKey;
  readonly lines?: number;
  readonly shape?: 'lines' | 'cards';
}) {
  const { t } = useTexts();
  return (
    <div className={styles[shape]} role="status" aria-label={t(label)}>
      {Array.from({ length: lines }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the bars never change
        <span key={index} className={styles.bar} />
      ))}
    </div>
  );
}
