import { Button, SelectField, TextField } from '@aws-amplify/ui-react';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Card } from '#components/Card.tsx';
import { ErrorNotice } from '#components/ErrorNotice.tsx';
import { Options } from '#components/form/Options.tsx';
import { Skeleton } from '#components/Loading.tsx';
import type { BotIndex } from '#contract/operator/developer';
import { formatBytes, formatNumber } from '#i18n/format';
import { useTexts } from '#i18n/index';
import { useAuth } from '#lib/session/session';
import { indexQuery, ownBotsQuery } from '../queries';
import styles from './developer.module.css';

/** What answers for a bot: its documents and segments, and how large they are. */
export function IndexesPage() {
  const { t } = useTexts();
  const { account } = useAuth();
  const bots = useQuery(ownBotsQuery);
  const [accountId, setAccountId] = useState<string>(account.id);
  const [botId, setBotId] = useState('');
  const [asked, setAsked] = useState({ accountId: '', botId: '' });
  const index = useQuery({ ...indexQuery(asked.accountId, asked.botId), enabled: asked.botId !== '' });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAsked({ accountId: accountId.trim(), botId: botId.trim() });
  };
  return (
    <Card title={t('developer:pages.indexes')} lead={t('developer:indexes.lead')}>
      <form className="stack" onSubmit={submit}>
        {bots.data && bots.data.length > 0 && (
          <SelectField
            label={t('developer:indexes.own')}
            value={accountId === account.id ? botId : ''}
            onChange={({ target }) => {
              setAccountId(account.id);
              setBotId(target.value);
              setAsked({ accountId: account.id, botId: target.value });
            }}
          >
            <option value="">–</option>
            <Options of={bots.data} value={({ id }) => id}>
              {({ name }) => name}
            </Options>
          </SelectField>
        )}
        <TextField
          label={t('developer:indexes.account')}
          value={accountId}
          maxLength={64}
          onChange={({ target }) => setAccountId(target.value)}
        />
        <TextField
          label={t('developer:indexes.bot')}
          value={botId}
          maxLength={64}
          onChange={({ target }) => setBotId(target.value)}
        />
        <div>
          <Button
            type="submit"
            variation="primary"
            isDisabled={accountId.trim() === '' || botId.trim() === ''}
          >
            {t('developer:indexes.show')}
          </Button>
        </div>
      </form>
      {index.isFetching && !index.data && <Skeleton label="loading:default" lines={3} />}
      {index.isError && !index.data && (
        <ErrorNotice error={index.error} onRetry={() => void index.refetch()} />
      )}
      {index.data && <IndexFacts index={index.data} />}
    </Card>
  );
}

function IndexFacts({ index }: { readonly index: BotIndex }) {
  const { t, language } = useTexts();
  const { version, documents, passages, vectorIndex, segments, items } = index;
  if (version === 0 && items.length === 0) return <p className="muted">{t('developer:indexes.empty')}</p>;
  const number = (value: number) => formatNumber(value, language);
  const facts = [
    [t('developer:indexes.version'), number(version)],
    [t('developer:indexes.documents'), number(documents)],
    [t('developer:indexes.passages'), number(passages)],
    [t('developer:indexes.vectors'), vectorIndex ?? t('developer:indexes.none')],
  ] as const;
  return (
    <div className="stack">
      <dl className={`stack ${styles.facts}`}>
        {facts.map(([term, value]) => (
          <div key={term}>
            <dt className="muted">{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <h3>{t('developer:indexes.segments')}</h3>
      <ul className={`ruled-above ${styles.list}`}>
        {segments.map(({ id, objectKey, passages: own, bytes, removedDocuments }) => (
          <li key={id}>
            <p>
              {t('developer:indexes.segment', { passages: number(own), bytes: formatBytes(bytes, language) })}
              {removedDocuments > 0 && (
                <> · {t('developer:indexes.removed', { number: number(removedDocuments) })}</>
              )}
            </p>
            <p className={styles.ids}>{objectKey}</p>
          </li>
        ))}
      </ul>
      <h3>{t('developer:indexes.documents')}</h3>
      <ul className={`ruled-above ${styles.list}`}>
        {items.map(({ id, title, status, format, bytes, passages: own }) => (
          <li key={id}>
            <p>
              <strong>{title}</strong> · {status} · {format}
            </p>
            <p className="muted">
              {t('developer:indexes.segment', { passages: number(own), bytes: formatBytes(bytes, language) })}
            </p>
          </li>
        ))}
      </ul>
    </div>
  );
}
