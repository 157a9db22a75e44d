import { Button } from '@aws-amplify/ui-react';
import { useMutation } from '@tanstack/react-query';
import { GitCompare, RotateCcw } from 'lucide-react';
import { useId, useState } from 'react';
import { isDeployed } from '../../../../../functions/contract/bot-status';
import type { Bot, BotVersion } from '../../../../../functions/contract/bots';
import { Card } from '../../../components/Card';
import { ConfirmDialog } from '../../../components/ConfirmDialog';
import { ErrorNotice } from '../../../components/ErrorNotice';
import { Skeleton } from '../../../components/Loading';
import { StatusPill } from '../../../components/StatusPill';
import { useToast } from '../../../components/toasts';
import { useTexts } from '../../../i18n';
import { formatDateTime } from '../../../i18n/format';
import { errorCode } from '../../../lib/api-error';
import { usePermission } from '../../../lib/session';
import { useSingleFlight } from '../../../lib/use-single-flight';
import { restoreVersion } from '../api/restore-version';
import { useAdoptBot } from '../hooks/useBot';
import { useShownValue } from '../hooks/useShownValue';
import { useVersions } from '../hooks/useVersions';
import { changedFields } from '../merge-edits';
import { configOf } from '../settings';
import styles from './settings.module.css';

/** Every publication of the bot: when it was, how it differs from the draft, and the way back to it. */
export function Versions({ bot }: { readonly bot: Bot }) {
  const { t } = useTexts();
  const versions = useVersions(bot.id);
  return (
    <Card title={t('bots:versions.title')} lead={t('bots:versions.lead')}>
      {versions.isPending && <Skeleton label="loading:bot" lines={2} />}
      {versions.isError && !versions.data && (
        <ErrorNotice error={versions.error} onRetry={() => void versions.refetch()} />
      )}
      {versions.data?.length === 0 && <p>{t('bots:versions.none')}</p>}
      {versions.data && versions.data.length > 0 && (
        <div className={styles.versions}>
          {versions.data.map((version) => (
            <Version key={version.number} bot={bot} version={version} />
          ))}
        </div>
      )}
      {versions.hasNextPage && (
        <Button isLoading={versions.isFetchingNextPage} onClick={() => void versions.fetchNextPage()}>
          {t('common:more')}
        </Button>
      )}
    </Card>
  );
}

function Version({ bot, version }: { readonly bot: Bot; readonly version: BotVersion }) {
  const { t, language } = useTexts();
  const toast = useToast();
  const adopt = useAdoptBot();
  const mayManage = usePermission('bots.manage');
  const [comparing, setComparing] = useState(false);
  const [asking, setAsking] = useState(false);
  const id = useId();
  const { number } = version;
  const isCurrent = number === bot.publishedVersion;
  const restoration = useMutation({
    mutationFn: () => restoreVersion(bot.id, number),
    onSuccess: (changed) => {
      adopt(changed);
      toast({ kind: 'success', about: bot.name, text: t('bots:versions.restored', { number }) });
    },
    onError: (error) => toast({ kind: 'error', about: bot.name, text: t(`errors:${errorCode(error)}`) }),
    onSettled: () => setAsking(false),
  });
  // What fails is said by the mutation itself.
  const restore = useSingleFlight(() => restoration.mutateAsync().catch(() => {}));
  return (
    <section className={styles.version} aria-labelledby={id}>
      <div className={styles.versionHead}>
        <h3 id={id}>
          {t('bots:versions.number', { number })}
          {isCurrent && <StatusPill tone="good">{t('bots:versions.current')}</StatusPill>}
        </h3>
        <div className={styles.actions}>
          <Button
            size="small"
            aria-expanded={comparing}
            aria-describedby={id}
            onClick={() => setComparing(!comparing)}
          >
            <GitCompare size={16} aria-hidden="true" />
            {t('bots:versions.differs')}
          </Button>
          {mayManage && !isCurrent && isDeployed(bot.status) && (
            <Button size="small" aria-describedby={id} onClick={() => setAsking(true)}>
              <RotateCcw size={16} aria-hidden="true" />
              {t('bots:versions.restore')}
            </Button>
          )}
        </div>
      </div>
      <p className={styles.hint}>
        {t('bots:versions.published', { date: formatDateTime(version.publishedAt, language) })}
        {version.restoredFrom !== null &&
          ` · ${t('bots:versions.restoredFrom', { number: version.restoredFrom })}`}
      </p>
      {comparing && <Differences bot={bot} version={version} />}
      {asking && (
        <ConfirmDialog
          title={t('bots:versions.restoreTitle', { number })}
          confirmLabel={t('bots:versions.restore')}
          busy={restoration.isPending}
          onConfirm={() => void restore()}
          onCancel={() => setAsking(false)}
        >
          {t('bots:versions.restoreText')}
        </ConfirmDialog>
      )}
    </section>
  );
}

function Differences({ bot, version }: { readonly bot: Bot; readonly version: BotVersion }) {
  const { t } = useTexts();
  const shown = useShownValue();
  const draft = configOf(bot);
  const fields = changedFields(version.config, draft);
  if (fields.length === 0) return <p>{t('bots:versions.same')}</p>;
  const number = t('bots:versions.number', { number: version.number });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
    <section className={styles.tableBox} aria-label={t('bots:versions.differs')} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('bots:versions.field')}</th>
            <th scope="col">{number}</th>
            <th scope="col">{t('bots:versions.draft')}</th>
          </tr>
        </thead>
        <tbody>
          {fields.map((field) => (
            <tr key={field}>
              <th scope="row">{t(`bots:fields.${field}`)}</th>
              <td>{shown(field, version.config, draft)}</td>
              <td>{shown(field, draft, version.config)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
