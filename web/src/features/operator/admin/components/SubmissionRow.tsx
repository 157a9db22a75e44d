import { Button } from '@aws-amplify/ui-react';
import { useState } from 'react';
import { StatusPill } from '#components/StatusPill.tsx';
import { useToast } from '#components/toasts.tsx';
import { type ActOnSubmission, MOST_ANSWERS, type Submission } from '#contract/operator/admin';
import { formatDateTime } from '#i18n/format';
import { useTexts } from '#i18n/index';
import { useActOnSubmission } from '../queries';
import { AnswerDialog } from './AnswerDialog';
import styles from './admin.module.css';

const TONES = { new: 'busy', read: 'neutral', answered: 'good', closed: 'neutral' } as const;

/** What somebody wrote, and what can be done with it. */
export function SubmissionRow({ submission }: { readonly submission: Submission }) {
  const { t, language } = useTexts();
  const toast = useToast();
  const act = useActOnSubmission();
  const [isAnswering, setAnswering] = useState(false);
  const { id, kind, reference, status, receivedAt, message, email, isUser, answers } = submission;
  const run = (body: ActOnSubmission) =>
    act.mutate(
      { id, kind, act: body },
      {
        onSuccess: () => {
          setAnswering(false);
          if (body.action === 'answer')
            toast({ kind: 'success', about: reference, text: t('admin:messages.answered') });
        },
      },
    );
  const mayAnswer = (email !== null || isUser) && status !== 'closed' && answers.length < MOST_ANSWERS;
  return (
    <li className={styles.item}>
      <div className="stack tight grows long">
        <Head submission={submission} />
        <p className={styles.said}>{message}</p>
        <p className="muted">
          {reference} · {formatDateTime(receivedAt, language)} ·{' '}
          {email ?? t(isUser ? 'admin:messages.inApp' : 'admin:messages.noAddress')}
        </p>
        {answers.map(({ text, at }) => (
          <blockquote key={at} className={styles.answer}>
            <p className="muted">{t('admin:messages.answeredAt', { when: formatDateTime(at, language) })}</p>
            <p className={styles.said}>{text}</p>
          </blockquote>
        ))}
        <div className="row small parted-above-small">
          {mayAnswer && (
            <Button size="small" variation="primary" onClick={() => setAnswering(true)}>
              {t(answers.length === 0 ? 'admin:messages.answer' : 'admin:messages.answerAgain')}
            </Button>
          )}
          {status === 'new' && (
            <Button size="small" isDisabled={act.isPending} onClick={() => run({ action: 'read' })}>
              {t('admin:messages.read')}
            </Button>
          )}
          <Button
            size="small"
            isDisabled={act.isPending}
            onClick={() => run({ action: status === 'closed' ? 'reopen' : 'close' })}
          >
            {t(status === 'closed' ? 'admin:messages.reopen' : 'admin:messages.close')}
          </Button>
        </div>
      </div>
      <div className={`row ${styles.state}`}>
        <StatusPill tone={TONES[status]}>{t(`admin:messages.statuses.${status}`)}</StatusPill>
      </div>
      {isAnswering && (
        <AnswerDialog
          submission={submission}
          busy={act.isPending}
          onAnswer={run}
          onClose={() => setAnswering(false)}
        />
      )}
    </li>
  );
}

function Head({ submission: { feedback, contact } }: { readonly submission: Submission }) {
  const { t } = useTexts();
  if (feedback)
    return (
      <p>
        <strong>{t(`admin:messages.types.${feedback.type}`)}</strong> ·{' '}
        {t('admin:messages.rating', { rating: feedback.rating })} · {feedback.page}
      </p>
    );
  if (!contact) return null;
  const facts = `${t(`admin:messages.categories.${contact.category}`)} · ${t(`admin:messages.priorities.${contact.priority}`)}`;
  return (
    <p>
      <strong>{contact.subject}</strong> · {contact.name} · {facts}
    </p>
  );
}
