import { Alert, Button } from '@aws-amplify/ui-react';
import { type RefObject, useEffect } from 'react';
import type { BotConfig } from '../../../../../functions/contract/bot-config';
import { useTexts } from '../../../i18n';
import { useShownHours } from '../hooks/useShownHours';
import { useShownValue } from '../hooks/useShownValue';
import type { Conflict } from '../merge-configs';
import styles from './bots.module.css';

/** Somebody else saved meanwhile: what both changed is decided here, everything else was merged. */
export function ConflictNotice({
  ref: notice,
  conflicts,
  mine,
  theirs,
  onTakeTheirs,
  onKeepMine,
}: {
  readonly ref: RefObject<HTMLDivElement | null>;
  readonly conflicts: readonly Conflict[];
  readonly mine: BotConfig;
  readonly theirs: BotConfig;
  readonly onTakeTheirs: (conflict: Conflict) => void;
  readonly onKeepMine: (conflict: Conflict) => void;
}) {
  const { t } = useTexts();
  const shownValue = useShownValue();
  const { nameOf, shownPart } = useShownHours();
  const shown = ({ field, part }: Conflict, config: BotConfig, other: BotConfig) =>
    part === null ? shownValue(field, config, other) : shownPart(config.businessHours, part);
  // It stands at the top of a long form, whose button for saving stops working: who saved is brought to what she is
  // asked, and, with each answer, whose button goes away, to what is left of it.
  const asked = conflicts.map(keyOf).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: anew with each conflict and each answer
  useEffect(() => {
    notice.current?.focus({ preventScroll: true });
    notice.current?.scrollIntoView({ block: 'nearest' });
  }, [theirs, asked, notice]);
  return (
    <Alert ref={notice} tabIndex={-1} variation="warning" heading={t('errors:bot.version_conflict')}>
      {t(conflicts.length > 0 ? 'bots:conflict.decide' : 'bots:conflict.merged')}
      {conflicts.map((conflict) => (
        <div key={keyOf(conflict)} className={styles.conflict}>
          <strong>
            {t(`bots:fields.${conflict.field}`)}
            {conflict.part !== null && `: ${nameOf(conflict.part)}`}
          </strong>
          <dl>
            <dt>{t('bots:conflict.mine')}</dt>
            <dd>{shown(conflict, mine, theirs)}</dd>
            <dt>{t('bots:conflict.theirs')}</dt>
            <dd>{shown(conflict, theirs, mine)}</dd>
          </dl>
          <div className={styles.actions}>
            <Button size="small" onClick={() => onKeepMine(conflict)}>
              {t('bots:conflict.keepMine')}
            </Button>
            <Button size="small" onClick={() => onTakeTheirs(conflict)}>
              {t('bots:conflict.takeTheirs')}
            </Button>
          </div>
        </div>
      ))}
    </Alert>
  );
}

function keyOf({ field, part }: Conflict): string {
  return part === null ? field : `${field}.${part}`;
}
