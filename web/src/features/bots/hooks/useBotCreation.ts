import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { CONFIG_FIELDS } from '#contract/bots/bot-config';
import type { Bot } from '#contract/bots/bots';
import { takenName } from '#features/bots/taken-name.ts';
import { call } from '#lib/api';
import { refusedFields, showFieldErrors } from '#lib/form-errors';
import { useSingleFlight } from '#lib/use-single-flight';
import { chosenOf, type NewBot } from '../new-bot';
import { useAdoptBot } from './useBot';

const FIELDS = ['name', ...CONFIG_FIELDS] as const;

/** Makes the bot that the form holds, and goes on to its knowledge. `unfold` shows the fields in which something is wrong. */
export function useBotCreation(
  { handleSubmit, setError }: UseFormReturn<NewBot>,
  unfold: (fields: readonly string[]) => void,
) {
  const navigate = useNavigate();
  const adopt = useAdoptBot();
  const [failure, setFailure] = useState<unknown>(null);
  const create = handleSubmit(
    async (input) => {
      setFailure(null);
      let bot: Bot;
      try {
        bot = await call('createBot', { body: chosenOf(input) });
      } catch (error) {
        const taken = takenName(error);
        if (taken) setError('name', { type: taken }, { shouldFocus: true });
        else if (showFieldErrors(error, FIELDS, setError)) unfold(refusedFields(error));
        else setFailure(error);
        return;
      }
      adopt(bot);
      // The next step; 'back' leads to the list, not to a form that would create a second bot.
      navigate(`/bots/${bot.id}/knowledge`, { replace: true });
    },
    (wrong) => unfold(Object.keys(wrong)),
  );
  return { submit: useSingleFlight(create), failure };
}
