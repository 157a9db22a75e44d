import { CircleAlert, CircleCheck, CircleDashed, TriangleAlert } from 'lucide-react';
import type { Bot, BotHealth } from '#contract/bots/bots';
import { useTexts } from '#i18n/index';
import { healthOf } from '../health';
import styles from './bots.module.css';

const ICONS: Readonly<Record<BotHealth, typeof CircleCheck>> = {
  healthy: CircleCheck,
  no_knowledge: TriangleAlert,
  failed_documents: CircleAlert,
  unpublished_changes: TriangleAlert,
  offline: CircleDashed,
};

export function BotHealthLine({ bot }: { readonly bot: Bot }) {
  const { t } = useTexts();
  const health = healthOf(bot);
  const Icon = ICONS[health];
  return (
    <p className={styles.health} data-health={health}>
      <Icon size={16} aria-hidden="true" />
      {t(`bots:health.${health}`)}
    </p>
  );
}
