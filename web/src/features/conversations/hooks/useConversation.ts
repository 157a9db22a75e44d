import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isOpen, isWithPerson } from '../../../../../functions/contract/conversation-status';
import type { Message } from '../../../../../functions/contract/conversations';
import type { Conversation, ConversationAction } from '../../../../../functions/contract/inbox';
import { useToast } from '../../../components/toasts';
import { useTexts } from '../../../i18n';
import { errorCode } from '../../../lib/api-error';
import { useLiveEvents, useLiveStatus } from '../../../lib/live-context';
import { queryKeys } from '../../../lib/query-keys';
import { actOnConversation } from '../api/act-on-conversation';
import { getConversation } from '../api/get-conversation';
import { listMessages } from '../api/list-messages';
import { markRead } from '../api/mark-read';
import { putConversation, putMessage, putSummary } from '../cache';

/** Milliseconds between questions while no event would come: the bot answers, or the socket is down. */
const ASK = 5_000;
/** Milliseconds that an announced message may take to come. */
const PATIENCE = 1_500;

/** A conversation with its messages, kept current by events or, while none can arrive, by asking. */
export function useConversation(conversationId: string) {
  const queryClient = useQueryClient();
  const live = useLiveStatus() === 'open';
  const [conversationKey, transcriptKey] = [
    queryKeys.conversation(conversationId),
    queryKeys.transcript(conversationId),
  ];
  useLiveEvents((event) => {
    if (event.type === 'message.added') putMessage(queryClient, event.message);
    if (event.type !== 'conversation.changed') return;
    const { conversation } = event;
    putSummary(queryClient, conversation);
    if (conversation.id !== conversationId) return;
    queryClient.setQueryData<Conversation>(
      conversationKey,
      (known) => known && { ...known, ...conversation },
    );
    void queryClient.invalidateQueries({ queryKey: conversationKey });
    // Each message has an event of its own, which may come after this one, or be lost.
    setTimeout(() => {
      const known = queryClient.getQueryData<readonly Message[]>(transcriptKey)?.length ?? 0;
      if (known < conversation.messageCount) void queryClient.invalidateQueries({ queryKey: transcriptKey });
    }, PATIENCE);
  });
  const conversation = useQuery({
    queryKey: conversationKey,
    queryFn: ({ signal }) => getConversation(conversationId, signal),
    refetchInterval: ({ state }) => isAsked(state.data, live) && ASK,
  });
  const transcript = useQuery({
    queryKey: transcriptKey,
    queryFn: ({ signal }) => listMessages(conversationId, signal),
    refetchInterval: isAsked(conversation.data, live) && ASK,
  });
  return { conversation, transcript };
}

function isAsked(conversation: Conversation | undefined, live: boolean): boolean {
  return (
    conversation !== undefined && isOpen(conversation.status) && !(live && isWithPerson(conversation.status))
  );
}

/** Takes over, hands back …, and says where it was refused. */
export function useConversationAction(conversationId: string) {
  const { t } = useTexts();
  const toast = useToast();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (action: ConversationAction) => actOnConversation(conversationId, action),
    onSuccess: (changed, action) => {
      putConversation(queryClient, changed);
      toast({ kind: 'success', text: t(`conversations:done.${action}`) });
    },
    onError: (error) => {
      // Refused since it is another than this page shows: read it again.
      void queryClient.invalidateQueries({ queryKey: queryKeys.conversation(conversationId) });
      toast({ kind: 'error', text: t(`errors:${errorCode(error)}`) });
    },
  });
}

/** Says that the visitor's messages have been read while they are on screen. */
export function useMarkRead(
  conversation: Conversation | undefined,
  messages: readonly Message[] | undefined,
  mayAnswer: boolean,
): void {
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: ({ id, through }: { readonly id: string; readonly through: string }) => markRead(id, through),
    onSuccess: (changed) => putConversation(queryClient, changed),
  });
  const through = messages?.at(-1)?.id;
  const id = conversation?.unread && mayAnswer ? conversation.id : undefined;
  useEffect(() => {
    if (id === undefined || through === undefined || isPending) return;
    const tell = () => {
      if (document.visibilityState === 'visible') mutate({ id, through });
    };
    tell();
    document.addEventListener('visibilitychange', tell);
    return () => document.removeEventListener('visibilitychange', tell);
  }, [id, through, isPending, mutate]);
}
