import { Button } from '@aws-amplify/ui-react';
import { useState } from 'react';
import { useTexts } from '#i18n/index';
import styles from './notifications.module.css';

/** Asks for the browser's permission where it was neither given nor refused yet. */
export function BrowserMessages() {
  const { t } = useTexts();
  const [permission, setPermission] = useState(() =>
    typeof Notification === 'undefined' ? null : Notification.permission,
  );
  if (permission === 'denied') return <p className={styles.blocked}>{t('notifications:browser.blocked')}</p>;
  if (permission !== 'default') return null;
  return (
    <section className={styles.ask} aria-label={t('notifications:browser.title')}>
      <div>
        <strong>{t('notifications:browser.title')}</strong>
        <p>{t('notifications:browser.text')}</p>
      </div>
      <Button
        size="small"
        onClick={() => void Notification.requestPermission().then((answer) => setPermission(answer))}
      >
        {t('notifications:browser.allow')}
      </Button>
    </section>
  );
}
