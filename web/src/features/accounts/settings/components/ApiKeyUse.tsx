import { useQuery } from '@tanstack/react-query';
import { CodeText } from '#components/CodeText.tsx';
import { CopyButton } from '#components/CopyButton.tsx';
import type { ApiKeyScope } from '#contract/accounts/api-keys';
import { useTexts } from '#i18n/index';
import { commandsFor } from '../api-commands';
import { botsToTryQuery } from '../queries';
import styles from './api-keys.module.css';

/** A key in use: commands for each of its scopes that work as pasted, with a bot of the account where there is one. */
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
  const botId = bots.data?.items[0]?.id ?? null;
  const commands = commandsFor(scopes, { origin: location.origin, key: apiKey ?? '$PARLEY_KEY', botId });
  if (bots.isPending) return null;
  return (
    <div className="stack">
      {apiKey === undefined && (
        <CodeText label={t('settings:keys.variable')} text="export PARLEY_KEY='pk_…'" />
      )}
      {commands.map(({ name, text }) => (
        <div key={name} className={`stack small starts ${styles.use}`}>
          <span>{t(`settings:keys.examples.${name}`)}</span>
          <CodeText label={t(`settings:keys.examples.${name}`)} text={text} />
          <CopyButton text={text} label={t('settings:keys.copyLine')} quiet />
        </div>
      ))}
      {botId === null && scopes.some((scope) => scope !== 'read') && (
        <p className={`muted ${styles.hint}`}>{t('settings:keys.needsBot')}</p>
      )}
    </div>
  );
}
