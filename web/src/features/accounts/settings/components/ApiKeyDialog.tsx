import { Button } from '@aws-amplify/ui-react';
import { CopyButton } from '#components/CopyButton.tsx';
import { Dialog } from '#components/Dialog.tsx';
import type { CreatedApiKey } from '#contract/accounts/api-keys';
import { useTexts } from '#i18n/index';
import { ApiKeyUse } from './ApiKeyUse';
import styles from './api-keys.module.css';

/** A new key, the one time that it can be read. */
export function ApiKeyDialog({
  made: { apiKey, key },
  onClose,
}: {
  readonly made: CreatedApiKey;
  readonly onClose: () => void;
}) {
  const { t } = useTexts();
  return (
    <Dialog title={t('settings:keys.madeTitle')} onClose={onClose}>
      <div className="stack">
        <p>{t('settings:keys.madeText')}</p>
        <div className={`secret ${styles.secret}`}>
          <code className="fine long">{key}</code>
          <CopyButton text={key} label={t('settings:keys.copy')} />
        </div>
        <ApiKeyUse scopes={apiKey.scopes} apiKey={key} />
        <div className={styles.actions}>
          <Button variation="primary" onClick={onClose}>
            {t('settings:keys.done')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
