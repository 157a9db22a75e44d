import { useParams } from 'react-router-dom';
import { ConversationBrowser } from './ConversationBrowser';

/** The conversations of the bot whose page is around. */
export function BotConversationsPage() {
  const { botId = '' } = useParams();
  return <ConversationBrowser botId={botId} />;
}
