import { useParams } from 'react-router-dom';
import { useTexts } from '#i18n/index';
import { ConversationBrowser } from './ConversationBrowser';
import { ConversationView } from './ConversationView';
import styles from './conversations.module.css';
import { ListEdge, useListWidth } from './ListEdge';

/** The conversations of all bots, and beside them the one that is open: the list stays where it was. */
export function InboxPage() {
  const { t } = useTexts();
  const { conversationId = '' } = useParams();
  const [width, setWidth] = useListWidth();
  const isOpen = conversationId !== '';
  return (
    <div
      className={`shrinks ${styles.inbox}`}
      data-page="whole"
      data-open={isOpen}
      style={{ '--list-width': `${width}px` } as object}
    >
      <section className={styles.listPane} aria-label={t('conversations:title')}>
        <ConversationBrowser open={conversationId} />
      </section>
      {isOpen && <ListEdge width={width} onChange={setWidth} />}
      {isOpen && <ConversationView key={conversationId} conversationId={conversationId} />}
    </div>
  );
}
