import { Clock, Star } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import type { ConversationStatus } from '#contract/conversations/conversation-status';
import type { ConversationSummary } from '#contract/conversations/inbox';
import { formatDateTime, formatNumber, formatWhen } from '#i18n/format';
import { useTexts } from '#i18n/index';
import { useNow } from '#lib/use-now';
import { hasDraft } from '../drafts';
import { lengthOf } from '../duration';
import { nameOf, pageOf } from '../who';
import styles from './list.module.css';
import { StatusOf } from './StatusOf';

/** Milliseconds after which it is said anew how long somebody waits. */
const TICK = 30_000;

/** `botName` names the bot of each where the page is not that bot's. */
export function ConversationList({
  conversations,
  botName,
  open,
  unmatched,
  focused,
  search,
  known,
  marked,
  onMark,
}: {
  readonly conversations: readonly ConversationSummary[];
  /** The one beside the list, the one that keys have gone to, and those that are chosen. */
  readonly open: string;
  /** The open one, where the filter does not find it any more. */
  readonly unmatched: string | null;
  readonly focused: string;
  readonly marked: ReadonlySet<string>;
  readonly onMark: (id: string, isMarked: boolean) => void;
  /** Of the list's address, which an opened conversation keeps. */
  readonly search: string;
  /** The status that all of them have, where the list is of one. */
  readonly known: ConversationStatus | undefined;
  readonly botName?: (botId: string) => string;
}) {
  const { t } = useTexts();
  const now = useNow(TICK);
  return (
    <div className={styles.rows}>
      <ul className="framed divided" aria-label={t('conversations:title')}>
        {conversations.map((conversation) => (
          <Row
            key={conversation.id}
            conversation={conversation}
            botName={botName?.(conversation.botId)}
            now={now}
            isOpen={conversation.id === open}
            isUnmatched={conversation.id === unmatched}
            isFocused={conversation.id === focused}
            isMarked={marked.has(conversation.id)}
            onMark={(isMarked) => onMark(conversation.id, isMarked)}
            search={search}
            known={known}
          />
        ))}
      </ul>
    </div>
  );
}

function Row({
  conversation,
  botName,
  now,
  isOpen,
  isUnmatched,
  isFocused,
  isMarked,
  onMark,
  search,
  known,
}: {
  readonly conversation: ConversationSummary;
  readonly botName: string | undefined;
  readonly now: Date;
  readonly isOpen: boolean;
  readonly isUnmatched: boolean;
  readonly isFocused: boolean;
  readonly isMarked: boolean;
  readonly onMark: (isMarked: boolean) => void;
  readonly search: string;
  readonly known: ConversationStatus | undefined;
}) {
  const { t } = useTexts();
  const { id, visitorName, visitorNumber, unread, currentPage } = conversation;
  const name = nameOf(conversation, t);
  const page = pageOf(conversation);
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isOpen || isFocused) row.current?.scrollIntoView?.({ block: 'nearest' });
  }, [isOpen, isFocused]);
  return (
    <li
      ref={row}
      className={styles.row}
      data-unread={unread > 0}
      data-open={isOpen}
      data-focused={isFocused}
      aria-current={isOpen ? 'true' : undefined}
    >
      <label className={styles.mark}>
        <input type="checkbox" checked={isMarked} onChange={({ target }) => onMark(target.checked)} />
        <span className="amplify-visually-hidden">{t('conversations:bulk.choose', { name })}</span>
      </label>
      <div className={styles.line}>
        <h2 className={styles.who}>
          <Link
            to={{ pathname: `/conversations/${id}`, search }}
            className={`plain-link covers unringed ${styles.rowLink}`}
            title={currentPage === null ? name : `${name}, ${currentPage}`}
          >
            {/* Whose name is not known is told by the page, and apart from others there by the number. */}
            {visitorName === null && page !== null ? (
              <>
                <span className="cut">{page}</span>{' '}
                <span className={styles.number}>{`#${visitorNumber}`}</span>
              </>
            ) : (
              <span className="cut">{name}</span>
            )}
          </Link>
        </h2>
        {botName !== undefined && <p className={`cut ${styles.bot}`}>{botName}</p>}
        <When conversation={conversation} now={now} />
      </div>
      <div className={styles.line}>
        <Words conversation={conversation} isUnmatched={isUnmatched} isOpen={isOpen} />
        <Standing conversation={conversation} known={known} />
      </div>
    </li>
  );
}

/** What the visitor said last: a bot's last words are the same for many. */
function Words({
  conversation: { id, lastQuestion, lastMessage },
  isUnmatched,
  isOpen,
}: {
  readonly conversation: ConversationSummary;
  readonly isUnmatched: boolean;
  readonly isOpen: boolean;
}) {
  const { t } = useTexts();
  if (isUnmatched) return <p className={`cut ${styles.unmatched}`}>{t('conversations:unmatched')}</p>;
  const other = lastMessage && lastMessage.author !== 'visitor' ? lastMessage : null;
  return (
    <p className={`cut ${styles.words}`}>
      {hasDraft(id) && !isOpen && <span className={styles.draft}>{t('conversations:draft.mark')} </span>}
      {lastQuestion ??
        (other ? `${t(`conversations:by.${other.author as 'bot'}`)} ${other.text}` : lastMessage?.text) ??
        t('conversations:noMessages')}
    </p>
  );
}

function Standing({
  conversation,
  known,
}: {
  readonly conversation: ConversationSummary;
  readonly known: ConversationStatus | undefined;
}) {
  const { t, language } = useTexts();
  const { unread, stars } = conversation;
  return (
    <span className={styles.standing}>
      {stars !== null && (
        <span className={styles.stars}>
          <Star size={13} fill="currentcolor" aria-hidden="true" />
          <span aria-hidden="true">{stars}</span>
          <span className="amplify-visually-hidden">{t('conversations:stars', { count: stars })}</span>
        </span>
      )}
      <StatusOf conversation={conversation} known={known} />
      {unread > 0 && (
        <span className="badge">
          <span aria-hidden="true">{formatNumber(unread, language)}</span>
          <span className="amplify-visually-hidden">
            {t('conversations:unread', { count: unread, number: formatNumber(unread, language) })}
          </span>
        </span>
      )}
    </span>
  );
}

/** How long the visitor waits; of one that does not, when something was said last. */
function When({ conversation, now }: { readonly conversation: ConversationSummary; readonly now: Date }) {
  const { t, language } = useTexts();
  const { waitingSince, lastMessageAt, startedAt } = conversation;
  const at = waitingSince ?? lastMessageAt ?? startedAt;
  return (
    <time
      className={`note ${styles.when}`}
      data-waits={waitingSince !== null}
      dateTime={at}
      title={formatDateTime(at, language)}
    >
      {waitingSince === null ? (
        formatWhen(at, now, language)
      ) : (
        <>
          <Clock size={13} aria-hidden="true" />
          <span className="amplify-visually-hidden">{t('conversations:waits')} </span>
          {lengthOf(now.getTime() - Date.parse(waitingSince), language)}
        </>
      )}
    </time>
  );
}
