import { Alert, Button } from '@aws-amplify/ui-react';
import type { BotConfig } from '../../../../../functions/contract/bot-config';
import { useTexts } from '../../../i18n';
import { useShownValue } from '../hooks/useShownValue';
import type { SettingField } from '../settings';
import styles from './bots.module.css';

/** Somebody else saved meanwhile: what both changed is decided here, everything else was merged. */
export function ConflictNotice({
  conflicts,
  mine,
  theirs,
  onTakeTheirs,
  onKeepMine,
}: {
  readonly conflicts: readonly SettingField[];
  readonly mine: BotConfig;
  readonly theirs: BotConfig;
  readonly onTakeTheirs: (field: SettingField) => void;
  readonly onKeepMine: (field: SettingField) => void;
}) {
  const { t } = useTexts();
  const shown = useShownValue();
  return (
    <Alert variation="warning" heading={t('errors:bot.version_conflict')}>
      {t(conflicts.length > 0 ? 'bots:conflict.decide' : 'bots:conflict.merged')}
      {conflicts.map((field) => (
        <div key={field} className={styles.conflict}>
          <strong>{t(`bots:fields.${field}`)}</strong>
          <dl>
            <dt>{t('bots:conflict.mine')}</dt>
            <dd>{shown(field, mine)}</dd>
            <dt>{t('bots:conflict.theirs')}</dt>
            <dd>{shown(field, theirs)}</dd>
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
