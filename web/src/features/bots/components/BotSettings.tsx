import { Alert, Button } from '@aws-amplify/ui-react';
import { zodResolver } from '@hookform/resolvers/zod';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { Link, useSearchParams } from 'react-router-dom';
import { Skeleton } from '#components/Loading.tsx';
import { useClearToasts, useToast } from '#components/toasts.tsx';
import { UnsavedGuard } from '#components/UnsavedGuard.tsx';
import { type BotConfig, EditedConfig } from '#contract/bots/bot-config';
import { isDeployed } from '#contract/bots/bot-status';
import type { Bot } from '#contract/bots/bots';
import { DiscardButton } from '#features/bots/components/DiscardButton.tsx';
import { SaveBar } from '#features/bots/components/SaveBar.tsx';
import { UndecidedHint } from '#features/bots/components/UndecidedHint.tsx';
import { changedFields } from '#features/bots/merge.ts';
import { type DraftSaved, useOfferToSave } from '#features/bots/unsaved-draft.ts';
import { loadTexts, useTexts } from '#i18n/index';
import { call } from '#lib/api';
import { refusedFields, showFieldErrors } from '#lib/form-errors';
import { usePermission } from '#lib/session/session';
import { useMedia } from '#lib/use-media';
import { useSingleFlight } from '#lib/use-single-flight';
import { useAdoptBot, useCurrentBot } from '../hooks/useBot';
import { type Conflict, mergeConfigs, takeTheirs } from '../merge-configs';
import { type SaveOutcome, saveEdits } from '../save-edits';
import {
  configOf,
  SAVE_BUTTON,
  type SettingField,
  TABS,
  type Tab,
  tabOf,
  tabOfField,
  usableConfig,
} from '../settings';
import { SETTINGS_PAGES } from '../settings-pages';
import { useConflicts } from '../use-conflicts';
import styles from './settings.module.css';

const FORM = 'settings';

type Stored = Extract<SaveOutcome, { readonly saved: Bot }>;

/** What differs in a flow is told in the words in which it is built. */
const WORDS_OF_FLOWS = ['templates'] as const;

const ConflictNotice = lazy(async () => {
  const [part] = await Promise.all([import('./ConflictNotice'), loadTexts(WORDS_OF_FLOWS)]);
  return { default: part.ConflictNotice };
});
const Integrations = lazy(async () => ({ default: (await import('./Integrations')).Integrations }));
const Deployment = lazy(async () => {
  const [part] = await Promise.all([import('./Deployment'), loadTexts(WORDS_OF_FLOWS)]);
  return { default: part.Deployment };
});
const BotPreview = lazy(async () => ({ default: (await import('./BotPreview')).BotPreview }));
/**
 * Tabs whose settings are seen in the chat: it can be called up there where it has no room beside them. The others have it
 * only where it takes none from tables and code.
 */
const WITH_PREVIEW: readonly Tab[] = ['general', 'appearance', 'messaging', 'ai'];

