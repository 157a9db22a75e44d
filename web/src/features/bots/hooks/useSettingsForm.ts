import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useSearchParams } from 'react-router-dom';
import { useClearToasts, useToast } from '#components/toasts.tsx';
import { type BotConfig, EditedConfig } from '#contract/bots/bot-config';
import { isDeployed } from '#contract/bots/bot-status';
import type { Bot } from '#contract/bots/bots';
import { useTexts } from '#i18n/index';
import { call } from '#lib/api';
import { refusedFields, showFieldErrors } from '#lib/form-errors';
import { useSingleFlight } from '#lib/use-single-flight';
import { changedFields } from '../merge';
import { type Conflict, mergeConfigs, takeTheirs } from '../merge-configs';
import { type SaveOutcome, saveEdits } from '../save-edits';
import { configOf, type SettingField, tabOf } from '../settings';
import { type DraftSaved, useOfferToSave } from '../unsaved-draft';
import { useConflicts } from '../use-conflicts';
import { useAdoptBot } from './useBot';
import { useLeadToField } from './useLeadToField';

type Stored = Extract<SaveOutcome, { readonly saved: Bot }>;

/** The settings of a bot as one form: what is edited, what others saved meanwhile, and how the two are saved as one. */
export function useSettingsForm(bot: Bot) {
  const { t } = useTexts();
  const toast = useToast();
  const clearToasts = useClearToasts();
  const adopt = useAdoptBot();
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
  const goTo = useLeadToField(tab, setFocus, (home) => setAddress({ tab: home }));

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
  return {
    form,
    tab,
    values,
    /** What is stored, as far as the form stands on it. */
    stored: configOf(base),
    problems,
    isDirty,
    failure,
    theirs,
    conflicts,
    submit,
    discard() {
      reset(configOf(base));
      setTheirs(null);
      setFailure(null);
    },
    takeTheirs(conflict: Conflict) {
      if (!theirs) return;
      const { field } = conflict;
      setValue(field, takeTheirs(getValues(), theirs.stored, conflict)[field], { shouldDirty: true });
      conflicts.decided(conflict);
    },
  };
}
