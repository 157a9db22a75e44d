import { Button, SelectField } from '@aws-amplify/ui-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Dialog } from '#components/Dialog.tsx';
import { ErrorNotice } from '#components/ErrorNotice.tsx';
import { Options } from '#components/form/Options.tsx';
import { NotLoaded } from '#components/NotLoaded.tsx';
import { useToast } from '#components/toasts.tsx';
import { isDeployed } from '#contract/bots/bot-status';
import type { Bot } from '#contract/bots/bots';
import type { TemplateId } from '#contract/lifecycle/template-id';
import { useTexts } from '#i18n/index';
import { call } from '#lib/api';
import { queryKeys } from '#lib/query-keys';
import { useSingleFlight } from '#lib/use-single-flight';
import { currentBotsQuery, templateQuery } from '../queries';

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
  const bots = useQuery(currentBotsQuery);
  const bot =
    bots.data?.find(({ id }) => id === botId) ?? (bots.data?.length === 1 ? bots.data[0] : undefined);
  const use = useMutation({
    mutationFn: async (chosen: Bot) => {
      const { config } = await queryClient.fetchQuery(templateQuery(templateId, chosen.language));
      // Refused where the bot was changed since it was read: what is replaced is what was shown.
      return call('updateBot', {
        params: { botId: chosen.id },
        body: { version: chosen.version, flow: config.flow },
      });
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
      <div className="stack large">
        <NotLoaded query={bots} label="loading:bots" lines={2} />
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
            <Options of={bots.data} value={({ id }) => id}>
              {({ name }) => name}
            </Options>
          </SelectField>
        )}
        <div role="status" className="stack small">
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
        <div className="row end">
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
