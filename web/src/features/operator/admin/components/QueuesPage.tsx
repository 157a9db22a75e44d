import { Button } from '@aws-amplify/ui-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Card } from '#components/Card.tsx';
import { ConfirmDialog } from '#components/ConfirmDialog.tsx';
import { Stack } from '#components/layout.tsx';
import { NotLoaded } from '#components/NotLoaded.tsx';
import { StatusPill } from '#components/StatusPill.tsx';
import { useToast } from '#components/toasts.tsx';
import type { DeadLetter, DeadLetterQueue } from '#contract/operator/admin';
import { formatDateTime, formatNumber } from '#i18n/format';
import { useTexts } from '#i18n/index';
import { deadLettersQuery, queuesQuery, useRedrive } from '../queries';
import styles from './admin.module.css';
import { hasWords, SearchWithin } from './SearchWithin';

/** Queues of messages that failed for good: looked at, and sent back. */
export function QueuesPage() {
  const { t } = useTexts();
  const queues = useQuery(queuesQuery);
  const [search, setSearch] = useState('');
  const shown = queues.data?.items.filter(({ name }) => hasWords(search, [name])) ?? [];
  return (
    <Card
      title={t('admin:pages.queues')}
      lead={t('admin:queues.lead')}
      action={
        <Button
          onClick={() => void queues.refetch()}
          isLoading={queues.isRefetching}
          loadingText={t('admin:reload')}
        >
          {t('admin:reload')}
        </Button>
      }
    >
      <NotLoaded query={queues} label="loading:default" lines={6} />
      {queues.data && (
        <Stack>
          <SearchWithin value={search} onChange={setSearch} />
          {shown.length === 0 && <p role="status">{t('admin:search.none')}</p>}
          <ul className="ruled-above">
            {shown.map((queue) => (
              <QueueRow key={queue.name} queue={queue} />
            ))}
          </ul>
        </Stack>
      )}
    </Card>
  );
}

function QueueRow({ queue }: { readonly queue: DeadLetterQueue }) {
  const { t, language } = useTexts();
  const toast = useToast();
  const redrive = useRedrive();
  const [isOpen, setOpen] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const { name, messages, waiting } = queue;
  const send = (ids?: string[]) =>
    redrive.mutate(
      { name, ...(ids && { ids }) },
      {
        onSuccess: ({ sent }) =>
          toast({ kind: 'success', about: name, text: t('admin:queues.sent', { count: sent }) }),
        onSettled: () => setAsking(false),
      },
    );
  return (
    <li className={styles.item}>
      <div className="stack tight grows long">
        <p>
          <strong>{name}</strong>
        </p>
        <p className="muted">{t('admin:queues.waiting', { number: formatNumber(waiting, language) })}</p>
      </div>
      <div className={`row ${styles.state}`}>
        <StatusPill tone={messages > 0 ? 'bad' : 'good'}>
          {t('admin:queues.failed', { number: formatNumber(messages, language) })}
        </StatusPill>
        {messages > 0 && (
          <Button
            size="small"
            aria-expanded={isOpen}
            ariaLabel={t('admin:queues.showOf', { name })}
            onClick={() => setOpen(!isOpen)}
          >
            {t('admin:queues.show')}
          </Button>
        )}
        {messages > 0 && (
          <Button
            size="small"
            ariaLabel={t('admin:queues.redriveOf', { name })}
            onClick={() => setAsking(true)}
          >
            {t('admin:queues.redrive')}
          </Button>
        )}
      </div>
      {isOpen && <Letters name={name} onSend={(id) => send([id])} busy={redrive.isPending} />}
      {isAsking && (
        <ConfirmDialog
          title={t('admin:queues.redriveTitle')}
          about={name}
          confirmLabel={t('admin:queues.redrive')}
          isHarmless
          busy={redrive.isPending}
          onConfirm={() => send()}
          onCancel={() => setAsking(false)}
        >
          {t('admin:queues.redriveText')}
        </ConfirmDialog>
      )}
    </li>
  );
}

function Letters({
  name,
  busy,
  onSend,
}: {
  readonly name: string;
  readonly busy: boolean;
  readonly onSend: (id: string) => void;
}) {
  const { t, language } = useTexts();
  const letters = useQuery(deadLettersQuery(name));
  if (!letters.data) return <NotLoaded query={letters} label="loading:default" lines={2} />;
  if (letters.data.items.length === 0) return <p className="muted">{t('admin:queues.held')}</p>;
  return (
    <ul className={`stack ${styles.letters}`}>
      {letters.data.items.map(({ id, sentAt, group, body }: DeadLetter) => (
        <li key={id}>
          <p className="muted">
            {formatDateTime(sentAt, language)}
            {group && <> · {group}</>}
          </p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard */}
          <section className={styles.stack} aria-label={t('admin:queues.message')} tabIndex={0}>
            <pre>{body}</pre>
          </section>
          <Button size="small" isDisabled={busy} onClick={() => onSend(id)}>
            {t('admin:queues.redriveOne')}
          </Button>
        </li>
      ))}
    </ul>
  );
}
