import { SelectField } from '@aws-amplify/ui-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { MessageSquareText } from 'lucide-react';
import { useState } from 'react';
import { Card } from '#components/Card.tsx';
import { Options } from '#components/form/Options.tsx';
import { Segmented } from '#components/Segmented.tsx';
import { SubmissionKind, SubmissionStatus } from '#contract/site/feedback';
import { useTexts } from '#i18n/index';
import { submissionsQuery } from '../queries';
import styles from './admin.module.css';
import { Listing } from './Listing';
import { SubmissionRow } from './SubmissionRow';

/** Feedback and messages of the contact form: to be read and answered. */
export function MessagesPage() {
  const { t } = useTexts();
  const [kind, setKind] = useState<SubmissionKind>('feedback');
  const [status, setStatus] = useState<SubmissionStatus | 'all'>('all');
  const submissions = useInfiniteQuery(submissionsQuery(kind, status));
  return (
    <Card title={t('admin:pages.messages')} lead={t('admin:messages.lead')}>
      <div className={styles.filters}>
        <Segmented
          label={t('admin:messages.kind')}
          value={kind}
          options={SubmissionKind.options.map((value) => ({
            value,
            label: t(`admin:messages.kinds.${value}`),
          }))}
          onChange={setKind}
        />
        <SelectField
          label={t('admin:status')}
          value={status}
          onChange={({ target }) => setStatus(SubmissionStatus.safeParse(target.value).data ?? 'all')}
        >
          <option value="all">{t('admin:all')}</option>
          <Options of={SubmissionStatus.options}>
            {(option) => t(`admin:messages.statuses.${option}`)}
          </Options>
        </SelectField>
      </div>
      <Listing
        query={submissions}
        wordsOf={({ reference, message, email, contact }) => [
          reference,
          message,
          email,
          contact?.name,
          contact?.subject,
        ]}
        empty={{
          icon: <MessageSquareText size={28} />,
          title: t('admin:messages.none'),
          text: t('admin:messages.noneText'),
        }}
      >
        {(submission) => <SubmissionRow key={submission.id} submission={submission} />}
      </Listing>
    </Card>
  );
}
