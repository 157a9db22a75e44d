import { Alert, Button } from '@aws-amplify/ui-react';
import { type RefObject, useEffect } from 'react';
import { useTexts } from '#i18n/index';
import styles from './ConflictAlert.module.css';

/** One thing that both changed, as either has it. */
export interface Choice {
  /** Tells it from the others, and stays the same until it is decided. */
  readonly key: string;
  readonly name: string;
  readonly mine: string;
  readonly theirs: string;
  onKeepMine(): void;
  onTakeTheirs(): void;
}

/** Somebody else saved meanwhile: what both changed is decided here, everything else was merged. */
export function ConflictAlert({
  ref: notice,
  heading,
  choices,
  occasion,
}: {
  readonly ref: RefObject<HTMLDivElement | null>;
  readonly heading: string;
  readonly choices: readonly Choice[];
  /** What the others have saved: with another, one is asked anew. */
  readonly occasion: unknown;
}) {
  const { t } = useTexts();
  // It stands at the top of a long page, whose button for saving stops working: who saved is brought to what they are
  // asked, and, with each answer, whose button goes away, to what is left of it.
  const asked = choices.map(({ key }) => key).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: anew with each conflict and each answer
  useEffect(() => {
    notice.current?.focus({ preventScroll: true });
    notice.current?.scrollIntoView({ block: 'nearest' });
  }, [occasion, asked, notice]);
  // With the last answer it may go, and what had the focus with it: on from the page's title.
  useEffect(
    () => () => {
      if (document.activeElement !== document.body) return;
      document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
    },
    [],
  );
  return (
    <Alert ref={notice} tabIndex={-1} variation="warning" heading={heading}>
      {t(choices.length > 0 ? 'bots:conflict.decide' : 'bots:conflict.merged')}
      {choices.map(({ key, name, mine, theirs, onKeepMine, onTakeTheirs }) => (
        <div key={key} className={styles.conflict}>
          <strong>{name}</strong>
          <dl className="stack tight">
            <dt className="muted">{t('bots:conflict.mine')}</dt>
            <dd className="as-typed">{mine}</dd>
            <dt className="muted">{t('bots:conflict.theirs')}</dt>
            <dd className="as-typed">{theirs}</dd>
          </dl>
          <div className="row">
            <Button size="small" onClick={onKeepMine}>
              {t('bots:conflict.keepMine')}
            </Button>
            <Button size="small" onClick={onTakeTheirs}>
              {t('bots:conflict.takeTheirs')}
            </Button>
          </div>
        </div>
      ))}
    </Alert>
  );
}
