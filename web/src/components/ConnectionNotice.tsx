import { CloudOff, WifiOff } from 'lucide-react';
import { useTexts } from '#i18n/index';
import { type Connection, useConnection } from '#lib/connection';
import styles from './ConnectionNotice.module.css';

/** Says above a page that the connection is gone, and what still works; goes by itself when it is back. */
export function ConnectionNotice() {
  const connection = useConnection();
  return (
    // Always there: a status that comes with its text is not read out.
    <div role="status" className={styles.notice} data-shown={connection !== 'fine'}>
      {connection !== 'fine' && <Words connection={connection} />}
    </div>
  );
}

function Words({ connection }: { readonly connection: Exclude<Connection, 'fine'> }) {
  const { t } = useTexts();
  const Icon = connection === 'offline' ? WifiOff : CloudOff;
  return (
    <>
      <Icon size={18} aria-hidden="true" />
      <p className="soft">
        <strong>
          {t(connection === 'offline' ? 'common:connection.offline' : 'common:connection.notLive')}
        </strong>{' '}
        {t(connection === 'offline' ? 'common:connection.offlineText' : 'common:connection.notLiveText')}
      </p>
    </>
  );
}
