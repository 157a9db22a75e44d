import { PageHeader } from '../../../components/PageHeader';
import { useTexts } from '../../../i18n';
import { ConversationBrowser } from './ConversationBrowser';

/** The conversations of all bots. */
export function ConversationsPage() {
  const { t } = useTexts();
  return (
    <div>
      <PageHeader title={t('common:nav.conversations')} lead={t('conversations:lead')} />
      <ConversationBrowser />
    </div>
  );
}
