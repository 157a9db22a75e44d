import { Button } from '@aws-amplify/ui-react';
import { MessageSquareQuote, SendHorizontal, Sparkles } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { ErrorNotice } from '#components/ErrorNotice.tsx';
import type { MessageId } from '#contract/base/ids';
import { MAX_MESSAGE_LENGTH } from '#contract/conversations/bounds';
import { isOpen } from '#contract/conversations/conversation-status';
import type { Conversation } from '#contract/conversations/inbox';
import type { ReplyDraft } from '#contract/conversations/inbox-work';
import { useTexts } from '#i18n/index';
import { endsWord } from '#lib/composing';
import { useAuth } from '#lib/session/session';
import { useBottomBar } from '#lib/use-bottom-bar';
import { REPLY_FIELD } from '../hooks/useInboxKeys';
import { useReply } from '../hooks/useReply';
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
  const { profile } = useAuth();
  const hint = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const box = useRef<HTMLFormElement>(null);
  const { status, visitor } = conversation;
  const [isChoosing, setIsChoosing] = useState(false);
  const { text, words, write, add, send, reply, drafting } = useReply({
    conversation,
    lastMessage,
    onTyping,
    field,
  });
  useBottomBar(box, isOpen(status));
  if (!isOpen(status)) {
    const isUnreachable = conversation.endedBecause === 'bot_deleted';
    return (
      <p className={`muted ${shared.note}`}>
        {t(isUnreachable ? 'conversations:unreachable' : 'conversations:closed')}
      </p>
    );
  }

  return (
    <>
      <form ref={box} className="stack small" onSubmit={send}>
        {reply.isError && <ErrorNotice error={reply.error} />}
        {drafting.isError && <ErrorNotice error={drafting.error} />}
        <label className="amplify-visually-hidden" htmlFor={`${hint}-field`}>
          {t('conversations:reply.label')}
        </label>
        <div className={styles.replyRow}>
          <textarea
            ref={field}
            id={`${hint}-field`}
            className={`field ${styles.field}`}
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
          <Button size="small" variation="link" isLoading={drafting.isPending} onClick={drafting.ask}>
            <Sparkles size={16} aria-hidden="true" />
            {t('conversations:draft.ask')}
          </Button>
          <p id={hint} className="note" data-keys={status !== 'active'}>
            {t(status === 'active' ? 'conversations:reply.takesOver' : 'conversations:reply.hint')}
          </p>
        </div>
        {drafting.draft && <DraftNote draft={drafting.draft} onUndo={drafting.undo} />}
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
            add(chosen);
            setIsChoosing(false);
          }}
        />
      )}
    </>
  );
}

/** What a draft was made from; or that nothing was found, and the way back to what was typed before. */
function DraftNote({ draft, onUndo }: { readonly draft: ReplyDraft; readonly onUndo: (() => void) | null }) {
  const { t } = useTexts();
  return (
    <p className="note" role="status">
      {draft.isSupported
        ? t('conversations:draft.from', {
            sources: [...new Set(draft.citations.map(({ title }) => title))].join(', '),
          })
        : t('conversations:draft.nothing')}
      {onUndo && (
        <Button size="small" variation="link" onClick={onUndo}>
          {t('conversations:bulk.undo')}
        </Button>
      )}
    </p>
  );
}
