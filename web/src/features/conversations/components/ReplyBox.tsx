import { Button } from '@aws-amplify/ui-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { SendHorizontal } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useId, useRef, useState } from 'react';
import { isOpen } from '../../../../../functions/contract/conversation-status';
import { MAX_MESSAGE_LENGTH } from '../../../../../functions/contract/conversations';
import type { Conversation } from '../../../../../functions/contract/inbox';
import { ErrorNotice } from '../../../components/ErrorNotice';
import { useTexts } from '../../../i18n';
import { queryKeys } from '../../../lib/query-keys';
import { createSubmissionIds } from '../../../lib/submission';
import { replyToVisitor } from '../api/reply-to-visitor';
import { putMessage } from '../cache';
import styles from './conversations.module.css';

/** Where an agent writes. What could not be sent stays, and is sent again under the same id. */
export function ReplyBox({ conversation }: { readonly conversation: Conversation }) {
  const { t } = useTexts();
  const queryClient = useQueryClient();
  const hint = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState('');
  const [idOf] = useState(() => createSubmissionIds());
  const { id, status, visitor } = conversation;
  const reply = useMutation({
    mutationFn: (message: { readonly id: string; readonly text: string }) => replyToVisitor(id, message),
    onSuccess: (message, { text: sent }) => {
      putMessage(queryClient, message);
      // The next one is another, also with the same words.
      idOf({});
      // What was typed since is the next one.
      setText((typed) => (typed.trim() === sent ? '' : typed));
      field.current?.focus();
      void queryClient.invalidateQueries({ queryKey: queryKeys.conversation(id) });
      void queryClient.invalidateQueries({ queryKey: queryKeys.transcript(id) });
    },
    onError: () => void queryClient.invalidateQueries({ queryKey: queryKeys.conversation(id) }),
  });
  if (!isOpen(status)) return <p className={styles.note}>{t('conversations:closed')}</p>;

  const words = text.trim();
  const send = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault();
    if (words !== '' && !reply.isPending) reply.mutate({ id: idOf({ words }), text: words });
  };
  return (
    <form className={styles.reply} onSubmit={send}>
      {reply.isError && <ErrorNotice error={reply.error} />}
      <label className={styles.hidden} htmlFor={`${hint}-field`}>
        {t('conversations:reply.label')}
      </label>
      <div className={styles.replyRow}>
        <textarea
          ref={field}
          id={`${hint}-field`}
          className={styles.field}
          rows={2}
          maxLength={MAX_MESSAGE_LENGTH}
          placeholder={t('conversations:reply.placeholder')}
          aria-describedby={hint}
          value={text}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={(event) => {
            // Enter ends a word that is still being composed.
            if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) send(event);
          }}
        />
        <Button type="submit" variation="primary" isLoading={reply.isPending} isDisabled={words === ''}>
          <SendHorizontal size={18} aria-hidden="true" />
          <span className={styles.sendWord}>{t('conversations:reply.send')}</span>
        </Button>
      </div>
      <div id={hint}>
        {visitor.email !== null && (
          <p className={styles.hint}>{t('conversations:reply.byMail', { email: visitor.email })}</p>
        )}
        <p className={styles.hint} data-keys={status !== 'active'}>
          {t(status === 'active' ? 'conversations:reply.takesOver' : 'conversations:reply.hint')}
        </p>
      </div>
    </form>
  );
}
