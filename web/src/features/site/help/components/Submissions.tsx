import { Button } from '@aws-amplify/ui-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Inbox } from 'lucide-react';
import { Card } from '#components/Card.tsx';
import { EmptyState } from '#components/EmptyState.tsx';
import { NotLoaded } from '#components/NotLoaded.tsx';
import { StatusPill, type Tone } from '#components/StatusPill.tsx';
import type { OwnSubmission } from '#contract/site/contact';
import type { SubmissionStatus } from '#contract/site/feedback';
import { formatDateTime } from '#i18n/format';
import { useTexts } from '#i18n/index';
import { submissionsQuery } from '../queries';
import styles from './help.module.css';

const TONES: Readonly<Record<SubmissionStatus, Tone>> = {
  new: 'neutral',
  read: 'busy',
  answered: 'good',
  closed: 'neutral',
};

/** Messages and feedback of the person, with their status and answers. */
export function Submissions() {
  const { t } = useTexts();
  const submissions = useInfiniteQuery(submissionsQuery);
  const items = submissions.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <Card title={t('help:submissions.title')} lead={t('help:submissions.lead')}>
      <NotLoaded query={submissions} label="loading:help" lines={3} />
      {submissions.data && items.length === 0 && (
        <EmptyState icon={<Inbox size={26} />} title={t('help:submissions.none')} heading="h3">
          {t('help:submissions.noneText')}
        </EmptyState>
      )}
      {items.length > 0 && (
        <ul className="stack large">
          {items.map((submission) => (
            <Submission key={submission.id} submission={submission} />
          ))}
        </ul>
      )}
      {submissions.hasNextPage && (
        <Button isLoading={submissions.isFetchingNextPage} onClick={() => void submissions.fetchNextPage()}>
          {t('common:more')}
        </Button>
      )}
    </Card>
  );
}

function Submission({ submission }: { readonly submission: OwnSubmission }) {
  const { t, language } = useTexts();
  const { subject, type, message, reference, receivedAt, status, answers } = submission;
  return (
    <li className={`stack small ${styles.submission}`}>
      <div className={`row apart loose ${styles.top}`}>
        <h3 className="text-m long">
          {subject ?? (type && t('help:submissions.feedback', { type: t(`feedback:type.${type}`) }))}
        </h3>
        <StatusPill tone={TONES[status]}>{t(`help:submissions.status.${status}`)}</StatusPill>
      </div>
      <p className="faint">
        {t('help:submissions.sent', { at: formatDateTime(receivedAt, language), reference })}
      </p>
      <p className="as-typed">{message}</p>
      {answers.map(({ text, at }) => (
        <div key={at} className={`stack tight ${styles.answer}`}>
          <h4 className="muted">{t('help:submissions.answer', { at: formatDateTime(at, language) })}</h4>
          <p className="as-typed">{text}</p>
        </div>
      ))}
    </li>
  );
}
