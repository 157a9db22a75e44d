import { Plus } from 'lucide-react';
import { hasRoomForBot } from '#components/plan-limit/plan-room.ts';
import { useTexts } from '#i18n/index';
import { useAuth } from '#lib/session/session';
import { FloatingAction } from '../../../components/FloatingAction';
import { LinkButton } from '../../../components/LinkButton';
import styles from './NewBotAction.module.css';

/** The page's main action, or, when the plan is full, a plain way to what can be done about it, with the reason. */
export function NewBotAction() {
  const { t } = useTexts();
  const icon = <Plus size={18} aria-hidden="true" />;
  if (hasRoomForBot(useAuth().account))
    return (
      <FloatingAction to="/bots/new" icon={icon}>
        {t('common:newBot')}
      </FloatingAction>
    );
  return (
    <div className={styles.full}>
      <p className="muted">{t('common:planLimit.heading.allBots')}</p>
      <LinkButton to="/bots/new">
        {icon}
        {t('common:newBot')}
      </LinkButton>
    </div>
  );
}
