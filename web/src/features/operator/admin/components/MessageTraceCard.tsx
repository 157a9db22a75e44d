import { Button, TextField } from '@aws-amplify/ui-react';
import { useQuery } from '@tanstack/react-query';
import { type SyntheticEvent, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Card } from '#components/Card.tsx';
import { ErrorNotice } from '#components/ErrorNotice.tsx';
import { type Fact, Facts } from '#components/Facts.tsx';
import { Skeleton } from '#components/Loading.tsx';
import { Muted, Stack } from '#components/layout.tsx';
import type { MessageTrace } from '#contract/operator/message-trace';
import { formatSeconds } from '#i18n/answer-format';
import { formatDateTime } from '#i18n/format';
import { useTexts } from '#i18n/index';
import { traceQuery } from '../queries';
import styles from './admin.module.css';

/** Why a message was not answered: asked by its id or its conversation's, which stands in the address. */
export function MessageTraceCard({ accountId }: { readonly accountId: string }) {
  const { t } = useTexts();
  const [address, setAddress] = useSearchParams();
  const asked = address.get('trace') ?? '';
  const [id, setId] = useState(asked);
  const { data, error, isFetching, refetch } = useQuery({
    ...traceQuery(accountId, asked),
    enabled: asked !== '',
  });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (id.trim() === asked) void refetch();
    else setAddress({ trace: id.trim() }, { preventScrollReset: true });
  };
  return (
    <Card title={t('admin:trace.title')} lead={t('admin:trace.lead')}>
      <Stack>
        <form className={`row bottom ${styles.asked}`} onSubmit={submit}>
          <TextField
            label={t('admin:trace.id')}
            value={id}
            maxLength={100}
            required
            onChange={({ target }) => setId(target.value)}
          />
          <Button type="submit" isLoading={isFetching} loadingText={t('admin:trace.ask')}>
            {t('admin:trace.ask')}
          </Button>
        </form>
        {isFetching && !data && <Skeleton label="loading:default" lines={3} />}
        {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
        {data && (
          <>
            <Muted>
              {t('admin:trace.conversation', {
                status: t(`conversations:status.${data.status}`),
                request: data.requestId ?? '–',
              })}
            </Muted>
            {data.items.length === 0 && <p>{t('admin:trace.none')}</p>}
            <ul className="ruled-above">
              {data.items.map((item) => (
                <Trace key={item.messageId} trace={item} />
              ))}
            </ul>
          </>
        )}
      </Stack>
    </Card>
  );
}

function Trace({
  trace: { messageId, steps, outcome, failure, overdue, answer },
}: {
  readonly trace: MessageTrace;
}) {
  const { t, language } = useTexts();
  const record = answer?.record;
  const begun = Date.parse(steps[0]?.at ?? '');
  const facts: readonly Fact[] = [
    ...steps.map(
      ({ step, at }, place): Fact => [
        t(`admin:trace.steps.${step}`),
        place === 0 ? formatDateTime(at, language) : `+ ${formatSeconds(Date.parse(at) - begun, language)}`,
      ],
    ),
    [t('admin:trace.overdue'), overdue > 0 ? String(overdue) : null],
    [t('conversations:answer.model'), record ? (record.model ?? t('conversations:answer.noModel')) : null],
    [
      t('conversations:answer.failure'),
      record?.modelFailure ? t(`conversations:answer.failures.${record.modelFailure}`) : null,
    ],
    [t('admin:trace.told'), failure && t(`errors:${failure}`)],
  ];
  return (
    <li className={styles.item}>
      <div className="stack tight grows long">
        <strong>{t(`admin:trace.outcomes.${outcome}`)}</strong>
        <span className="muted">{messageId}</span>
        <Facts facts={facts} />
      </div>
    </li>
  );
}
