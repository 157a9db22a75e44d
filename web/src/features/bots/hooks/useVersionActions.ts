import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useToast } from '#components/toasts.tsx';
import type { BotConfig } from '#contract/bots/bot-config';
import type { Bot, BotVersion } from '#contract/bots/bots';
import { isSame } from '#features/bots/is-same.ts';
import { changedFields } from '#features/bots/merge.ts';
import { useTexts } from '#i18n/index';
import { call } from '#lib/api';
import { useErrorToast } from '#lib/use-error-toast';
import { useSingleFlight } from '#lib/use-single-flight';
import { configOf, SAVE_BUTTON } from '../settings';
import { useAdoptBot } from './useBot';

/** The two ways back to a version: visitors see it again, or it is taken into the draft that the form holds. */
export function useVersionActions(bot: Bot, { number, config }: BotVersion, onDone: () => void) {
  const { t } = useTexts();
  const toast = useToast();
  const adopt = useAdoptBot();
  const restoration = useMutation({
    mutationFn: () => call('restoreBotVersion', { params: { botId: bot.id, number: String(number) } }),
    onSuccess: (changed) => {
      adopt(changed);
      toast({ kind: 'success', about: bot.name, text: t('bots:versions.restored', { number }) });
    },
    onError: useErrorToast(bot.name),
    onSettled: onDone,
  });
  // What fails is said by the mutation itself.
  const restore = useSingleFlight(() => restoration.mutateAsync().catch(() => {}));
  // What is typed is the draft to be, whether or not it is saved.
  const form = useFormContext<BotConfig>();
  const typed = configOf(useWatch({ control: form.control }) as BotConfig);
  const isInDraft = isSame(typed, config);
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
    for (const field of changedFields(typed, config))
      form.setValue(field, config[field], { shouldDirty: true, shouldValidate: true });
    onDone();
    toast({ kind: 'success', text: t('bots:versions.taken', { number }) });
  };
  return {
    restore: () => void restore(),
    isRestoring: restoration.isPending,
    take,
    isInDraft,
    /** What is typed has not been saved. */
    isUnsaved: !isSame(typed, configOf(bot)),
  };
}
