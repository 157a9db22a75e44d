import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { BotAction } from '../../../../../functions/contract/bot-status';
import type { Bot } from '../../../../../functions/contract/bots';
import { useToast } from '../../../components/toasts';
import { useTexts } from '../../../i18n';
import { errorCode } from '../../../lib/api-error';
import { queryKeys } from '../../../lib/query-keys';
import { actOnBot } from '../api/act-on-bot';
import { useAdoptBot } from './useBot';

/** Deploys, pauses, publishes … and says what came of it. */
export function useBotAction(bot: Bot) {
  const { t } = useTexts();
  const toast = useToast();
  const adopt = useAdoptBot();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (action: BotAction) => actOnBot(bot.id, action),
    onSuccess: (changed, action) => {
      adopt(changed);
      toast({ kind: 'success', about: bot.name, text: t(`bots:done.${action}`) });
    },
    onError: (error) => {
      // Refused since it is another than this page shows: read it again.
      void queryClient.invalidateQueries({ queryKey: queryKeys.bot(bot.id) });
      void queryClient.invalidateQueries({ queryKey: queryKeys.bots });
      toast({ kind: 'error', about: bot.name, text: t(`errors:${errorCode(error)}`) });
    },
  });
}
