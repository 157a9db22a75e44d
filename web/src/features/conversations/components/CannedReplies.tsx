import { Button, TextAreaField, TextField } from '@aws-amplify/ui-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Dialog } from '#components/Dialog.tsx';
import { ErrorNotice } from '#components/ErrorNotice.tsx';
import { NotLoaded } from '#components/NotLoaded.tsx';
import type { CannedReplyId } from '#contract/base/ids';
import { REPLY_VARIABLES } from '#contract/conversations/bounds';
import type { CannedReply } from '#contract/conversations/inbox-work';
import { useTexts } from '#i18n/index';
import { call } from '#lib/api';
import { cannedRepliesQuery, conversationKeys } from '../queries';
import styles from './reply.module.css';

type Values = Readonly<Record<(typeof REPLY_VARIABLES)[number], string>>;

/** Puts what is known in place of the variables; one that is unknown stays, to be seen before it is sent. */
export function withValues(text: string, values: Values): string {
  return text.replace(/\{\{\s*(\w+)\s*\}\}/g, (whole, name: string) => {
    const known = REPLY_VARIABLES.find((variable) => variable === name);
    return (known && values[known]) || whole;
  });
}

/** The account's canned replies: search, choose, write. */
export function CannedReplies({
  values,
  onChoose,
  onClose,
}: {
  readonly values: Values;
  readonly onChoose: (text: string) => void;
  readonly onClose: () => void;
}) {
  const { t } = useTexts();
  const queryClient = useQueryClient();
  const replies = useQuery(cannedRepliesQuery);
  const [words, setWords] = useState('');
  const [edited, setEdited] = useState<CannedReply | null>(null);
  const refresh = () => queryClient.invalidateQueries({ queryKey: conversationKeys.cannedReplies });
  const remove = useMutation({
    mutationFn: (cannedReplyId: string) => call('deleteCannedReply', { params: { cannedReplyId } }),
    onSettled: refresh,
  });
  const sought = words.trim().toLowerCase();
  const found = (replies.data ?? []).filter(({ title, text }) =>
    `${title} ${text}`.toLowerCase().includes(sought),
  );
  if (edited)
    return (
      <Dialog title={t('conversations:canned.write')} onClose={() => setEdited(null)}>
        <CannedReplyForm
          reply={edited}
          onDone={async () => {
            await refresh();
            setEdited(null);
          }}
        />
      </Dialog>
    );
  return (
    <Dialog title={t('conversations:canned.title')} onClose={onClose}>
      <div className="stack snug">
        <TextField
          type="search"
          label={t('conversations:canned.search')}
          value={words}
          onChange={({ target }) => setWords(target.value)}
        />
        {remove.isError && <ErrorNotice error={remove.error} />}
        <NotLoaded query={replies} label="loading:conversations" lines={3} shape="rows" />
        {replies.data && found.length === 0 && (
          <p className="note">
            {t(replies.data.length === 0 ? 'conversations:canned.empty' : 'conversations:canned.none')}
          </p>
        )}
        <ul className={`stack tight ${styles.cannedList}`}>
          {found.map((reply) => (
            <li key={reply.id}>
              <button
                type="button"
                className={`pressable inset-focus ${styles.cannedText}`}
                onClick={() => onChoose(withValues(reply.text, values))}
              >
                <strong>{reply.title}</strong>
                <span>{withValues(reply.text, values)}</span>
              </button>
              <button
                type="button"
                className="icon-button large"
                aria-label={t('conversations:canned.edit', { name: reply.title })}
                onClick={() => setEdited(reply)}
              >
                <Pencil size={16} aria-hidden="true" />
              </button>
              <button
                type="button"
                className="icon-button large"
                aria-label={t('conversations:canned.delete', { name: reply.title })}
                disabled={remove.isPending}
                onClick={() => remove.mutate(reply.id)}
              >
                <Trash2 size={16} aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
        <Button onClick={() => setEdited({ id: crypto.randomUUID() as CannedReplyId, title: '', text: '' })}>
          <Plus size={17} aria-hidden="true" />
          {t('conversations:canned.add')}
        </Button>
      </div>
    </Dialog>
  );
}

function CannedReplyForm({
  reply,
  onDone,
}: {
  readonly reply: CannedReply;
  readonly onDone: () => Promise<void>;
}) {
  const { t } = useTexts();
  const [title, setTitle] = useState(reply.title);
  const [text, setText] = useState(reply.text);
  const save = useMutation({
    mutationFn: () =>
      call('saveCannedReply', {
        params: { cannedReplyId: reply.id },
        body: { title: title.trim(), text: text.trim() },
      }),
    onSuccess: onDone,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // A dialog inside of a form's page: the reply around it is not to be sent.
    event.stopPropagation();
    save.mutate();
  };
  return (
    <form className="stack snug" onSubmit={submit}>
      {save.isError && <ErrorNotice error={save.error} />}
      <TextField
        label={t('conversations:canned.name')}
        maxLength={60}
        value={title}
        onChange={({ target }) => setTitle(target.value)}
      />
      <TextAreaField
        label={t('conversations:canned.text')}
        descriptiveText={t('conversations:canned.variables', {
          names: REPLY_VARIABLES.map((name) => `{{${name}}}`).join(', '),
        })}
        rows={5}
        maxLength={2_000}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <Button
        type="submit"
        variation="primary"
        isLoading={save.isPending}
        isDisabled={title.trim() === '' || text.trim() === ''}
      >
        {t('conversations:saved.save')}
      </Button>
    </form>
  );
}
