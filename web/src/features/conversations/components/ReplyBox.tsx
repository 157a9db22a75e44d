import { Button } from '@aws-amplify/ui-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { MessageSquareQuote, SendHorizontal, Sparkles } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { ErrorNotice } from '#components/ErrorNotice.tsx';
import type { MessageId } from '#contract/base/ids';
import { MAX_MESSAGE_LENGTH } from '#contract/conversations/bounds';
import { isOpen } from '#contract/conversations/conversation-status';
import type { Conversation } from '#contract/conversations/inbox';
import type { ReplyDraft } from '#contract/conversations/inbox-work';
import { useTexts } from '#i18n/index';
import { call } from '#lib/api';
import { errorCode } from '#lib/api-error';
import { endsWord } from '#lib/composing';
import { useAuth } from '#lib/session/session';
import { createSubmissionIds } from '#lib/submission';
import { useBottomBar } from '#lib/use-bottom-bar';
import { putMessage } from '../cache';
import { keepDraft, readDraft } from '../drafts';
import { REPLY_FIELD } from '../hooks/useInboxKeys';
import { conversationKeys } from '../queries';
import { CannedReplies } from './CannedReplies';
import shared from './conversations.module.css';
import styles from './reply.module.css';

/** Where an agent writes. What could not be sent stays, and is sent again under the same id. */
export function ReplyBox({
  conversation,
  botName,
  lastMessage,
  onTyping,
}: {
  readonly conversation: Conversation;
  readonly botName: string;
  /** The last message on the page. */
  readonly lastMessage: MessageId | undefined;
  readonly onTyping: (typing: boolean) => void;
}) {
  const { t } = useTexts();
  const queryClient = useQueryClient();
  const { profile } = useAuth();
  const hint = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const box = useRef<HTMLFormElement>(null);
  const { id, status, visitor } = conversation;
  const [text, setText] = useState(() => readDraft(id, 'reply'));
  useEffect(() => keepDraft(id, 'reply', text), [id, text]);
  /** What stood here before a draft from the documents came below it. */
  const [typed, setTyped] = useState<string | null>(null);
  const [draft, setDraft] = useState<ReplyDraft | null>(null);
  const [isChoosing, setIsChoosing] = useState(false);
  const [idOf] = useState(() => createSubmissionIds());
  /** What the agent had read when they began to write: what a colleague says meanwhile they are to see first. */
  const seen = useRef<MessageId | undefined>(undefined);
  useBottomBar(box, isOpen(status));
  const write = (next: string) => {
    if (text === '') seen.current = lastMessage;
    setTyped(null);
    setText(next);
    onTyping(next !== '');
  };
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
      setDraft(null);
      // What was typed since is the next one.
      setText((typed) => (typed.trim() === sent ? '' : typed));
      onTyping(false);
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
  if (!isOpen(status)) {
    const isUnreachable = conversation.endedBecause === 'bot_deleted';
    return (
      <p className={shared.note}>{t(isUnreachable ? 'conversations:unreachable' : 'conversations:closed')}</p>
    );
  }

  const words = text.trim();
  const send = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault();
    // A text that was kept from before is sent by who sees what was said since.
    seen.current ??= lastMessage;
    if (words === '' || reply.isPending) return;
    // Now, and not with the answer: by then the agent may have gone on by keys, and they would become letters here.
    field.current?.focus();
    reply.mutate({ id: idOf({ words }), text: words });
  };
  return (
    <>
      <form ref={box} className="stack small" onSubmit={send}>
        {reply.isError && <ErrorNotice error={reply.error} />}
        {ask.isError && <ErrorNotice error={ask.error} />}
        <label className="amplify-visually-hidden" htmlFor={`${hint}-field`}>
          {t('conversations:reply.label')}
        </label>
        <div className={styles.replyRow}>
          <textarea
            ref={field}
            id={`${hint}-field`}
            className={styles.field}
            rows={1}
            maxLength={MAX_MESSAGE_LENGTH}
            placeholder={t('conversations:reply.placeholder')}
            aria-describedby={visitor.email === null ? hint : `${hint} ${hint}-mail`}
            {...{ [REPLY_FIELD]: '' }}
            value={text}
            onChange={({ target }) => write(target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && !event.shiftKey && !endsWord(event.nativeEvent)) send(event);
            }}
          />
          <Button type="submit" variation="primary" isLoading={reply.isPending} isDisabled={words === ''}>
            <SendHorizontal size={18} aria-hidden="true" />
            <span className={styles.sendWord}>{t('conversations:reply.send')}</span>
          </Button>
        </div>
        <div className={styles.replyTools}>
          <Button size="small" variation="link" onClick={() => setIsChoosing(true)}>
            <MessageSquareQuote size={16} aria-hidden="true" />
            {t('conversations:canned.title')}
          </Button>
          <Button size="small" variation="link" isLoading={ask.isPending} onClick={() => ask.mutate()}>
            <Sparkles size={16} aria-hidden="true" />
            {t('conversations:draft.ask')}
          </Button>
          <p id={hint} className="note" data-keys={status !== 'active'}>
            {t(status === 'active' ? 'conversations:reply.takesOver' : 'conversations:reply.hint')}
          </p>
        </div>
        {draft && (
          <p className="note" role="status">
            {draft.isSupported
              ? t('conversations:draft.from', {
                  sources: [...new Set(draft.citations.map(({ title }) => title))].join(', '),
                })
              : t('conversations:draft.nothing')}
            {typed !== null && (
              <Button
                size="small"
                variation="link"
                onClick={() => {
                  write(typed);
                  setDraft(null);
                }}
              >
                {t('conversations:bulk.undo')}
              </Button>
            )}
          </p>
        )}
        {visitor.email !== null && (
          <p id={`${hint}-mail`} className="note">
            {t('conversations:reply.byMail', { email: visitor.email })}
          </p>
        )}
      </form>
      {isChoosing && (
        <CannedReplies
          values={{ visitor: visitor.name ?? '', agent: profile.full_name, bot: botName }}
          onClose={() => setIsChoosing(false)}
          onChoose={(chosen) => {
            write(text === '' ? chosen : `${text.trimEnd()} ${chosen}`);
            setIsChoosing(false);
            field.current?.focus();
          }}
        />
      )}
    </>
  );
}
