import { SelectField } from '@aws-amplify/ui-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ScrollText } from 'lucide-react';
import { useState } from 'react';
import { Card } from '#components/Card.tsx';
import { Options } from '#components/form/Options.tsx';
import { AdminAction } from '#contract/operator/admin';
import { useTexts } from '#i18n/index';
import { logQuery } from '../queries';
import styles from './admin.module.css';
import { Listing } from './Listing';
import { LogEntry } from './LogEntry';

/** What administrators did, the newest first. */
export function ActivityPage() {
  const { t } = useTexts();
  const [action, setAction] = useState<AdminAction | 'all'>('all');
  const entries = useInfiniteQuery(logQuery(action));
  return (
    <Card title={t('admin:pages.activity')} lead={t('admin:activity.lead')}>
      <div className={styles.filters}>
        <SelectField
          label={t('admin:activity.filter')}
          value={action}
          onChange={({ target }) => setAction(AdminAction.safeParse(target.value).data ?? 'all')}
        >
          <option value="all">{t('admin:all')}</option>
          <Options of={AdminAction.options}>{(option) => t(`admin:actions.${option}`)}</Options>
        </SelectField>
      </div>
      <Listing
        query={entries}
        wordsOf={({ action, actor, subject, note }) => [
          t(`admin:actions.${action}`),
          actor.name,
          subject?.name,
          note,
        ]}
        empty={{
          icon: <ScrollText size={28} />,
          title: t('admin:activity.none'),
          text: t('admin:activity.noneText'),
        }}
      >
        {(entry) => <LogEntry key={entry.id} entry={entry} />}
      </Listing>
    </Card>
  );
}
