import { Alert, Button, TextField } from '@aws-amplify/ui-react';
import { useQuery } from '@tanstack/react-query';
import { Activity } from 'lucide-react';
import { useState } from 'react';
import { Card } from '#components/Card.tsx';
import { EmptyState } from '#components/EmptyState.tsx';
import { NotLoaded } from '#components/NotLoaded.tsx';
import type { LoggedEvent } from '#contract/operator/developer';
import { formatDateTime } from '#i18n/format';
import { useTexts } from '#i18n/index';
import { eventsQuery } from '../queries';
import styles from './developer.module.css';

/** The last domain events of the stage, as they come. */
export function EventsPage() {
  const { t, language } = useTexts();
  const [isPaused, setPaused] = useState(false);
  const [filter, setFilter] = useState('');
  const events = useQuery(eventsQuery(isPaused));
  const wanted = filter.trim().toLowerCase();
  const shown = (events.data?.items ?? []).filter((event) => wordsOf(event).includes(wanted));
  return (
    <Card
      title={t('developer:pages.events')}
      lead={t('developer:events.lead')}
      action={
        <Button onClick={() => setPaused(!isPaused)}>
          {t(isPaused ? 'developer:events.resume' : 'developer:events.pause')}
        </Button>
      }
    >
      <div className="stack">
        <NotLoaded query={events} label="loading:default" lines={6} />
        {events.data && !events.data.isOn && <Alert variation="info">{t('developer:events.off')}</Alert>}
        {events.data && (
          <TextField
            label={t('developer:events.filter')}
            value={filter}
            maxLength={100}
            onChange={({ target }) => setFilter(target.value)}
          />
        )}
        {events.data && shown.length === 0 && (
          <EmptyState icon={<Activity size={28} />} title={t('developer:events.none')} heading="h3">
            {t('developer:events.noneText')}
          </EmptyState>
        )}
        {shown.length > 0 && (
          <ul className={`ruled-above ${styles.list}`}>
            {shown.map(({ id, type, at, accountId, ids }) => (
              <li key={id}>
                <p>
                  <strong>{type}</strong> <span className="muted">{formatDateTime(at, language)}</span>
                </p>
                <p className={styles.ids}>
                  {Object.entries({ ...(accountId !== null && { accountId }), ...ids })
                    .map(([name, value]) => `${name} ${value}`)
                    .join(' · ')}
                </p>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Card>
  );
}

function wordsOf({ type, accountId, ids }: LoggedEvent): string {
  return [type, accountId ?? '', ...Object.values(ids)].join(' ').toLowerCase();
}
