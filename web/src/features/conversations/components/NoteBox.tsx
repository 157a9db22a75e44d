import { Button } from '@aws-amplify/ui-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { ErrorNotice } from '#components/ErrorNotice.tsx';
import { Options } from '#components/form/Options.tsx';
import type { ClientMessageId } from '#contract/base/ids';
import type { Agent } from '#contract/conversations/inbox-work';
import { useTexts } from '#i18n/index';
import { call } from '#lib/api';
import { createSubmissionIds } from '#lib/submission';
import { keepDraft, readDraft } from '../drafts';
import { NOTE_FIELD } from '../hooks/useInboxKeys';
import { agentsQuery, conversationKeys } from '../queries';
import shared from './conversations.module.css';
import styles from './reply.module.css';

/** Where an agent writes for the team alone. `@` and a name tells that colleague. */
export function NoteBox({ conversationId }: { readonly conversationId: string }) {
  const { t } = useTexts();
  const queryClient = useQueryClient();
  const agents = useQuery(agentsQuery);
  const [text, setText] = useState(() => readDraft(conversationId, 'note'));
  useEffect(() => keepDraft(conversationId, 'note', text), [conversationId, text]);
  const [chosen, setChosen] = useState<readonly Agent['userId'][]>([]);
  const [idOf] = useState(() => createSubmissionIds());
  const words = text.trim();
  const note = useMutation({
    mutationFn: () =>
      call('addNote', {
        params: { conversationId },
        body: {
          id: idOf({ words }) as ClientMessageId,
          text: words,
          mentions: mentionedIn(words, agents.data ?? [], chosen),
        },
      }),
    onSuccess: () => {
      idOf({});
      setText('');
      setChosen([]);
      void queryClient.invalidateQueries({ queryKey: conversationKeys.timeline(conversationId) });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (words !== '' && !note.isPending) note.mutate();
  };
  return (
    <form className="stack small" onSubmit={submit}>
      {note.isError && <ErrorNotice error={note.error} />}
      <div className={styles.replyRow}>
        <textarea
          className={`field ${styles.field}`}
          rows={1}
          {...{ [NOTE_FIELD]: '' }}
          maxLength={4_000}
          aria-label={t('conversations:notes.label')}
          placeholder={t('conversations:notes.placeholder')}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <Button type="submit" isLoading={note.isPending} isDisabled={words === ''}>
          {t('conversations:notes.add')}
        </Button>
      </div>
      {(agents.data?.length ?? 0) > 1 && (
        <select
          className={`field ${shared.small}`}
          aria-label={t('conversations:notes.mention')}
          value=""
          onChange={({ target }) => {
            const agent = agents.data?.find(({ userId }) => userId === target.value);
            if (!agent) return;
            setChosen([...chosen, agent.userId]);
            setText(`${text}${/\s$|^$/.test(text) ? '' : ' '}@${agent.name} `);
          }}
        >
          <option value="">{t('conversations:notes.mention')}</option>
          <Options of={agents.data} value={({ userId }) => userId}>
            {({ name }) => name}
          </Options>
        </select>
      )}
    </form>
  );
}

/**
 * Agents whose names stand behind an `@`, of each the longest that is meant by it. Of several of one name those who were
 * chosen are told, and all where nobody was.
 */
function mentionedIn(
  text: string,
  agents: readonly Agent[],
  chosen: readonly Agent['userId'][] = [],
): Agent['userId'][] {
  const byLength = agents.toSorted((one, other) => other.name.length - one.name.length);
  const names = new Set(
    text
      .split('@')
      .slice(1)
      .flatMap((behind) => byLength.find(({ name }) => isFirst(behind, name))?.name ?? []),
  );
  return [...names].flatMap((name) => {
    const named = agents.filter((agent) => agent.name === name).map(({ userId }) => userId);
    const meant = named.filter((userId) => chosen.includes(userId));
    return meant.length > 0 ? meant : named;
  });
}

function isFirst(text: string, name: string): boolean {
  return text.startsWith(name) && !/^[\p{L}\p{N}]/u.test(text.slice(name.length));
}
