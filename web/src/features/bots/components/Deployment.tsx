import { usePermission } from '#lib/session/session';
import { useCurrentBot } from '../hooks/useBot';
import { EmbedCard } from './EmbedCard';
import { SnippetCheckCard } from './SnippetCheckCard';
import styles from './settings.module.css';
import { Versions } from './Versions';

/** What is done beside the settings to put the bot on websites: nothing here waits to be saved. */
export function Deployment() {
  const bot = useCurrentBot();
  const mayManage = usePermission('bots.manage');
  return (
    <div className={styles.parts}>
      <EmbedCard bot={bot} choosesMode />
      {mayManage && <SnippetCheckCard bot={bot} />}
      <Versions bot={bot} />
    </div>
  );
}
