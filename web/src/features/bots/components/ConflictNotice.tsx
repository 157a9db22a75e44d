import { Alert, Button } from '@aws-amplify/ui-react';
import { type RefObject, useEffect } from 'react';
import type { BotConfig } from '../../../../../functions/contract/bot-config';
import { useTexts } from '../../../i18n';
import { useShownValue } from '../hooks/useShownValue';
import type { SettingField } from '../settings';
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
  readonly conflicts: readonly SettingField[];
  readonly mine: BotConfig;
  readonly theirs: BotConfig;
  readonly onTakeTheirs: (field: SettingField) => void;
  readonly onKeepMine: (field: SettingField) => void;
}) {
  const { t } = useTexts();
  const shown = useShownValue();
  // It stands at the top of a long form, whose button for saving stops working: who saved is brought to what she is
  // asked, and, with each answer, whose button goes away, to what is left of it.
  const asked = conflicts.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: anew with each conflict and each answer
  useEffect(() => {
    notice.current?.focus({ preventScroll: true });
    notice.current?.scrollIntoView({ block: 'nearest' });
  }, [theirs, asked, notice]);
  return (
    <Alert ref={notice} tabIndex={-1} variation="warning" heading={t('errors:bot.version_conflict')}>
      {t(conflicts.length > 0 ? 'bots:conflict.decide' : 'bots:conflict.merged')}
      {conflicts.map((field) => (
        <div key={field} className={styles.conflict}>
          <strong>{t(`bots:fields.${field}`)}</strong>
          <dl>
            <dt>{t('bots:conflict.mine')}</dt>
            <dd>{shown(field, mine, theirs)}</dd>
            <dt>{t('bots:conflict.theirs')}</dt>
            <dd>{shown(field, theirs, mine)}</dd>
          </dl>
          <div className={styles.actions}>
            <Button size="small" onClick={() => onKeepMine(field)}>
              {t('bots:conflict.keepMine')}
            </Button>
            <Button size="small" onClick={() => onTakeTheirs(field)}>
              {t('bots:conflict.takeTheirs')}
            </Button>
          </div>
        </div>
      ))}
    </Alert>
  );
}
