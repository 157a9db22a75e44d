import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useToast } from '#components/toasts.tsx';
import { sequenceOf } from '#contract/base/message-ids';
import { isOpen, isWithPerson } from '#contract/conversations/conversation-status';
import type { Conversation, ConversationAction, ReviewedMessage } from '#contract/conversations/inbox';
import { useTexts } from '#i18n/index';
import { call } from '#lib/api';
import { useLiveEvents, useLiveStatus } from '#lib/live-context';
import { readAgain } from '#lib/read-again';
import { useErrorToast } from '#lib/use-error-toast';
import { putConversation, putMessage, putSummary, removeConversation } from '../cache';
import { conversationKeys, conversationQuery, transcriptQuery, untilGap, withOlder } from '../queries';
import { useGoOn } from './useGoOn';

/** Milliseconds between questions while no event would come: the bot answers, or the socket is down. */
const ASK = 5_000;
/** Milliseconds that an announced message may take to come. */
const PATIENCE = 1_500;

/** A conversation with its messages, kept current by events or, while none can arrive, by asking. */
export function useConversation(conversationId: string) {
  const queryClient = useQueryClient();
  const live = useLiveStatus() === 'open';
  const [conversationKey, transcriptKey] = [
    conversationKeys.one(conversationId),
    conversationKeys.transcript(conversationId),
  ];
  useLiveEvents((event) => {
    if (event.type === 'message.added') putMessage(queryClient, event.message);
    if (event.type === 'conversation.worked_on' && event.conversationId === conversationId)
      readAgain(queryClient, { queryKey: conversationKeys.timeline(conversationId) });
    if (event.type === 'conversation.removed') removeConversation(queryClient, event.conversationId);
    if (event.type !== 'conversation.changed') return;
    const { conversation } = event;
    putSummary(queryClient, conversation);
    if (conversation.id !== conversationId) return;
    queryClient.setQueryData<Conversation>(
      conversationKey,
      (known) => known && { ...known, ...conversation },
    );
    readAgain(queryClient, { queryKey: conversationKey });
    // Each message has an event of its own, which may come after this one, or be lost.
    setTimeout(() => {
      const known = queryClient.getQueryData<readonly ReviewedMessage[]>(transcriptKey) ?? [];
      const last = untilGap(known).at(-1);
      if (!last || sequenceOf(last.id) < conversation.messageCount)
        readAgain(queryClient, { queryKey: transcriptKey });
    }, PATIENCE);
  });
  const conversation = useQuery({
    ...conversationQuery(conversationId),
    refetchInterval: ({ state }) => isAsked(state.data, live) && ASK,
  });
  const transcript = useQuery({
    ...transcriptQuery(conversationId),
    refetchInterval: isAsked(conversation.data, live) && ASK,
  });
  const older = useMutation({
    mutationFn: async () => {
      const known = queryClient.getQueryData<readonly ReviewedMessage[]>(transcriptKey) ?? [];
      const more = await withOlder(conversationId, known);
      // What was said meanwhile stays.
      queryClient.setQueryData<readonly ReviewedMessage[]>(transcriptKey, (now) => [
        ...more.filter(({ id }) => !now?.some((message) => message.id === id)),
        ...(now ?? []),
      ]);
    },
  });
  return { conversation, transcript, older };
}

function isAsked(conversation: Conversation | undefined, live: boolean): boolean {
  return (
    conversation !== undefined && isOpen(conversation.status) && !(live && isWithPerson(conversation.status))
  );
}

/** Takes over, hands back …, and says where it was refused. */
export function useConversationAction({ id: conversationId, endedBecause }: Conversation) {
  const { t } = useTexts();
  const toast = useToast();
  const tellError = useErrorToast();
  const queryClient = useQueryClient();
  const goOn = useGoOn();
  const act = useMutation({
    mutationFn: (action: ConversationAction) =>
      call('actOnConversation', { params: { conversationId }, body: { action } }),
    onSuccess: (changed, action) => {
      putConversation(queryClient, changed);
      void queryClient.invalidateQueries({ queryKey: conversationKeys.timeline(conversationId) });
      if (action === 'resolve') goOn(conversationId);
      toast({
        kind: 'success',
        text: t(`conversations:done.${action}`),
        ...(action === 'resolve' &&
          endedBecause !== 'bot_deleted' && {
            action: { label: t('conversations:actions.reopen'), run: () => act.mutate('reopen') },
          }),
      });
    },
    onError: (error) => {
      // Refused since it is another than this page shows: read it again.
      void queryClient.invalidateQueries({ queryKey: conversationKeys.one(conversationId) });
      tellError(error);
    },
  });
  return act;
}

/** Says that the visitor's messages have been read while they are on screen. */
export function useMarkRead(
  conversation: Conversation | undefined,
  messages: readonly ReviewedMessage[] | undefined,
  mayAnswer: boolean,
): void {
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: ({ id, through }: { readonly id: string; readonly through: string }) =>
      call('markConversationRead', { params: { conversationId: id }, body: { through } }),
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
