import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { TypeToConfirmDialog } from '#components/TypeToConfirmDialog.tsx';
import { useToast } from '#components/toasts.tsx';
import { isDeployed } from '#contract/bots/bot-status';
import { type Bot, RESTORABLE_DAYS } from '#contract/bots/bots';
import { useTexts } from '#i18n/index';
import { call } from '#lib/api';
import { queryKeys } from '#lib/query-keys';
import { UnderWay } from './UnderWay';

/** Deletes a bot whose name was typed. */
export function DeleteBotDialog({ bot, onClose }: { readonly bot: Bot; readonly onClose: () => void }) {
  const { t } = useTexts();
  const toast = useToast();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const removal = useMutation({
    mutationFn: (name: string) => call('deleteBot', { params: { botId: bot.id }, body: { name } }),
    onSuccess: () => {
      toast({ kind: 'success', about: bot.name, text: t('bots:remove.done') });
      void navigate('/bots');
      queryClient.removeQueries({ queryKey: queryKeys.bot(bot.id) });
      void queryClient.invalidateQueries({ queryKey: queryKeys.bots });
      void queryClient.invalidateQueries({ queryKey: queryKeys.me });
      onClose();
    },
  });
  return (
    <TypeToConfirmDialog
      title={t('bots:remove.title')}
      name={bot.name}
      label={t('bots:remove.name')}
      mismatch={t('bots:remove.mismatch')}
      submitLabel={t('bots:remove.action')}
      isBusy={removal.isPending}
      error={removal.error}
      onConfirm={removal.mutate}
      onClose={onClose}
    >
      <p>{t('bots:remove.text', { count: RESTORABLE_DAYS })}</p>
      {isDeployed(bot.status) && (
        <p>
          <UnderWay bot={bot} />
        </p>
      )}
    </TypeToConfirmDialog>
  );
}
