import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useToast } from '#components/toasts.tsx';
import type { Webhook } from '#contract/insight/webhooks';
import { useTexts } from '#i18n/index';
import { call } from '#lib/api';
import { useErrorToast } from '#lib/use-error-toast';
import { useAttemptText } from '../components/use-attempt-text';
import { botKeys } from '../queries';

interface Params {
  readonly botId: string;
  readonly webhookId: string;
}

/** What can be done with a webhook. `onClose` is called when what was asked about in a dialog is over. */
export function useWebhookActions({
  botId,
  webhook,
  onSecret,
  onClose,
}: {
  readonly botId: string;
  readonly webhook: Webhook;
  readonly onSecret: (secret: string) => void;
  readonly onClose: () => void;
}) {
  const { t } = useTexts();
  const toast = useToast();
  const attemptText = useAttemptText();
  const params: Params = { botId, webhookId: webhook.id };
  return {
    test: useAction(
      params,
      () => call('testWebhook', { params }),
      ({ status, attempts: [attempt] }) =>
        toast({
          kind: status === 'delivered' ? 'success' : 'error',
          text: t(status === 'delivered' ? 'integrations:test.delivered' : 'integrations:test.failed', {
            result: attempt ? attemptText(attempt) : '',
          }),
        }),
    ),
    switchOver: useAction(
      params,
      () => call('updateWebhook', { params, body: { enabled: !webhook.enabled } }),
      ({ enabled }) =>
        toast({
          kind: 'success',
          text: t(enabled ? 'integrations:webhooks.switchedOn' : 'integrations:webhooks.switchedOff'),
        }),
    ),
    rotate: useAction(
      params,
      () => call('rotateWebhookSecret', { params }),
      ({ secret }) => onSecret(secret),
      onClose,
    ),
    remove: useAction(
      params,
      () => call('deleteWebhook', { params }),
      () => toast({ kind: 'success', text: t('integrations:webhooks.deleted') }),
      onClose,
    ),
  };
}

/** A call whose failure is told, and after which the webhook and its log are read again. */
function useAction<Answer>(
  { botId, webhookId }: Params,
  mutationFn: () => Promise<Answer>,
  onSuccess: (answer: Answer) => void,
  onSettled: () => void = () => {},
) {
  const tellError = useErrorToast();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess,
    onError: tellError,
    onSettled: () => {
      onSettled();
      void queryClient.invalidateQueries({ queryKey: botKeys.webhooks(botId) });
      void queryClient.invalidateQueries({ queryKey: botKeys.deliveries(botId, webhookId) });
    },
  });
}
