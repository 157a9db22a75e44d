import { Alert, Button } from '@aws-amplify/ui-react';
import { useTexts } from '../../../i18n';
import styles from './bots.module.css';

export interface Conflict<F extends string> {
  readonly field: F;
  readonly name: string;
  readonly mine: string;
  readonly theirs: string;
}

/** Somebody else saved meanwhile: what both changed is decided here, everything else was merged. */
export function ConflictNotice<F extends string>({
  conflicts,
  onTakeTheirs,
  onKeepMine,
}: {
  readonly conflicts: readonly Conflict<F>[];
  readonly onTakeTheirs: (field: F) => void;
  readonly onKeepMine: (field: F) => void;
}) {
  const { t } = useTexts();
  return (
    <Alert variation="warning" heading={t('errors:bot.version_conflict')}>
      {t(conflicts.length > 0 ? 'bots:conflict.decide' : 'bots:conflict.merged')}
      {conflicts.map(({ field, name, mine, theirs }) => (
        <div key={field} className={styles.conflict}>
          <strong>{name}</strong>
          <dl>
            <dt>{t('bots:conflict.mine')}</dt>
            <dd>{mine}</dd>
            <dt>{t('bots:conflict.theirs')}</dt>
            <dd>{theirs}</dd>
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
