import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { type BotAction, TRANSITIONS } from '../../../../../functions/contract/bot-status';
import type { Bot } from '../../../../../functions/contract/bots';
import { useClearToasts, useToast } from '../../../components/toasts';
import { useTexts } from '../../../i18n';
import { errorCode } from '../../../lib/api-error';
import { queryKeys } from '../../../lib/query-keys';
import { useUnsavedDraft } from '../../../lib/unsaved-draft';
import { useSingleFlight } from '../../../lib/use-single-flight';
import { actOnBot } from '../api/act-on-bot';
import { runGoldenSet } from '../api/run-golden-set';
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
        return await actOnBot(bot.id, action);
      } catch (error) {
        if (errorCode(error) !== 'golden.run_needed') throw error;
        // The bot deploys nothing that its test questions have not seen: they are asked now.
        await runGoldenSet(bot.id);
        return actOnBot(bot.id, action);
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
  const { save, isUndecided } = useUnsavedDraft();
  const [isSaving, setIsSaving] = useState(false);
  const act = useSingleFlight(async (action: BotAction) => {
    clearToasts();
    const isSaved = save !== null && isPublication(action);
    if (isSaved) {
      setIsSaving(true);
      const outcome = await save().finally(() => setIsSaving(false));
      // Nobody puts live what she has not seen.
      if (outcome === 'merged') toast({ kind: 'success', about: bot.name, text: t('bots:saveAnd.merged') });
      if (outcome !== 'saved') return;
    }
    await mutation.mutateAsync({ action, isSaved }).catch(() => {});
  });
  const nameOf = (action: BotAction) =>
    save && isPublication(action) ? t(`bots:saveAnd.${action}`) : t(`bots:actions.${action}`);
  /** Whether it would save what still waits for a decision. */
  const waits = (action: BotAction) => isUndecided && isPublication(action);
  return { isPending: mutation.isPending || isSaving, act, nameOf, waits };
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
