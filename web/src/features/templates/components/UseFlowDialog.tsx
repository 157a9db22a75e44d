import { Button, SelectField } from '@aws-amplify/ui-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { isDeployed } from '../../../../../functions/contract/bot-status';
import type { Bot } from '../../../../../functions/contract/bots';
import type { TemplateId } from '../../../../../functions/contract/templates';
import { Dialog } from '../../../components/Dialog';
import { ErrorNotice } from '../../../components/ErrorNotice';
import { Skeleton } from '../../../components/Loading';
import { useToast } from '../../../components/toasts';
import { useTexts } from '../../../i18n';
import { listAllBots } from '../../../lib/list-all-bots';
import { queryKeys } from '../../../lib/query-keys';
import { useSingleFlight } from '../../../lib/use-single-flight';
import { getTemplate } from '../api/get-template';
import { setFlow } from '../api/set-flow';
import styles from './templates.module.css';

/** Gives a bot that there is the template's flow, in the bot's own language; says what it takes the place of. */
export function UseFlowDialog({
  templateId,
  onClose,
}: {
  readonly templateId: TemplateId;
  readonly onClose: () => void;
}) {
  const { t } = useTexts();
  const toast = useToast();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [botId, setBotId] = useState<string | null>(null);
  // As they are now, not as another page has read them: what is replaced is said by it.
  const bots = useQuery({
    queryKey: [...queryKeys.bots, 'whole'],
    queryFn: ({ signal }) => listAllBots(signal),
    staleTime: 0,
  });
  const bot =
    bots.data?.find(({ id }) => id === botId) ?? (bots.data?.length === 1 ? bots.data[0] : undefined);
  const use = useMutation({
    mutationFn: async (chosen: Bot) => {
      const { config } = await getTemplate(templateId, chosen.language);
      return setFlow(chosen, config.flow);
    },
    onSuccess: (saved) => {
      queryClient.setQueryData(queryKeys.bot(saved.id), saved);
      toast({
        kind: 'success',
        about: saved.name,
        text: t(isDeployed(saved.status) ? 'templates:useFlow.donePublish' : 'templates:useFlow.done'),
      });
      void navigate(`/bots/${saved.id}/flow`);
    },
    // Changed meanwhile: shown as it is now, to be decided anew.
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.bots }),
  });
  const submit = useSingleFlight((chosen: Bot) => use.mutateAsync(chosen).catch(() => {}));
  return (
    <Dialog title={t('templates:useFlow.title')} size="small" onClose={onClose}>
      <div className={styles.form}>
        {bots.isPending && <Skeleton label="loading:bots" lines={2} />}
        {bots.isError && !bots.data && <ErrorNotice error={bots.error} onRetry={() => void bots.refetch()} />}
        {bots.data && (
          <SelectField
            label={t('templates:useFlow.bot')}
            value={bot?.id ?? ''}
            onChange={({ target }) => {
              setBotId(target.value || null);
              use.reset();
            }}
          >
            {bots.data.length !== 1 && <option value="">{t('templates:useFlow.choose')}</option>}
            {bots.data.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
        )}
        <div role="status" className={styles.effect}>
          {bot && (
            <>
              <p>
                <strong>
                  {bot.flow
                    ? t('templates:useFlow.replaces', { count: bot.flow.steps.length })
                    : t('templates:useFlow.none')}
                </strong>
              </p>
              <p>
                {t('templates:useFlow.text')} {isDeployed(bot.status) && t('templates:useFlow.publish')}
              </p>
            </>
          )}
        </div>
        {use.isError && <ErrorNotice error={use.error} />}
        <div className={`${styles.actions} ${styles.atEnd}`}>
          <Button onClick={onClose} isDisabled={use.isPending}>
            {t('common:cancel')}
          </Button>
          <Button
            variation={bot?.flow ? 'destructive' : 'primary'}
            isDisabled={!bot}
            isLoading={use.isPending}
            loadingText={t('templates:useFlow.working')}
            onClick={() => bot && void submit(bot)}
          >
            {t(bot?.flow ? 'templates:useFlow.replace' : 'templates:useFlow.confirm')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
