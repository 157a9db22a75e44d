import { Button } from '@aws-amplify/ui-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { GitCompare, PencilLine, RotateCcw } from 'lucide-react';
import { useId, useState } from 'react';
import { Card } from '#components/Card.tsx';
import { ConfirmDialog } from '#components/ConfirmDialog.tsx';
import { NotLoaded } from '#components/NotLoaded.tsx';
import { StatusPill } from '#components/StatusPill.tsx';
import { isDeployed } from '#contract/bots/bot-status';
import type { Bot } from '#contract/bots/bots';
import { isSame } from '#features/bots/is-same.ts';
import { formatDateTime } from '#i18n/format';
import { useTexts } from '#i18n/index';
import { usePermission } from '#lib/session/session';
import { useVersionActions } from '../hooks/useVersionActions';
import { versionsQuery } from '../queries';
import styles from './settings.module.css';
import { VersionComparison, type VersionProps } from './VersionComparison';

/** Every publication of the bot: when it was, how it differs from the draft, and the way back to it. */
export function Versions({ bot }: { readonly bot: Bot }) {
  const { t } = useTexts();
  const versions = useInfiniteQuery(versionsQuery(bot.id));
  return (
    <Card title={t('bots:versions.title')} lead={t('bots:versions.lead')}>
      <NotLoaded query={versions} label="loading:bot" lines={2} />
      {versions.data?.length === 0 && <p>{t('bots:versions.none')}</p>}
      {versions.data && versions.data.length > 0 && (
        <div className="stack bare divided entries">
          {versions.data.map((version) => (
            <Version key={version.number} bot={bot} version={version} all={versions.data} />
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

function Version({ bot, version, all }: VersionProps) {
  const { t, language } = useTexts();
  const mayManage = usePermission('bots.manage');
  const [comparing, setComparing] = useState(false);
  const [asking, setAsking] = useState<'restore' | 'take' | null>(null);
  const id = useId();
  const { number } = version;
  const isCurrent = number === bot.publishedVersion;
  const published = all.find((one) => one.number === bot.publishedVersion);
  // One that says the same as what visitors see is nothing to go back to.
  const isSeen = isCurrent || (published !== undefined && isSame(published.config, version.config));
  const { restore, isRestoring, take, isInDraft, isUnsaved } = useVersionActions(bot, version, () =>
    setAsking(null),
  );
  return (
    <section className="stack small" aria-labelledby={id}>
      <div className="row apart close">
        <h3 id={id} className="line snug text-l">
          {t('bots:versions.number', { number })}
          {isCurrent && <StatusPill tone="good">{t('bots:versions.current')}</StatusPill>}
        </h3>
        <div className="row">
          <Button
            size="small"
            aria-expanded={comparing}
            aria-describedby={id}
            onClick={() => setComparing(!comparing)}
          >
            <GitCompare size={16} aria-hidden="true" />
            {t('bots:versions.differs')}
          </Button>
          {mayManage && (
            <Button
              size="small"
              aria-describedby={id}
              isDisabled={isInDraft}
              onClick={() => (isUnsaved ? setAsking('take') : take())}
            >
              <PencilLine size={16} aria-hidden="true" />
              <span className={styles.either}>
                <span data-shown={!isInDraft}>{t('bots:versions.take')}</span>
                <span data-shown={isInDraft}>{t('bots:versions.inDraft')}</span>
              </span>
            </Button>
          )}
          {mayManage && !isSeen && isDeployed(bot.status) && (
            <Button size="small" aria-describedby={id} onClick={() => setAsking('restore')}>
              <RotateCcw size={16} aria-hidden="true" />
              {t('bots:versions.restore')}
            </Button>
          )}
        </div>
      </div>
      <p className="faint">
        {t(version.publisherName === null ? 'bots:versions.published' : 'bots:versions.publishedBy', {
          date: formatDateTime(version.publishedAt, language),
          name: version.publisherName ?? '',
        })}
        {version.restoredFrom !== null &&
          ` · ${t('bots:versions.restoredFrom', { number: version.restoredFrom })}`}
      </p>
      {comparing && <VersionComparison bot={bot} version={version} all={all} />}
      {asking === 'take' && (
        <ConfirmDialog
          title={t('bots:versions.takeTitle', { number })}
          confirmLabel={t('bots:versions.take')}
          busy={false}
          onConfirm={take}
          onCancel={() => setAsking(null)}
        >
          {t('bots:versions.takeText')}
        </ConfirmDialog>
      )}
      {asking === 'restore' && (
        <ConfirmDialog
          title={t('bots:versions.restoreTitle', { number })}
          confirmLabel={t('bots:versions.restore')}
          busy={isRestoring}
          onConfirm={restore}
          onCancel={() => setAsking(null)}
        >
          {t('bots:versions.restoreText')}
        </ConfirmDialog>
      )}
    </section>
  );
}
