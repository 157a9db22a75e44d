import { Button, SelectField } from '@aws-amplify/ui-react';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { GitCompare, PencilLine, RotateCcw } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { Card } from '#components/Card.tsx';
import { ConfirmDialog } from '#components/ConfirmDialog.tsx';
import { ErrorNotice } from '#components/ErrorNotice.tsx';
import { Options } from '#components/form/Options.tsx';
import { Skeleton } from '#components/Loading.tsx';
import { StatusPill } from '#components/StatusPill.tsx';
import { useToast } from '#components/toasts.tsx';
import type { BotConfig } from '#contract/bots/bot-config';
import { isDeployed } from '#contract/bots/bot-status';
import type { Bot, BotVersion } from '#contract/bots/bots';
import { isSame } from '#features/bots/is-same.ts';
import { changedFields } from '#features/bots/merge.ts';
import { formatDateTime } from '#i18n/format';
import { useTexts } from '#i18n/index';
import { call } from '#lib/api';
import { usePermission } from '#lib/session/session';
import { useErrorToast } from '#lib/use-error-toast';
import { useSingleFlight } from '#lib/use-single-flight';
import { useAdoptBot } from '../hooks/useBot';
import { useShownValue } from '../hooks/useShownValue';
import { versionsQuery } from '../queries';
import { configOf, SAVE_BUTTON } from '../settings';
import styles from './settings.module.css';

/** Every publication of the bot: when it was, how it differs from the draft, and the way back to it. */
export function Versions({ bot }: { readonly bot: Bot }) {
  const { t } = useTexts();
  const versions = useInfiniteQuery(versionsQuery(bot.id));
  return (
    <Card title={t('bots:versions.title')} lead={t('bots:versions.lead')}>
      {versions.isPending && <Skeleton label="loading:bot" lines={2} />}
      {versions.isError && !versions.data && (
        <ErrorNotice error={versions.error} onRetry={() => void versions.refetch()} />
      )}
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

function Version({
  bot,
  version,
  all,
}: {
  readonly bot: Bot;
  readonly version: BotVersion;
  readonly all: readonly BotVersion[];
}) {
  const { t, language } = useTexts();
  const toast = useToast();
  const tellError = useErrorToast(bot.name);
  const adopt = useAdoptBot();
  const mayManage = usePermission('bots.manage');
  const [comparing, setComparing] = useState(false);
  const [asking, setAsking] = useState<'restore' | 'take' | null>(null);
  const id = useId();
  const { number } = version;
  const isCurrent = number === bot.publishedVersion;
  const published = all.find((one) => one.number === bot.publishedVersion);
  // One that says the same as what visitors see is nothing to go back to.
  const isSeen = isCurrent || (published !== undefined && isSame(published.config, version.config));
  const restoration = useMutation({
    mutationFn: () => call('restoreBotVersion', { params: { botId: bot.id, number: String(number) } }),
    onSuccess: (changed) => {
      adopt(changed);
      toast({ kind: 'success', about: bot.name, text: t('bots:versions.restored', { number }) });
    },
    onError: tellError,
    onSettled: () => setAsking(null),
  });
  // What fails is said by the mutation itself.
  const restore = useSingleFlight(() => restoration.mutateAsync().catch(() => {}));
  // What is typed is the draft to be, whether or not it is saved.
  const form = useFormContext<BotConfig>();
  const typed = configOf(useWatch({ control: form.control }) as BotConfig);
  const isInDraft = isSame(typed, version.config);
  // The button has done its part: what is left to do is saving, whose button comes with the change.
  const wasTaken = useRef(false);
  useEffect(() => {
    const save = wasTaken.current ? document.getElementById(SAVE_BUTTON) : null;
    if (!save) return;
    wasTaken.current = false;
    save.focus({ preventScroll: true });
  });
  const take = () => {
    wasTaken.current = true;
    for (const field of changedFields(typed, version.config))
      form.setValue(field, version.config[field], { shouldDirty: true, shouldValidate: true });
    setAsking(null);
    toast({ kind: 'success', text: t('bots:versions.taken', { number }) });
  };
  return (
    <section className="stack small" aria-labelledby={id}>
      <div className={styles.versionHead}>
        <h3 id={id}>
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
              onClick={() => (isSame(typed, configOf(bot)) ? take() : setAsking('take'))}
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
      {comparing && <Comparison bot={bot} version={version} all={all} />}
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
          busy={restoration.isPending}
          onConfirm={() => void restore()}
          onCancel={() => setAsking(null)}
        >
          {t('bots:versions.restoreText')}
        </ConfirmDialog>
      )}
    </section>
  );
}

/** What stands for the draft among the numbers of versions. */
const DRAFT = 'draft';

/** The version beside the draft, or beside any other that is listed: the older of both stands first. */
function Comparison({
  bot,
  version,
  all,
}: {
  readonly bot: Bot;
  readonly version: BotVersion;
  readonly all: readonly BotVersion[];
}) {
  const { t } = useTexts();
  const [wanted, setWanted] = useState(DRAFT);
  const other = all.find(({ number }) => String(number) === wanted);
  const nameOf = ({ number }: BotVersion) => t('bots:versions.number', { number });
  const own = { name: nameOf(version), config: version.config };
  const against = other
    ? { name: nameOf(other), config: other.config }
    : { name: t('bots:versions.draft'), config: configOf(bot) };
  const isOlder = other !== undefined && other.number < version.number;
  return (
    <>
      {all.length > 1 && (
        <SelectField
          size="small"
          className={styles.against ?? ''}
          label={t('bots:versions.against')}
          value={other ? wanted : DRAFT}
          onChange={({ target }) => setWanted(target.value)}
        >
          <option value={DRAFT}>{t('bots:versions.draft')}</option>
          <Options of={all.filter(({ number }) => number !== version.number)} value={(one) => one.number}>
            {nameOf}
          </Options>
        </SelectField>
      )}
      <Differences before={isOlder ? against : own} after={isOlder ? own : against} />
    </>
  );
}

interface Compared {
  readonly name: string;
  readonly config: BotConfig;
}

function Differences({ before, after }: { readonly before: Compared; readonly after: Compared }) {
  const { t } = useTexts();
  const shown = useShownValue();
  const fields = changedFields(before.config, after.config);
  if (fields.length === 0) return <p>{t('bots:versions.nothing')}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
    <section className="scroll" aria-label={t('bots:versions.differs')} tabIndex={0}>
      <table className={`fine ${styles.table}`}>
        <thead>
          <tr>
            <th scope="col">{t('bots:versions.field')}</th>
            <th scope="col">{before.name}</th>
            <th scope="col">{after.name}</th>
          </tr>
        </thead>
        <tbody>
          {fields.map((field) => (
            <tr key={field}>
              <th scope="row">{t(`bots:fields.${field}`)}</th>
              <td>{shown(field, before.config, after.config)}</td>
              <td>{shown(field, after.config, before.config)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
