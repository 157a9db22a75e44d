import { useState } from 'react';
import { NotLoaded } from '#components/NotLoaded.tsx';
import { Segmented } from '#components/Segmented.tsx';
import type { Conversation } from '#contract/conversations/inbox';
import type { TimelineEntry } from '#contract/conversations/inbox-work';
import { useTexts } from '#i18n/index';
import type { useConversation } from '../hooks/useConversation';
import { WRITE_NOTE } from '../hooks/useInboxKeys';
import { usePresence } from '../hooks/usePresence';
import { useVisitorTyping } from '../hooks/useVisitorTyping';
import styles from './conversations.module.css';
import { NoteBox } from './NoteBox';
import { ReplyBox } from './ReplyBox';
import { Transcript } from './Transcript';

/** What was said in a conversation, who is in it now, and where a reply or a note is written. */
export function ConversationTalk({
  conversation,
  transcript,
  older,
  timeline,
  name,
  botName,
  mayAnswer,
}: Pick<ReturnType<typeof useConversation>, 'transcript' | 'older'> & {
  readonly conversation: Conversation;
  readonly timeline: readonly TimelineEntry[];
  readonly name: string;
  readonly botName: string;
  readonly mayAnswer: boolean;
}) {
  const { t } = useTexts();
  const [typing, setTyping] = useState(false);
  const [writes, setWrites] = useState<'reply' | 'note'>('reply');
  const others = usePresence(conversation.id, typing, mayAnswer);
  const visitorTypes = useVisitorTyping(conversation.id, transcript.data?.at(-1)?.id);
  return (
    <section className={styles.talk} aria-label={t('conversations:transcript')}>
      <NotLoaded query={transcript} label="loading:conversations" lines={5} shape="talk" />
      {transcript.data && (
        <Transcript
          conversation={conversation}
          messages={transcript.data}
          timeline={timeline}
          older={older}
        />
      )}
      {conversation.endedBecause && (
        <p className={`muted ${styles.note}`}>
          {t(`conversations:endedBecause.${conversation.endedBecause}`)}
        </p>
      )}
      {(others.length > 0 || visitorTypes) && (
        <p className={styles.presence} role="status">
          {visitorTypes && `${t('conversations:presence.visitor', { name })} `}
          {others
            .map((other) =>
              t(other.typing ? 'conversations:presence.typing' : 'conversations:presence.here', {
                name: other.name,
              }),
            )
            .join(' ')}
        </p>
      )}
      {mayAnswer ? (
        <div className={`stack small ${styles.reply}`}>
          <div className={styles.kinds} {...{ [WRITE_NOTE]: '' }}>
            <Segmented
              label={t('conversations:notes.choose')}
              labelHidden
              value={writes}
              options={[
                { value: 'reply', label: t('conversations:notes.reply') },
                { value: 'note', label: t('conversations:notes.note') },
              ]}
              onChange={setWrites}
            />
          </div>
          {/* Both stay: what was begun in one is there when the other is done. */}
          <div hidden={writes !== 'reply'}>
            <ReplyBox
              conversation={conversation}
              botName={botName}
              lastMessage={transcript.data?.at(-1)?.id}
              onTyping={setTyping}
            />
          </div>
          <div hidden={writes !== 'note'}>
            <NoteBox conversationId={conversation.id} />
          </div>
        </div>
      ) : (
        <p className={`muted ${styles.note}`}>{t('conversations:readOnly')}</p>
      )}
    </section>
  );
}
