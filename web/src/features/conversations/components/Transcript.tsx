import { Button } from '@aws-amplify/ui-react';
import { ThumbsDown, ThumbsUp } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { AnswerText } from '#components/AnswerText.tsx';
import { ErrorNotice } from '#components/ErrorNotice.tsx';
import type { Citation } from '#contract/answers/citation';
import type { Conversation, ReviewedMessage } from '#contract/conversations/inbox';
import type { TimelineEntry } from '#contract/conversations/inbox-work';
import { Linked } from '#features/conversations/components/Linked.tsx';
import { formatDate, formatDateTime, formatTime } from '#i18n/format';
import { useTexts } from '#i18n/index';
import { call } from '#lib/api';
import { useOpen } from '../hooks/useOpen';
import { hasOlder } from '../queries';
import { placesOf } from '../timeline-places';
import { AnswerFacts, MarkedText } from './AnswerFacts';
import { AttachedFile } from './AttachedFile';
import styles from './transcript.module.css';

/** Pixels from its end within which a transcript follows what is added. */
const NEAR = 120;

/** What was said, oldest first. It follows new messages while its end is in view. */
export function Transcript({
  conversation,
  messages,
  timeline,
  older,
}: {
  /** Reads those before the first. */
  readonly older: {
    readonly isPending: boolean;
    readonly isError: boolean;
    readonly error: unknown;
    mutate(): void;
  };
  readonly conversation: Conversation;
  readonly timeline: readonly TimelineEntry[];
  readonly messages: readonly ReviewedMessage[];
}) {
  const { t, language } = useTexts();
  const box = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  const last = `${messages.at(-1)?.id} ${timeline.at(-1)?.id}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: follows the last message
  useLayoutEffect(() => {
    const element = box.current;
    if (element && isAtEnd.current) element.scrollTop = element.scrollHeight;
  }, [last]);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const sizes = new ResizeObserver(() => {
      if (isAtEnd.current) element.scrollTop = element.scrollHeight;
    });
    sizes.observe(element);
    return () => sizes.disconnect();
  }, []);
  const isWhole = !hasOlder(messages);
  const loadOlder = () => {
    if (!isWhole && !older.isPending) older.mutate();
  };
  // What is read stays where it is while older messages come above it.
  const [first] = messages;
  const drawn = useRef({ first: first?.id, height: 0 });
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const before = drawn.current;
    if (before.first !== first?.id && before.height > 0 && !isAtEnd.current)
      element.scrollTop += element.scrollHeight - before.height;
    drawn.current = { first: first?.id, height: element.scrollHeight };
  });
  const places = placesOf(messages, timeline, isWhole);
  const lastOfAgents = messages.findLast(({ author }) => author === 'agent')?.id;
  return (
    <div
      ref={box}
      className={styles.scroll}
      role="log"
      aria-label={t('conversations:messagesOf')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
      tabIndex={0}
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        isAtEnd.current = scrollHeight - scrollTop - clientHeight < NEAR;
        if (scrollTop < NEAR && !older.isError) loadOlder();
      }}
    >
      {!isWhole && (
        <div className={`stack small ${styles.older}`}>
          {older.isError && <ErrorNotice error={older.error} />}
          <Button size="small" isLoading={older.isPending} onClick={loadOlder}>
            {t('conversations:older')}
          </Button>
        </div>
      )}
      {messages.length === 0 && <p className="muted">{t('conversations:noMessages')}</p>}
      {messages.map((message, index) => {
        const day = formatDate(message.createdAt, language);
        const before = messages[index - 1];
        return (
          <div key={message.id} className={styles.turn}>
            {(!before || formatDate(before.createdAt, language) !== day) && (
              <p className={`note ${styles.day}`}>{day}</p>
            )}
            {places.before[index]?.map((entry) => (
              <Done key={entry.id} entry={entry} />
            ))}
            <Bubble message={message} conversation={conversation} />
            {message.id === lastOfAgents && (
              <p className={`note ${styles.seen}`}>{t(fateOf(conversation, message.id))}</p>
            )}
          </div>
        );
      })}
      {places.after.map((entry) => (
        <Done key={entry.id} entry={entry} />
      ))}
    </div>
  );
}

/** What the team or the visitor did at this point, or a note that the visitor never sees. */
function Done({ entry }: { readonly entry: TimelineEntry }) {
  const { t, language } = useTexts();
  const { kind, by, to, text, at, stars } = entry;
  const name = by?.name ?? '';
  const when = (
    <time dateTime={at} title={formatDateTime(at, language)}>
      {formatTime(at, language)}
    </time>
  );
  if (kind !== 'note')
    return (
      <p className={`note ${styles.done}`}>
        {kind === 'rate'
          ? t('conversations:timeline.rate', { count: stars ?? 0 })
          : t(`conversations:timeline.${kind}`, { name, to: to ?? '' })}{' '}
        {when}
        {text !== null && <span className={styles.said}>{text}</span>}
      </p>
    );
  return (
    <article className={styles.noteCard} aria-label={t('conversations:notes.by', { name })}>
      <p className={styles.author}>
        <span className="strong long">{t('conversations:notes.by', { name })}</span>
        {when}
      </p>
      <p className={styles.text} dir="auto">
        <Linked text={text ?? ''} />
      </p>
    </article>
  );
}

/** What became of an agent's message. */
function fateOf(
  { visitorDeliveredThrough, visitorReadThrough, repliesMailedThrough }: Conversation,
  messageId: string,
) {
  const isPast = (through: string | null) => through !== null && through >= messageId;
  if (isPast(visitorReadThrough)) return 'conversations:seen';
  if (isPast(repliesMailedThrough)) return 'conversations:mailed';
  return isPast(visitorDeliveredThrough) ? 'conversations:delivered' : 'conversations:sent';
}

function Bubble({
  message,
  conversation,
}: {
  readonly message: ReviewedMessage;
  readonly conversation: Conversation;
}) {
  const { t, language } = useTexts();
  const { author, authorName, kind, text, attachment, thumb, thumbComment, createdAt, record } = message;
  const { citations, goneDocuments } = message;
  const name =
    author === 'agent'
      ? (authorName ?? t('conversations:authors.agent'))
      : author === 'visitor'
        ? (conversation.visitorName ??
          t('conversations:visitorNumber', { number: conversation.visitorNumber }))
        : t('conversations:authors.bot');
  return (
    <article className={styles.bubble} data-author={author}>
      <p className={styles.author}>
        <span className="strong long">{name}</span>
        <time dateTime={createdAt} title={formatDateTime(createdAt, language)}>
          {formatTime(createdAt, language)}
        </time>
        {kind !== null && kind !== 'generated' && (
          <span className={styles.kind} data-kind={kind}>
            {t(`conversations:kinds.${kind}`)}
          </span>
        )}
      </p>
      {text !== attachment?.name && <Said message={message} />}
      {attachment && <AttachedFile conversationId={conversation.id} attachment={attachment} />}
      {citations.length > 0 && (
        <ul className={styles.sources} aria-label={t('conversations:sources')}>
          {citations.map((citation) => (
            <li key={citation.number}>
              {goneDocuments.includes(citation.documentId) ? (
                <GoneSource citation={citation} />
              ) : (
                <Source botId={conversation.botId} citation={citation} />
              )}
            </li>
          ))}
        </ul>
      )}
      {thumb && (
        <p className={styles.thumb} data-thumb={thumb}>
          {thumb === 'up' ? (
            <ThumbsUp size={14} aria-hidden="true" />
          ) : (
            <ThumbsDown size={14} aria-hidden="true" />
          )}
          {t(`conversations:thumbs.${thumb}`)}
        </p>
      )}
      {thumb && thumbComment && (
        <p className={styles.missed}>{t('conversations:missed', { comment: thumbComment })}</p>
      )}
      {record && <AnswerFacts record={record} />}
    </article>
  );
}

/** As it was typed, or as an answer is formatted; what no passage supports is marked in the text as it was written. */
function Said({ message: { author, text, record } }: { readonly message: ReviewedMessage }) {
  const unsupported = record?.unsupported ?? [];
  if (author === 'bot' && unsupported.length === 0) return <AnswerText text={text} />;
  return (
    <p className={styles.text} dir="auto">
      {unsupported.length > 0 ? <MarkedText text={text} spans={unsupported} /> : <Linked text={text} />}
    </p>
  );
}

/** What was deleted since: there is nothing to open. */
function GoneSource({ citation }: { readonly citation: Citation }) {
  const { t } = useTexts();
  return (
    <span className={styles.source} data-gone="true" title={citation.quote}>
      <del>
        <SourceName citation={citation} />
      </del>{' '}
      {t('conversations:deleted')}
    </span>
  );
}

function SourceName({ citation: { number, title, page } }: { readonly citation: Citation }) {
  const { t } = useTexts();
  return (
    <>
      [{number}] {title}
      {page !== null && `, ${t('conversations:page', { page })}`}
    </>
  );
}

function Source({ botId, citation }: { readonly botId: string; readonly citation: Citation }) {
  const { t } = useTexts();
  const open = useOpen();
  const [isReplaced, setIsReplaced] = useState(false);
  const { documentId, page, quote } = citation;
  const link = async () => {
    const found = await call('getOriginal', { params: { botId, documentId } });
    setIsReplaced(found.isReplaced);
    // What the answer was made from may stand on another page now.
    return { url: found.url, page: found.isReplaced ? null : page };
  };
  return (
    <>
      <button type="button" className={styles.source} title={quote} onClick={() => void open(link)}>
        <SourceName citation={citation} />
      </button>
      <span role="status" className={styles.sourceNote}>
        {isReplaced && t('conversations:replaced')}
      </span>
    </>
  );
}
