import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { UserRoundPlus } from 'lucide-react';
import { Avatar } from '#components/Avatar.tsx';
import { Options } from '#components/form/Options.tsx';
import { useToast } from '#components/toasts.tsx';
import { isOpen } from '#contract/conversations/conversation-status';
import type { Conversation } from '#contract/conversations/inbox';
import type { AssignTo } from '#contract/conversations/inbox-work';
import { useTexts } from '#i18n/index';
import { call } from '#lib/api';
import { useErrorToast } from '#lib/use-error-toast';
import { putConversation } from '../cache';
import { ASSIGN_FIELD } from '../hooks/useInboxKeys';
import { agentsQuery, conversationKeys } from '../queries';
import styles from './conversations.module.css';

/** Who is in charge, and a way to give it to somebody else. */
export function AssignSelect({ conversation }: { readonly conversation: Conversation }) {
  const { t } = useTexts();
  const toast = useToast();
  const tellError = useErrorToast();
  const queryClient = useQueryClient();
  const agents = useQuery(agentsQuery);
  const { id, assignee, status } = conversation;
  const assign = useMutation({
    mutationFn: (to: string) =>
      call('assignConversation', { params: { conversationId: id }, body: { to: to as AssignTo } }),
    onSuccess: (changed) => {
      putConversation(queryClient, changed);
      void queryClient.invalidateQueries({ queryKey: conversationKeys.timeline(id) });
      toast({ kind: 'success', text: t('conversations:bulk.done.assign', { count: 1 }) });
    },
    onError: (error) => {
      void queryClient.invalidateQueries({ queryKey: conversationKeys.one(id) });
      tellError(error);
    },
  });
  if (!isOpen(status)) return null;
  const listed = agents.data?.find(({ userId }) => userId === assignee?.userId);
  return (
    <span className={styles.assign}>
      <span className={styles.assignee} aria-hidden="true">
        {assignee ? (
          <Avatar name={assignee.name} picture={listed?.avatarUrl ?? null} size="small" />
        ) : (
          <UserRoundPlus size={18} />
        )}
      </span>
      <select
        className={`inset-focus field ${styles.small}`}
        {...{ [ASSIGN_FIELD]: '' }}
        title={`${t('conversations:filters.assignee')} (A)`}
        aria-label={t('conversations:filters.assignee')}
        value={assignee?.userId ?? ''}
        disabled={assign.isPending}
        onChange={({ target }) => assign.mutate(target.value)}
      >
        {!assignee && <option value="">{t('conversations:assign.label')}</option>}
        {assignee && !listed && <option value={assignee.userId}>{assignee.name}</option>}
        <Options of={agents.data} value={({ userId }) => userId}>
          {({ name }) => name}
        </Options>
        <option value="next">{t('conversations:assign.next')}</option>
        {assignee && <option value="nobody">{t('conversations:assign.nobody')}</option>}
      </select>
    </span>
  );
}
