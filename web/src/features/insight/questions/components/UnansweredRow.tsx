import { Button } from '@aws-amplify/ui-react';
import { CircleCheck, EyeOff, FileUp, Undo2 } from 'lucide-react';
import { Link } from 'react-router-dom';
import { Clamp } from '#components/Clamp.tsx';
import { Menu } from '#components/Menu.tsx';
import { StatusPill } from '#components/StatusPill.tsx';
import type { Unanswered, UnansweredAction, UnansweredState } from '#contract/insight/unanswered';
import { formatDateTime, formatNumber, formatWhen } from '#i18n/format';
import { useTexts } from '#i18n/index';
import { useUnansweredAction } from '../hooks/useUnanswered';
import styles from './questions.module.css';

/** Questions alike. `listed`: the list that it stands in, which it may have left since. */
export function UnansweredRow({
  botId,
  group,
  listed,
  mayManage,
  onAnswer,
}: {
  readonly botId: string;
  readonly group: Unanswered;
  readonly listed: UnansweredState;
  readonly mayManage: boolean;
  readonly onAnswer: () => void;
}) {
  const { t, language } = useTexts();
  const action = useUnansweredAction(botId, listed, group);
  const { question, count, lastAskedAt, state, reopenedAt } = group;
  const now = new Date();
  const hasLeft = state !== listed;
  const undo = (
    <Button size="small" isLoading={action.isPending} onClick={() => action.mutate('reopen')}>
      <Undo2 size={15} aria-hidden="true" />
      {t(hasLeft ? 'questions:unanswered.undo' : 'questions:unanswered.reopen')}
    </Button>
  );
  if (hasLeft)
    return (
      <li className={styles.left}>
        <p className="long" role="status">
          <strong>{t(`questions:left.${state}`)}</strong> {question}
        </p>
        {mayManage && (state === 'open' ? null : undo)}
      </li>
    );
  return (
    <li className={styles.row}>
      <div className={`stack tight ${styles.words}`}>
        <h3 className="entry-title" lang={group.language}>
          <Clamp text={question} />
        </h3>
        <p className="faint long">
          {t('questions:unanswered.asked', { count, number: formatNumber(count, language) })}
          {' · '}
          <time dateTime={lastAskedAt} title={formatDateTime(lastAskedAt, language)}>
            {t('questions:unanswered.last', { when: formatWhen(lastAskedAt, now, language) })}
          </time>
        </p>
        {reopenedAt !== null && (
          <div className="parted-above-tight">
            <StatusPill tone="warn">{t('questions:unanswered.again')}</StatusPill>
          </div>
        )}
        <Examples group={group} now={now} />
      </div>
      {mayManage && (
        <div className="row small">
          {state === 'open' ? (
            <OpenTools
              botId={botId}
              question={question}
              isBusy={action.isPending}
              onAnswer={onAnswer}
              onAct={action.mutate}
            />
          ) : (
            undo
          )}
        </div>
      )}
    </li>
  );
}

/** The questions themselves, each with the conversation in which it was asked. */
function Examples({
  group: { examples, language: spoken },
  now,
}: {
  readonly group: Unanswered;
  readonly now: Date;
}) {
  const { t, language } = useTexts();
  return (
    <details className={styles.examples}>
      <summary>{t('questions:unanswered.examples')}</summary>
      <ul>
        {examples.map((example) => (
          <li key={example.messageId}>
            <Link to={`/conversations/${example.conversationId}`} lang={spoken}>
              {example.question}
            </Link>{' '}
            <span className="faint long">{formatWhen(example.askedAt, now, language)}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** What can be done about a question that is open. */
function OpenTools({
  botId,
  question,
  isBusy,
  onAnswer,
  onAct,
}: {
  readonly botId: string;
  readonly question: string;
  readonly isBusy: boolean;
  readonly onAnswer: () => void;
  readonly onAct: (action: UnansweredAction) => void;
}) {
  const { t } = useTexts();
  return (
    <>
      <Button
        size="small"
        variation="primary"
        onClick={onAnswer}
        ariaLabel={t('questions:unanswered.answerOf', { question })}
      >
        {t('questions:unanswered.answer')}
      </Button>
      <button
        type="button"
        className="icon-button large"
        disabled={isBusy}
        onClick={() => onAct('dismiss')}
        aria-label={t('questions:unanswered.dismissOf', { question })}
        title={t('questions:unanswered.dismiss')}
      >
        <EyeOff size={18} aria-hidden="true" />
      </button>
      <Menu
        label={t('questions:unanswered.more', { question })}
        items={[
          {
            name: t('questions:unanswered.upload'),
            icon: <FileUp size={17} aria-hidden="true" />,
            run: `/bots/${botId}/knowledge`,
          },
          {
            name: t('questions:unanswered.resolve'),
            icon: <CircleCheck size={17} aria-hidden="true" />,
            run: () => onAct('resolve'),
          },
        ]}
      />
    </>
  );
}
