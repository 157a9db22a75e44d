import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { PageHeader } from '#components/PageHeader.tsx';
import { Toggle } from '#components/Toggle.tsx';
import { useToast } from '#components/toasts.tsx';
import { useTexts } from '#i18n/index';
import { call } from '#lib/api';
import { errorCode } from '#lib/api-error';
import { useAuth, usePermission } from '#lib/session/session';
import { agentsQuery, conversationKeys } from '../queries';
import { ConversationBrowser } from './ConversationBrowser';
import { ConversationView } from './ConversationView';
import styles from './conversations.module.css';

/** The conversations of all bots, and beside them the one that is open: the list stays where it was. */
export function InboxPage() {
  const { t } = useTexts();
  const { conversationId = '' } = useParams();
  const isOpen = conversationId !== '';
  return (
    <div className={styles.inbox} data-open={isOpen}>
      <section className={styles.listPane} aria-label={t('conversations:title')}>
        {!isOpen && (
          <PageHeader title={t('common:nav.conversations')} lead={t('conversations:lead')}>
            <Availability />
          </PageHeader>
        )}
        <ConversationBrowser open={conversationId} />
      </section>
      {isOpen && <ConversationView key={conversationId} conversationId={conversationId} />}
    </div>
  );
}

/** Whether conversations are assigned to the reader in turn. */
function Availability() {
  const { t } = useTexts();
  const toast = useToast();
  const queryClient = useQueryClient();
  const { profile } = useAuth();
  const mayAnswer = usePermission('conversations.answer');
  const agents = useQuery(agentsQuery);
  const own = agents.data?.find(({ userId }) => userId === profile.id);
  if (!mayAnswer || !own) return null;
  const change = async (available: boolean) => {
    const before = agents.data;
    queryClient.setQueryData(
      conversationKeys.agents,
      before?.map((agent) => (agent.userId === own.userId ? { ...agent, available } : agent)),
    );
    try {
      const { items } = await call('setAvailability', { body: { available } });
      queryClient.setQueryData(conversationKeys.agents, items);
    } catch (error) {
      // It stays what the server knows.
      queryClient.setQueryData(conversationKeys.agents, before);
      toast({ kind: 'error', text: t(`errors:${errorCode(error)}`) });
    }
  };
  return (
    <Toggle
      label={t('conversations:assign.available')}
      checked={own.available}
      onChange={(available) => void change(available)}
    />
  );
}
