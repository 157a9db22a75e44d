import type { ReactNode } from 'react';
import { Card } from '#components/Card.tsx';
import { MailProblemText } from '#components/MailProblem.tsx';
import type { CollectedValue, Conversation } from '#contract/conversations/inbox';
import { formatCalendarDate, formatDateTime } from '#i18n/format';
import { useTexts } from '#i18n/index';
import { AttachedFile } from './AttachedFile';
import styles from './conversations.module.css';

/** Who the visitor is, what they have told the bot, and what their page knows. */
export function ConversationFacts({
  conversation,
  botName,
}: {
  readonly conversation: Conversation;
  readonly botName: string | undefined;
}) {
  const { t, language } = useTexts();
  const { visitor, collected, variables, escalation, assignee, stars, ratingComment } = conversation;
  const { page, currentPage } = conversation;
  const known: readonly (readonly [string, ReactNode])[] = [
    [t('conversations:facts.name'), visitor.name],
    [
      t('conversations:facts.email'),
      visitor.email !== null && (
        <>
          <a href={`mailto:${encodeURIComponent(visitor.email)}`}>{visitor.email}</a>
          <MailProblemText problem={visitor.mailProblem} />
        </>
      ),
    ],
    [t('conversations:facts.userId'), visitor.userId],
    [t('conversations:filters.bot'), botName],
    [t('conversations:filters.range'), formatDateTime(conversation.startedAt, language)],
    [t('conversations:facts.language'), t(`common:languages.${conversation.language}`)],
    [t('conversations:facts.page'), page],
    [t('conversations:facts.currentPage'), currentPage !== page && currentPage],
    [t('conversations:facts.assignee'), assignee?.name],
    [
      t('conversations:facts.escalation'),
      escalation &&
        `${t(`conversations:triggers.${escalation.trigger}`)}, ${formatDateTime(escalation.at, language)}`,
    ],
    [t('conversations:facts.stars'), stars !== null && t('conversations:stars', { count: stars })],
    [t('conversations:facts.comment'), ratingComment],
  ];
  const pairs = (entries: readonly (readonly [string, ReactNode])[]) => (
    <dl className={`stack snug ${styles.pairs}`}>
      {entries.map(([name, value]) => (
        <div key={name}>
          <dt className="note">{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
  return (
    <aside className={`stack large ${styles.aside}`} aria-label={t('conversations:facts.label')}>
      <Card title={t('conversations:facts.visitor')}>
        {pairs(
          known.filter(
            ([, value]) => value !== null && value !== undefined && value !== false && value !== '',
          ),
        )}
      </Card>
      {collected.length > 0 && (
        <Card title={t('conversations:facts.collected')}>
          {pairs(
            collected.map((given) => [
              given.label,
              <Given key={given.key} conversationId={conversation.id} given={given} />,
            ]),
          )}
        </Card>
      )}
      {Object.keys(variables).length > 0 && (
        <Card title={t('conversations:facts.variables')}>{pairs(Object.entries(variables))}</Card>
      )}
    </aside>
  );
}

/** What they have told the flow; a file opens. */
function Given({
  conversationId,
  given: { type, value, attachmentId },
}: {
  readonly conversationId: string;
  readonly given: CollectedValue;
}) {
  const { language } = useTexts();
  if (typeof value !== 'string') return value.join(', ');
  if (attachmentId)
    return <AttachedFile conversationId={conversationId} attachment={{ id: attachmentId, name: value }} />;
  return type === 'date' ? formatCalendarDate(value, language) : value;
}
