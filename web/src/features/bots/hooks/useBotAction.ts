import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { metLimit } from '#components/plan-limit/limit-reached.ts';
import { useClearToasts, useToast } from '#components/toasts.tsx';
import { type BotAction, TRANSITIONS } from '#contract/bots/bot-status';
import type { Bot } from '#contract/bots/bots';
import { useUnsavedDraft } from '#features/bots/unsaved-draft.ts';
import { useTexts } from '#i18n/index';
import { call } from '#lib/api';
import { errorCode } from '#lib/api-error';
import { queryKeys } from '#lib/query-keys';
import { useSingleFlight } from '#lib/use-single-flight';
import { useAdoptBot } from './useBot';

/**
 * Deploys, pauses, publishes … and says what came of it; not again while it is under way. What publishes the draft saves
 * first what is typed on the page, and is called so; where that can't be saved, nothing is published.
 */
export function useBotAction(bot: Bot) {
  const { t } = useTexts();
  const toast = useToast();
  const clearToasts = useClearToasts();
  const adopt = useAdoptBot();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const mutation = useMutation({
    mutationFn: async ({ action }: Attempt) => {
      try {
        return await call('actOnBot', { params: { botId: bot.id }, body: { action } });
      } catch (error) {
        if (errorCode(error) !== 'golden.run_needed') throw error;
        // The bot deploys nothing that its test questions have not seen: they are asked now.
        await call('runGoldenSet', { params: { botId: bot.id } });
        return call('actOnBot', { params: { botId: bot.id }, body: { action } });
      }
    },
    onSuccess: (changed, { action }) => {
      adopt(changed);
      toast({ kind: 'success', about: bot.name, text: t(`bots:done.${action}`) });
    },
    onError: (error, { isSaved }) => {
      // Refused since it is another than this page shows: read it again.
      void queryClient.invalidateQueries({ queryKey: queryKeys.bot(bot.id) });
      void queryClient.invalidateQueries({ queryKey: queryKeys.bots });
      void queryClient.invalidateQueries({ queryKey: queryKeys.goldenSet(bot.id) });
      if (metLimit(error)) {
        void queryClient.invalidateQueries({ queryKey: queryKeys.me });
        if (isSaved) toast({ kind: 'success', about: bot.name, text: t('bots:settings.saved') });
        return;
      }
      const refusal = t(`errors:${errorCode(error)}`);
      toast({
        kind: 'error',
        about: bot.name,
        text: isSaved ? `${t('bots:settings.saved')} ${refusal}` : refusal,
      });
      // There it says which fail or were not judged, and there it can be switched off.
      if (errorCode(error).startsWith('golden.')) navigate(`/bots/${bot.id}/questions?tab=tests`);
    },
  });
  const { save, kind, isUndecided } = useUnsavedDraft();
  const [isSaving, setIsSaving] = useState(false);
  const act = useSingleFlight(async (action: BotAction) => {
    clearToasts();
    const isSaved = save !== null && isPublication(action);
    if (isSaved) {
      setIsSaving(true);
      const outcome = await save().finally(() => setIsSaving(false));
      // Nobody puts live what they have not seen.
      if (outcome === 'merged') toast({ kind: 'success', about: bot.name, text: t('bots:saveAnd.merged') });
      if (outcome !== 'saved') return;
    }
    await mutation.mutateAsync({ action, isSaved }).catch(() => {});
  });
  const nameOf = (action: BotAction) =>
    save && isPublication(action) ? t(`bots:saveAnd.${kind}.${action}`) : t(`bots:actions.${action}`);
  /** Whether it would save what still waits for a decision. */
  const waits = (action: BotAction) => isUndecided && isPublication(action);
  return {
    isPending: mutation.isPending || isSaving,
    act,
    nameOf,
    waits,
    /** The limit of the plan that the last action met, until it was read. */
    limit: metLimit(mutation.error),
    forgetLimit: mutation.reset,
  };
}

interface Attempt {
  readonly action: BotAction;
  /** Whether what was typed has been saved for it, which a refusal leaves so. */
  readonly isSaved: boolean;
}

function isPublication(action: BotAction): action is 'publish' | 'deploy' {
  const transition = TRANSITIONS[action];
  return 'publication' in transition && transition.publication === 'publish';
}
