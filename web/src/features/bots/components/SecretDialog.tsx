import { Button } from '@aws-amplify/ui-react';
import { CodeText } from '#components/CodeText.tsx';
import { CopyButton } from '#components/CopyButton.tsx';
import { Dialog } from '#components/Dialog.tsx';
import { useTexts } from '#i18n/index';
import styles from './integrations.module.css';

/** The secret of a webhook, the one time that it can be read, and what it is for. */
export function SecretDialog({ secret, onClose }: { readonly secret: string; readonly onClose: () => void }) {
  const { t } = useTexts();
  return (
    <Dialog title={t('integrations:secret.title')} onClose={onClose}>
      <div className="stack large">
        <p>{t('integrations:secret.text')}</p>
        <div className={`secret ${styles.secret}`}>
          <code>{secret}</code>
          <CopyButton text={secret} label={t('integrations:secret.copy')} />
        </div>
        <p>{t('integrations:secret.check')}</p>
        <CodeText label={t('integrations:secret.check')} text={VERIFY} />
        <div className="row end">
          <Button variation="primary" onClick={onClose}>
            {t('integrations:secret.done')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

/** For Node; each language has its like. */
const VERIFY = `const header = request.headers['parley-signature'];
const [, t] = /^t=(\\d+)/.exec(header);
const mac = createHmac('sha256', secret)
  .update(\`\${t}.\${body}\`).digest('hex');
const isOurs = header.split(',').includes(\`v1=\${mac}\`)
  && Math.abs(Date.now() / 1000 - t) < 300;`;
