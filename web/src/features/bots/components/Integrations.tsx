import { usePermission } from '#lib/session/session';
import { useCurrentBot } from '../hooks/useBot';
import { IdentityCard } from './IdentityCard';
import styles from './settings.module.css';
import { Webhooks } from './Webhooks';

/** What joins a bot to its owner's own systems. Nothing here waits to be saved, and only who manages bots sees it. */
export function Integrations() {
  const bot = useCurrentBot();
  if (!usePermission('bots.manage')) return null;
  return (
    <div className={styles.parts}>
      <Webhooks botId={bot.id} />
      <IdentityCard botId={bot.id} />
    </div>
  );
}
