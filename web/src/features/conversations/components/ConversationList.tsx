import { Star, UserRound } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { ConversationSummary } from '../../../../../functions/contract/inbox';
import { Avatar } from '../../../components/Avatar';
import { Clamp } from '../../../components/Clamp';
import { useTexts } from '../../../i18n';
import { formatDateTime, formatNumber, formatWhen } from '../../../i18n/format';
import styles from './conversations.module.css';
import { StatusOf } from './StatusOf';

/** `botName` names the bot of each where the page is not that bot's. */
export function ConversationList({
  conversations,
  botName,
}: {
  readonly conversations: readonly ConversationSummary[];
  readonly botName?: (botId: string) => string;
}) {
  const { t } = useTexts();
  return (
    <ul className={styles.list} aria-label={t('conversations:title')}>
      {conversations.map((conversation) => (
        <Row key={conversation.id} conversation={conversation} botName={botName?.(conversation.botId)} />
      ))}
    </ul>
  );
}

function Row({
  conversation,
  botName,
}: {
  readonly conversation: ConversationSummary;
  readonly botName: string | undefined;
}) {
  const { t, language } = useTexts();
  const { id, visitorName, lastMessage, status, unread, assignee, stars, messageCount } = conversation;
  const at = conversation.lastMessageAt ?? conversation.startedAt;
  const name = visitorName ?? t('conversations:visitor');
  const facts = [
    botName,
    assignee?.name,
    t('conversations:messages', { count: messageCount, number: formatNumber(messageCount, language) }),
  ].filter((fact) => fact !== undefined);
  return (
    <li className={styles.row} data-unread={unread > 0}>
      {visitorName === null ? (
        <span className={styles.nobody} aria-hidden="true">
          <UserRound size={20} />
        </span>
      ) : (
        <Avatar name={visitorName} />
      )}
      <div className={styles.rowWords}>
        <h2 className={styles.rowName}>
          <Link to={`/conversations/${id}`} className={styles.rowLink}>
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
        <p className={styles.facts}>{facts.join(' · ')}</p>
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
              <span className={styles.hidden}>{t('conversations:stars', { count: stars })}</span>
            </span>
          )}
          {unread > 0 && (
            <span className={styles.unread}>
              <span aria-hidden="true">{formatNumber(unread, language)}</span>
              <span className={styles.hidden}>
                {t('conversations:unread', { count: unread, number: formatNumber(unread, language) })}
              </span>
            </span>
          )}
          <StatusOf status={status} />
        </span>
      </div>
    </li>
  );
}
