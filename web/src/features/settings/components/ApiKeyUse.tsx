import { useQuery } from '@tanstack/react-query';
import { CodeText } from '#components/CodeText.tsx';
import { CopyButton } from '#components/CopyButton.tsx';
import type { ApiKeyScope } from '#contract/api-keys';
import { useTexts } from '#i18n/index';
import { botsToTryQuery } from '../queries';
import styles from './api-keys.module.css';

/** A key in use: a line for each of its scopes that works as pasted, with a bot of the account where there is one. */
export function ApiKeyUse({
  scopes,
  /** The key itself, as long as it can be read; else the lines take it from the environment. */
  apiKey,
}: {
  readonly scopes: readonly ApiKeyScope[];
  readonly apiKey?: string;
}) {
  const { t } = useTexts();
  const bots = useQuery(botsToTryQuery);
  const botId = bots.data?.items[0]?.id;
  const lines = LINES.filter(({ scope, needsBot }) => scopes.includes(scope) && (!needsBot || botId));
  if (bots.isPending) return null;
  return (
    <div className={styles.uses}>
      {apiKey === undefined && (
        <CodeText label={t('settings:keys.variable')} text="export PARLEY_KEY='pk_…'" />
      )}
      {lines.map(({ scope, path, body }) => {
        const text = curl(path(botId ?? ''), body, apiKey ?? '$PARLEY_KEY');
        return (
          <div key={scope} className={styles.use}>
            <span>{t(`settings:keys.examples.${scope}`)}</span>
            <CodeText label={t(`settings:keys.examples.${scope}`)} text={text} />
            <CopyButton text={text} label={t('settings:keys.copyLine')} quiet />
          </div>
        );
      })}
      {lines.length < scopes.length && <p className={styles.hint}>{t('settings:keys.needsBot')}</p>}
    </div>
  );
}

interface Line {
  readonly scope: ApiKeyScope;
  readonly needsBot: boolean;
  readonly path: (botId: string) => string;
  readonly body?: Readonly<Record<string, unknown>>;
}

const LINES: readonly Line[] = [
  { scope: 'read', needsBot: false, path: () => '/api/bots' },
  {
    scope: 'ask',
    needsBot: true,
    path: (botId) => `/api/bots/${botId}/retrieval-tests`,
    body: { question: 'What are your opening hours?' },
  },
  {
    scope: 'write',
    needsBot: true,
    path: (botId) => `/api/bots/${botId}/documents`,
    body: { fileName: 'prices.txt', size: 120 },
  },
];

function curl(path: string, body: Line['body'], key: string): string {
  return [
    `curl ${location.origin}${path}`,
    // In double quotes a shell puts the variable in; a key has no character that means anything to one.
    `-H "Authorization: Bearer ${key}"`,
    ...(body ? [`-H "Content-Type: application/json"`, `-d '${JSON.stringify(body)}'`] : []),
  ].join(' \\\n  ');
}
