import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { MessageId } from '#contract/base/ids';
import type { Conversation } from '#contract/conversations/inbox';
import type { ReplyDraft } from '#contract/conversations/inbox-work';
import { call } from '#lib/api';
import { errorCode } from '#lib/api-error';
import { createSubmissionIds } from '#lib/submission';
import { putMessage } from '../cache';
import { keepDraft, readDraft } from '../drafts';
import { conversationKeys } from '../queries';

/** An agent's answer while it is written: its text, which is kept, its draft from the documents, and how it is sent. */
export function useReply({
  conversation: { id },
  lastMessage,
  onTyping,
  field,
}: {
  readonly conversation: Conversation;
  readonly lastMessage: MessageId | undefined;
  readonly onTyping: (typing: boolean) => void;
  readonly field: RefObject<HTMLTextAreaElement | null>;
}) {
  const [text, setText] = useState(() => readDraft(id, 'reply'));
  useEffect(() => keepDraft(id, 'reply', text), [id, text]);
  /** What stood here before a draft from the documents came below it. */
  const [typed, setTyped] = useState<string | null>(null);
  const [draft, setDraft] = useState<ReplyDraft | null>(null);
  /** What the agent had read when they began to write: what a colleague says meanwhile they are to see first. */
  const seen = useRef<MessageId | undefined>(undefined);
  const write = (next: string) => {
    if (text === '') seen.current = lastMessage;
    setTyped(null);
    setText(next);
    onTyping(next !== '');
  };
  const { reply, idOf } = useSending(id, seen, (sent) => {
    setDraft(null);
    // What was typed since is the next one.
    setText((typed) => (typed.trim() === sent ? '' : typed));
    onTyping(false);
  });
  const ask = useMutation({
    mutationFn: () => call('draftReply', { params: { conversationId: id } }),
    onSuccess: (made) => {
      setDraft(made);
      if (!made.isSupported) return;
      // Numbers stand for sources that the visitor is not shown.
      const words = made.text.replace(/\s?\[\d+\]/g, '');
      // What the agent has typed stays above it.
      write(text.trim() === '' ? words : `${text.trimEnd()}\n\n${words}`);
      setTyped(text);
      field.current?.focus();
    },
  });
  const words = text.trim();
  return {
    text,
    words,
    write,
    /** Puts words behind what stands there. */
    add(words: string) {
      write(text === '' ? words : `${text.trimEnd()} ${words}`);
      field.current?.focus();
    },
    send(event: FormEvent | KeyboardEvent) {
      event.preventDefault();
      // A text that was kept from before is sent by who sees what was said since.
      seen.current ??= lastMessage;
      if (words === '' || reply.isPending) return;
      // Now, and not with the answer: by then the agent may have gone on by keys, and they would become letters here.
      field.current?.focus();
      reply.mutate({ id: idOf({ words }), text: words });
    },
    reply,
    drafting: {
      draft,
      isPending: ask.isPending,
      isError: ask.isError,
      error: ask.error,
      ask: () => ask.mutate(),
      /** Brings back what was typed before the draft; null where nothing has to come back. */
      undo:
        typed === null
          ? null
          : () => {
              write(typed);
              setDraft(null);
            },
    },
  };
}

/** Sends each answer once, and none past what a colleague has said meanwhile. */
function useSending(
  id: Conversation['id'],
  seen: RefObject<MessageId | undefined>,
  onSent: (sent: string) => void,
) {
  const queryClient = useQueryClient();
  const [idOf] = useState(() => createSubmissionIds());
  const reply = useMutation({
    mutationFn: // The same id again sends nothing twice.
      (message: { readonly id: string; readonly text: string }) =>
        call('replyToVisitor', {
          params: { conversationId: id },
          body: { ...message, ...(seen.current !== undefined && { seenThrough: seen.current }) },
        }),
    onSuccess: (message, { text: sent }) => {
      putMessage(queryClient, message);
      // The next one is another, also with the same words.
      idOf({});
      seen.current = message.id;
      onSent(sent);
      void queryClient.invalidateQueries({ queryKey: conversationKeys.one(id) });
      void queryClient.invalidateQueries({ queryKey: conversationKeys.transcript(id) });
    },
    onError: async (error) => {
      void queryClient.invalidateQueries({ queryKey: conversationKeys.one(id) });
      if (errorCode(error) !== 'conversation.answered_meanwhile') return;
      await queryClient.invalidateQueries({ queryKey: conversationKeys.transcript(id) });
      // They see it now, and what they wrote still stands here.
      const known = queryClient.getQueryData<readonly { readonly id: MessageId }[]>(
        conversationKeys.transcript(id),
      );
      seen.current = known?.at(-1)?.id;
    },
  });
  return { reply, idOf };
}
