import { BarChart3, Inbox, LayoutTemplate, MessageCircle, Plus, Upload } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useTexts } from '#i18n/index';
import { usePermission } from '#lib/session/session';
import styles from './QuickActions.module.css';

/** The ways that are taken most from here. `knowledge`: the bot whose documents are most likely to be added to. */
export function QuickActions({ botId }: { readonly botId: string | null }) {
  const { t } = useTexts();
  const mayManage = usePermission('bots.manage');
  const actions = [
    ...(mayManage
      ? [
          { to: '/bots/new', Icon: Plus, text: t('dashboard:actions.newBot') },
          { to: '/templates', Icon: LayoutTemplate, text: t('dashboard:actions.template') },
        ]
      : []),
    ...(mayManage && botId !== null
      ? [{ to: `/bots/${botId}/knowledge`, Icon: Upload, text: t('dashboard:actions.upload') }]
      : []),
    { to: '/conversations', Icon: Inbox, text: t('dashboard:actions.conversations') },
    { to: '/analytics', Icon: BarChart3, text: t('dashboard:actions.analytics') },
    { to: '/chat-demo', Icon: MessageCircle, text: t('dashboard:demo') },
  ];
  return (
    <nav aria-label={t('dashboard:actions.title')}>
      <ul className={styles.list}>
        {actions.map(({ to, Icon, text }) => (
          <li key={to}>
            <Link to={to} className={styles.action}>
              <Icon size={18} aria-hidden="true" />
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
