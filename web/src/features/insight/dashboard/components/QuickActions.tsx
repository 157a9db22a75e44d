import { BarChart3, Inbox, LayoutTemplate, MessageCircle, Upload } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useTexts } from '#i18n/index';
import { usePermission } from '#lib/session/session';
import styles from './QuickActions.module.css';

/** The ways that are taken most from here, beside the one to a new bot, which is the page's own. `knowledge`: the bot whose documents are most likely to be added to. */
export function QuickActions({ botId }: { readonly botId: string | null }) {
  const { t } = useTexts();
  const mayManage = usePermission('bots.manage');
  const actions = [
    ...(mayManage ? [{ to: '/templates', Icon: LayoutTemplate, text: t('dashboard:actions.template') }] : []),
    ...(mayManage && botId !== null
      ? [{ to: `/bots/${botId}/knowledge`, Icon: Upload, text: t('dashboard:actions.upload') }]
      : []),
    { to: '/conversations', Icon: Inbox, text: t('dashboard:actions.conversations') },
    { to: '/analytics', Icon: BarChart3, text: t('dashboard:actions.analytics') },
    { to: '/chat-demo', Icon: MessageCircle, text: t('dashboard:demo') },
  ];
  return (
    <nav aria-label={t('dashboard:actions.title')}>
      <ul className={`stack small ${styles.list}`}>
        {actions.map(({ to, Icon, text }) => (
          <li key={to}>
            <Link to={to} className={`framed ${styles.action}`}>
              <Icon size={18} className="brand" aria-hidden="true" />
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