/** All settings are one form in six tabs: changes in several of them are saved together. */
export function BotSettings() {
  const { t } = useTexts();
  const toast = useToast();
  const clearToasts = useClearToasts();
  const adopt = useAdoptBot();
  const bot = useCurrentBot();
  const mayManage = usePermission('bots.manage');
  const [address, setAddress] = useSearchParams();
  const tab = tabOf(address);
  /** The bot that the shown values are based on: a refetch in the background doesn't change the ground. */
  const [base, setBase] = useState(bot);
  const [failure, setFailure] = useState<unknown>(null);
  const form = useForm<BotConfig>({ resolver: zodResolver(EditedConfig), defaultValues: configOf(bot) });
  const { handleSubmit, formState, reset, setError, setValue, getValues, watch, setFocus } = form;
  const values = watch();
  const changed = changedFields(configOf(base), values);
  const isDirty = changed.length > 0;
  const { theirs, setTheirs, ...conflicts } = useConflicts<BotConfig, Conflict>(isDirty);

  // Where nothing is edited, what others saved is simply shown.
  useEffect(() => {
    if (bot.version === base.version || isDirty || formState.isSubmitting) return;
    setBase(bot);
    reset(configOf(bot));
  }, [bot, base, isDirty, formState.isSubmitting, reset]);

  const problems = Object.keys(formState.errors);
  /** A field of another tab is focused once that tab is there. */
  const focusNext = useRef<SettingField | null>(null);
  useEffect(() => {
    const field = focusNext.current;
    if (field === null || tabOfField(field) !== tab) return;
    focusNext.current = null;
    setFocus(field);
  });
  const goTo = (fields: readonly string[]) => {
    const [field] = fields;
    const home = field === undefined ? undefined : tabOfField(field);
    // The tab that is open first: what is wrong there is before one's eyes.
    if (field === undefined || home === undefined || fields.some((other) => tabOfField(other) === tab))
      return;
    focusNext.current = field as SettingField;
    setAddress({ tab: home });
  };

  /** Shows what is stored with the changes that were made to `from` meanwhile: a save may take long, and typing goes on. */
  const rebase = (from: BotConfig, stored: Bot) => {
    const config = configOf(stored);
    const { merged, conflicts } = mergeConfigs(from, getValues(), config);
    adopt(stored);
    setBase(stored);
    reset(config);
    for (const field of changedFields(config, merged)) setValue(field, merged[field], { shouldDirty: true });
    return { stored: config, conflicts };
  };

  const store = async (mine: BotConfig): Promise<Stored | null> => {
    setFailure(null);
    const sent = structuredClone(getValues());
    try {
      const outcome = await saveEdits({ base, mine, changed }, (change) =>
        call('updateBot', { params: { botId: bot.id }, body: change }),
      );
      if ('current' in outcome) {
        setTheirs(rebase(configOf(base), outcome.current));
        return null;
      }
      rebase(sent, outcome.saved);
      setTheirs(null);
      return outcome;
    } catch (error) {
      if (showFieldErrors(error, Object.keys(values) as SettingField[], setError)) goTo(refusedFields(error));
      else setFailure(error);
      return null;
    }
  };
  const save = async (): Promise<Stored | null> => {
    // What waits for a decision is not saved by a way around the button either.
    if (conflicts.count > 0) {
      conflicts.show();
      return null;
    }
    let outcome: Stored | null = null;
    await handleSubmit(
      async (mine) => {
        outcome = await store(mine);
      },
      (errors) => {
        setFailure(null);
        goTo(Object.keys(errors));
      },
    )();
    return outcome;
  };
  const submit = useSingleFlight(async () => {
    clearToasts();
    const outcome = await save();
    if (!outcome) return;
    const isLive = isDeployed(outcome.saved.status);
    toast({
      kind: 'success',
      text: [
        t(isLive ? 'bots:settings.savedLive' : 'bots:settings.saved'),
        ...(outcome.merged ? [t('bots:settings.savedMerged')] : []),
      ].join(' '),
    });
  });
  useOfferToSave('settings', isDirty, conflicts.count > 0, async (): Promise<DraftSaved> => {
    const outcome = await save();
    if (!outcome) return 'refused';
    return outcome.merged ? 'merged' : 'saved';
  });
  const [previewPlace, setPreviewPlace] = useState<HTMLElement | null>(null);
  const Page = SETTINGS_PAGES[tab];
  const isWide = useMedia('(min-width: 1600px)');
  const hasPreview = isWide || WITH_PREVIEW.includes(tab);
  return (
    <FormProvider {...form}>
      <UnsavedGuard unsaved={isDirty && !formState.isSubmitting} />
      <nav className={`pills ${styles.tabs}`} aria-label={t('bots:settings.tabs')}>
        {TABS.map((name) => {
          const hasProblem = problems.some((field) => tabOfField(field) === name);
          return (
            <Link
              key={name}
              to={`?tab=${name}`}
              className="pill"
              aria-current={name === tab ? 'page' : undefined}
              data-problem={hasProblem}
              preventScrollReset
            >
              {t(`bots:settings.${name}`)}
              {hasProblem && (
                <span className="amplify-visually-hidden"> {t('bots:settings.withProblems')}</span>
              )}
            </Link>
          );
        })}
      </nav>
      <div className={styles.split} data-preview={hasPreview}>
        <div className={styles.parts}>
          {tab === 'integrations' && (
            <Suspense fallback={<Skeleton label="loading:bot" lines={4} />}>
              <Integrations />
            </Suspense>
          )}
          <form
            id={FORM}
            className={styles.parts}
            onSubmit={(event) => {
              event.preventDefault();
              void submit();
            }}
            noValidate
          >
            {!mayManage && (
              <Alert variation="info">
                {t(tab === 'integrations' ? 'bots:settings.notShown' : 'bots:settings.readOnly')}
              </Alert>
            )}
            <Suspense fallback={null}>
              {theirs && (
                <ConflictNotice
                  ref={conflicts.notice}
                  conflicts={theirs.conflicts}
                  mine={values}
                  theirs={theirs.stored}
                  onTakeTheirs={(conflict) => {
                    const { field } = conflict;
                    setValue(field, takeTheirs(getValues(), theirs.stored, conflict)[field], {
                      shouldDirty: true,
                    });
                    conflicts.decided(conflict);
                  }}
                  onKeepMine={conflicts.decided}
                />
              )}
            </Suspense>
            <fieldset className={`${styles.plain} ${styles.parts}`} disabled={!mayManage}>
              <legend className="amplify-visually-hidden">{t(`bots:settings.${tab}`)}</legend>
              <Suspense fallback={<Skeleton label="loading:bot" lines={4} />}>
                <Page />
              </Suspense>
            </fieldset>
          </form>
          {tab === 'deployment' && (
            <Suspense fallback={null}>
              <Deployment />
            </Suspense>
          )}
          {/* The last of the column: in sight at whatever part of it something is changed. */}
          {mayManage && isDirty && (
            <SaveBar
              failure={failure}
              failed={t('bots:settings.failed')}
              isUrgent={conflicts.count > 0 || problems.length > 0}
              text={
                conflicts.count > 0 ? (
                  <UndecidedHint count={conflicts.count} onShow={conflicts.show} />
                ) : (
                  t(problems.length > 0 ? 'bots:settings.checkForm' : 'bots:settings.unsaved')
                )
              }
            >
              <span ref={setPreviewPlace} className={styles.inBar} />
              <DiscardButton
                onDiscard={() => {
                  reset(configOf(base));
                  setTheirs(null);
                  setFailure(null);
                }}
              />
              <Button
                type="submit"
                form={FORM}
                id={SAVE_BUTTON}
                variation="primary"
                isDisabled={conflicts.count > 0}
                isLoading={formState.isSubmitting}
                loadingText={t('bots:settings.saving')}
              >
                {t('bots:settings.save')}
              </Button>
            </SaveBar>
          )}
        </div>
        {hasPreview && (
          <Suspense fallback={null}>
            <BotPreview bot={bot} config={usableConfig(values, configOf(base))} bar={previewPlace} />
          </Suspense>
        )}
      </div>
    </FormProvider>
  );
}
