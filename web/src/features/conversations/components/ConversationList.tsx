import { Star, UserRound } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { Avatar } from '#components/Avatar.tsx';
import { Clamp } from '#components/Clamp.tsx';
import type { ConversationSummary } from '#contract/conversations/inbox';
import { formatDateTime, formatNumber, formatWhen } from '#i18n/format';
import { useTexts } from '#i18n/index';
import { hasDraft } from '../drafts';
import { durationOf } from '../duration';
import shared from './conversations.module.css';
import styles from './list.module.css';
import { StatusOf } from './StatusOf';

/** Where the window is wide enough, each has a column of its own. */
const COLUMNS = ['participant', 'bot', 'messages', 'duration', 'satisfaction', 'last'] as const;

/** `botName` names the bot of each where the page is not that bot's. */
export function ConversationList({
  conversations,
  botName,
  open,
  unmatched,
  focused,
  search,
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
  readonly botName?: (botId: string) => string;
}) {
  const { t } = useTexts();
  return (
    <div className={styles.rows}>
      {/* Each row says in words what its figures are; beside a conversation there is no room for columns. */}
      {open === '' && (
        <div className={styles.columns} aria-hidden="true">
          {COLUMNS.map((column) => (
            <span key={column} data-fact={column}>
              {t(`conversations:columns.${column}`)}
            </span>
          ))}
        </div>
      )}
      <ul className={styles.list} aria-label={t('conversations:title')}>
        {conversations.map((conversation) => (
          <Row
            key={conversation.id}
            conversation={conversation}
            botName={botName?.(conversation.botId)}
            isOpen={conversation.id === open}
            isUnmatched={conversation.id === unmatched}
            isFocused={conversation.id === focused}
            isMarked={marked.has(conversation.id)}
            onMark={(isMarked) => onMark(conversation.id, isMarked)}
            search={search}
          />
        ))}
      </ul>
    </div>
  );
}

/** An address without what all of them have. */
function shortAddress(address: string): string {
  return address.replace(/^https?:\/\/(?:www\.)?/, '').replace(/\/$/, '');
}

function Row({
  conversation,
  botName,
  isOpen,
  isUnmatched,
  isFocused,
  isMarked,
  onMark,
  search,
}: {
  readonly conversation: ConversationSummary;
  readonly botName: string | undefined;
  readonly isOpen: boolean;
  readonly isUnmatched: boolean;
  readonly isFocused: boolean;
  readonly isMarked: boolean;
  readonly onMark: (isMarked: boolean) => void;
  readonly search: string;
}) {
  const { t, language } = useTexts();
  const { id, visitorName, lastMessage, unread, assignee, stars, messageCount, currentPage } = conversation;
  const page = currentPage && shortAddress(currentPage);
  const at = conversation.lastMessageAt ?? conversation.startedAt;
  const name = visitorName ?? t('conversations:visitorNumber', { number: conversation.visitorNumber });
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isOpen || isFocused) row.current?.scrollIntoView?.({ block: 'nearest' });
  }, [isOpen, isFocused]);
  const facts = {
    bot: botName,
    assignee: assignee?.name,
    messages: t('conversations:messages', {
      count: messageCount,
      number: formatNumber(messageCount, language),
    }),
    duration: durationOf(conversation, language),
  };
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
        <span className={shared.hidden}>{t('conversations:bulk.choose', { name })}</span>
      </label>
      {visitorName === null ? (
        <span className={styles.nobody} aria-hidden="true">
          <UserRound size={20} />
        </span>
      ) : (
        <Avatar name={visitorName} />
      )}
      <div className={styles.rowWords}>
        <h2 className={styles.rowName}>
          <Link to={{ pathname: `/conversations/${id}`, search }} className={styles.rowLink}>
            <Clamp text={name} />
          </Link>
        </h2>
        <p className={styles.excerpt}>
          {lastMessage ? (
            <>
              {lastMessage.author !== 'visitor' && (
                <span className={styles.by}>{t(`conversations:by.${lastMessage.author}`)} </span>
              )}
              {lastMessage.text}
            </>
          ) : (
            t('conversations:noMessages')
          )}
        </p>
        {page !== null && (
          <p className={styles.rowPage} title={currentPage ?? ''}>
            <span className={shared.hidden}>{t('conversations:facts.currentPage')} </span>
            {page}
          </p>
        )}
        <p className={styles.facts}>
          {Object.entries(facts).map(
            ([fact, text]) =>
              text !== undefined && (
                <span key={fact} data-fact={fact}>
                  {text}
                </span>
              ),
          )}
        </p>
        {isUnmatched && <p className={styles.unmatched}>{t('conversations:unmatched')}</p>}
      </div>
      <div className={styles.rowSide}>
        <time className={styles.when} dateTime={at} title={formatDateTime(at, language)}>
          {formatWhen(at, new Date(), language)}
        </time>
        <span className={styles.marks}>
          {stars !== null && (
            <span className={styles.stars}>
              <Star size={14} fill="currentcolor" aria-hidden="true" />
              <span aria-hidden="true">{stars}</span>
              <span className={shared.hidden}>{t('conversations:stars', { count: stars })}</span>
            </span>
          )}
          <span className={styles.state}>
            {unread > 0 && (
              <span className={styles.unread}>
                <span aria-hidden="true">{formatNumber(unread, language)}</span>
                <span className={shared.hidden}>
                  {t('conversations:unread', { count: unread, number: formatNumber(unread, language) })}
                </span>
              </span>
            )}
            {hasDraft(id) && !isOpen && <span className={styles.by}>{t('conversations:draft.mark')}</span>}
            <StatusOf conversation={conversation} />
          </span>
        </span>
      </div>
    </li>
  );
}
