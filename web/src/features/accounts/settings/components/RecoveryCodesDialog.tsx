import { Button } from '@aws-amplify/ui-react';
import { Download } from 'lucide-react';
import { CopyButton } from '#components/CopyButton.tsx';
import { Dialog } from '#components/Dialog.tsx';
import { useTexts } from '#i18n/index';
import { useAuth } from '#lib/session/session';
import styles from './two-step.module.css';

/** New recovery codes, the one time that they can be read. */
export function RecoveryCodesDialog({
  codes,
  onClose,
}: {
  readonly codes: readonly string[];
  readonly onClose: () => void;
}) {
  const { t } = useTexts();
  const { profile } = useAuth();
  const file = [t('settings:twoStep.file', { email: profile.email }), '', ...codes, ''].join('\n');
  return (
    <Dialog title={t('settings:twoStep.codesTitle')} onClose={onClose}>
      <div className="stack">
        <p>{t('settings:twoStep.codesText')}</p>
        <div className={styles.box}>
          <ul className={styles.codes}>
            {codes.map((code) => (
              <li key={code}>{code}</li>
            ))}
          </ul>
        </div>
        <div className="row">
          <CopyButton text={codes.join('\n')} label={t('settings:twoStep.copyCodes')} quiet />
          <Button size="small" onClick={() => save('parley-recovery-codes.txt', file)}>
            <Download size={16} aria-hidden="true" />
            {t('settings:twoStep.download')}
          </Button>
        </div>
        <div className="row">
          <Button variation="primary" onClick={onClose}>
            {t('settings:twoStep.done')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

function save(name: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
