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
  /** How the page looks that comes, where it is outlined. */
  readonly page?: PageOutline;
  /** Says at once what happens: where the page is about to leave, there is no later. */
  readonly atOnce?: boolean;
}

/** The whole window while nothing else can be shown. */
export function LoadingScreen({
  text = 'loading:default',
  variant = 'spinner',
  size = 'lg',
  page,
  atOnce = false,
}: LoadingScreenProps) {
  const { t } = useTexts();
  const late = useDelay(atOnce ? 0 : DELAY);
  const isOutlined = variant === 'skeleton' || variant === 'frame';
  return (
    // Always there, so that a screen reader hears the words come.
    <div className={styles.screen} data-variant={variant} role="status">
      {variant === 'frame' && (
        <span className={styles.side} aria-hidden="true">
          <Bars shape="lines" count={10} />
        </span>
      )}
      {late && (
        <>
          {variant === 'spinner' && <Spinner size={size} />}
          {isOutlined && <Outline page={page} />}
          {variant === 'minimal' && <span className={styles.dots} aria-hidden="true" />}
          <p className={isOutlined ? 'amplify-visually-hidden' : undefined}>{t(text)}</p>
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
function Outline({ page = 'bots' }: { readonly page?: PageOutline | undefined }) {
  return (
    <span className={styles.outline} data-page={page} aria-hidden="true">
      <span className={styles.bar} data-part="title" />
      <span className={styles.bar} data-part="lead" />
      <Bars shape={page} />
    </span>
  );
}

/** What repeats on a page: lines of text, cards, rows of a list, key figures, a chart, what two people say. */
type Shape = 'lines' | 'cards' | 'rows' | 'figures' | 'chart' | 'talk';

/** Of which shapes a page is made, and how many there are of each: the same while its code and while its data come. */
const PAGES = {
  dashboard: [
    ['rows', 2],
    ['figures', 4],
    ['cards', 2],
  ],
  analytics: [
    ['figures', 8],
    ['chart', 1],
  ],
  bots: [['cards', 3]],
  inbox: [['rows', 9]],
  documents: [['rows', 6]],
  text: [['lines', 5]],
} as const satisfies Record<string, readonly (readonly [Shape, number])[]>;
type PageOutline = keyof typeof PAGES;

/** Stands where content will be, in its shape; `label` is what a screen reader hears once for the whole. */
export function Skeleton({
  label,
  lines = 3,
  shape = 'lines',
}: {
  readonly label: TranslationKey;
  readonly lines?: number;
  readonly shape?: Shape | PageOutline;
}) {
  const { t } = useTexts();
  return (
    <div className="stack wider" role="status" aria-label={t(label)}>
      <Bars shape={shape} count={lines} />
    </div>
  );
}

function Bars({ shape, count = 1 }: { readonly shape: Shape | PageOutline; readonly count?: number }) {
  const parts: readonly (readonly [Shape, number])[] =
    shape in PAGES ? PAGES[shape as PageOutline] : [[shape as Shape, count]];
  return parts.map(([each, times]) => (
    <span key={each} className={styles[each]}>
      {Array.from({ length: times }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the bars never change
        <span key={index} className={styles.bar} />
      ))}
    </span>
  ));
}
