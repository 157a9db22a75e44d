import { TextField } from '@aws-amplify/ui-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { FormDialog } from '#components/FormDialog.tsx';
import { useToast } from '#components/toasts.tsx';
import { cleanLine } from '#contract/base/text';
import { isDeployed } from '#contract/bots/bot-status';
import { type Bot, RESTORABLE_DAYS } from '#contract/bots/bots';
import { useTexts } from '#i18n/index';
import { call } from '#lib/api';
import { queryKeys } from '#lib/query-keys';
import styles from './bots.module.css';
import { UnderWay } from './UnderWay';

/** Deletes a bot whose name was typed: what is done by habit is not done by accident. */
export function DeleteBotDialog({ bot, onClose }: { readonly bot: Bot; readonly onClose: () => void }) {
  const { t } = useTexts();
  const toast = useToast();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [typed, setTyped] = useState('');
  const [mismatch, setMismatch] = useState(false);
  const removal = useMutation({
    mutationFn: () => call('deleteBot', { params: { botId: bot.id }, body: { name: cleanLine(typed) } }),
    onSuccess: () => {
      toast({ kind: 'success', about: bot.name, text: t('bots:remove.done') });
      void navigate('/bots');
      queryClient.removeQueries({ queryKey: queryKeys.bot(bot.id) });
      void queryClient.invalidateQueries({ queryKey: queryKeys.bots });
      void queryClient.invalidateQueries({ queryKey: queryKeys.me });
      onClose();
    },
  });
  const submit = () => {
    if (cleanLine(typed) !== bot.name) return setMismatch(true);
    removal.mutate();
  };
  return (
    <FormDialog
      title={t('bots:remove.title')}
      submitLabel={t('bots:remove.action')}
      isBusy={removal.isPending}
      variation="destructive"
      error={removal.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className={styles.named}>{bot.name}</p>
      <p>{t('bots:remove.text', { count: RESTORABLE_DAYS })}</p>
      {isDeployed(bot.status) && (
        <p>
          <UnderWay bot={bot} />
        </p>
      )}
      <TextField
        label={t('bots:remove.name')}
        autoComplete="off"
        autoFocus
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          setMismatch(false);
        }}
        hasError={mismatch}
        errorMessage={mismatch && t('bots:remove.mismatch')}
      />
    </FormDialog>
  );
}
