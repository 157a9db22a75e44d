import { Alert, Button } from '@aws-amplify/ui-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { KeyRound, Pencil, Power, ScrollText, Send, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import { ConfirmDialog } from '#components/ConfirmDialog.tsx';
import { Menu, type MenuItem } from '#components/Menu.tsx';
import { StatusPill } from '#components/StatusPill.tsx';
import { useToast } from '#components/toasts.tsx';
import type { Webhook } from '#contract/insight/webhooks';
import { formatDateTime } from '#i18n/format';
import { useTexts } from '#i18n/index';
import { call } from '#lib/api';
import { errorCode } from '#lib/api-error';
import { botKeys } from '../queries';
import { DeliveryLog } from './DeliveryLog';
import styles from './integrations.module.css';
import { useAttemptText } from './use-attempt-text';
import { WebhookDialog } from './WebhookDialog';

interface WebhookItemProps {
  readonly botId: string;
  readonly webhook: Webhook;
  readonly onSecret: (secret: string) => void;
}

/** One address with what it is told, how it goes, and its log. */
export function WebhookItem({ botId, webhook, onSecret }: WebhookItemProps) {
  const { t, language } = useTexts();
  const toast = useToast();
  const queryClient = useQueryClient();
  const attemptText = useAttemptText();
  const id = useId();
  const [open, setOpen] = useState<'edit' | 'rotate' | 'delete' | null>(null);
  const [showsLog, setShowsLog] = useState(false);
  const readAgain = () => {
    void queryClient.invalidateQueries({ queryKey: botKeys.webhooks(botId) });
    void queryClient.invalidateQueries({ queryKey: botKeys.deliveries(botId, webhook.id) });
  };
  const failed = (error: unknown) => toast({ kind: 'error', text: t(`errors:${errorCode(error)}`) });
  const testing = useMutation({
    mutationFn: () => call('testWebhook', { params: { botId, webhookId: webhook.id } }),
    onSuccess: ({ status, attempts }) => {
      const [attempt] = attempts;
      toast({
        kind: status === 'delivered' ? 'success' : 'error',
        text: t(status === 'delivered' ? 'integrations:test.delivered' : 'integrations:test.failed', {
          result: attempt ? attemptText(attempt) : '',
        }),
      });
    },
    onError: failed,
    onSettled: readAgain,
  });
  const switching = useMutation({
    mutationFn: () =>
      call('updateWebhook', {
        params: { botId, webhookId: webhook.id },
        body: { enabled: !webhook.enabled },
      }),
    onSuccess: ({ enabled }) =>
      toast({
        kind: 'success',
        text: t(enabled ? 'integrations:webhooks.switchedOn' : 'integrations:webhooks.switchedOff'),
      }),
    onError: failed,
    onSettled: readAgain,
  });
  const rotation = useMutation({
    mutationFn: () => call('rotateWebhookSecret', { params: { botId, webhookId: webhook.id } }),
    onSuccess: ({ secret }) => onSecret(secret),
    onError: failed,
    onSettled: () => {
      setOpen(null);
      readAgain();
    },
  });
  const deletion = useMutation({
    mutationFn: () => call('deleteWebhook', { params: { botId, webhookId: webhook.id } }),
    onSuccess: () => toast({ kind: 'success', text: t('integrations:webhooks.deleted') }),
    onError: failed,
    onSettled: () => {
      setOpen(null);
      readAgain();
    },
  });
  const items: readonly MenuItem[] = [
    {
      name: t('integrations:webhooks.edit'),
      icon: <Pencil size={16} aria-hidden="true" />,
      run: () => setOpen('edit'),
    },
    {
      name: t(webhook.enabled ? 'integrations:webhooks.switchOff' : 'integrations:webhooks.switchOn'),
      icon: <Power size={16} aria-hidden="true" />,
      run: () => switching.mutate(),
    },
    {
      name: t('integrations:webhooks.rotate'),
      icon: <KeyRound size={16} aria-hidden="true" />,
      run: () => setOpen('rotate'),
    },
    {
      name: t('integrations:webhooks.delete'),
      icon: <Trash2 size={16} aria-hidden="true" />,
      danger: true,
      run: () => setOpen('delete'),
    },
  ];
  return (
    <section className={styles.webhook} aria-labelledby={id}>
      <div className={styles.webhookHead}>
        <h3 id={id} className={styles.address}>
          {webhook.url}
        </h3>
        <Menu label={t('integrations:webhooks.menu', { url: webhook.url })} items={items} />
      </div>
      <div className={styles.state}>
        <State webhook={webhook} />
        <ul className={styles.events} aria-label={t('integrations:webhooks.events')}>
          {webhook.events.map((event) => (
            <li key={event}>{t(`integrations:events.${event}`)}</li>
          ))}
        </ul>
      </div>
      {webhook.switchedOffBy !== null && webhook.switchedOffBy !== 'person' && (
        <Alert variation="error" hasIcon={false}>
          <span className={styles.notice}>
            {t(`integrations:off.${webhook.switchedOffBy}`, {
              date: formatDateTime(webhook.switchedOffAt ?? webhook.createdAt, language),
            })}
            <Button
              size="small"
              isLoading={switching.isPending}
              loadingText={t('integrations:webhooks.switchOn')}
              onClick={() => switching.mutate()}
            >
              {t('integrations:webhooks.switchOn')}
            </Button>
          </span>
        </Alert>
      )}
      {webhook.enabled && webhook.failingSince !== null && (
        <Alert variation="warning" hasIcon={false}>
          {t('integrations:webhooks.failing', { date: formatDateTime(webhook.failingSince, language) })}
        </Alert>
      )}
      {webhook.formerSecretUntil !== null && (
        <p className="faint">
          {t('integrations:webhooks.formerSecret', {
            date: formatDateTime(webhook.formerSecretUntil, language),
          })}
        </p>
      )}
      <div className={styles.actions}>
        <Button
          size="small"
          aria-describedby={id}
          isLoading={testing.isPending}
          loadingText={t('integrations:test.sending')}
          onClick={() => testing.mutate()}
        >
          <Send size={16} aria-hidden="true" />
          {t('integrations:test.send')}
        </Button>
        <Button
          size="small"
          aria-describedby={id}
          aria-expanded={showsLog}
          onClick={() => setShowsLog(!showsLog)}
        >
          <ScrollText size={16} aria-hidden="true" />
          {t('integrations:log.show')}
        </Button>
      </div>
      {showsLog && <DeliveryLog botId={botId} webhookId={webhook.id} />}
      {open === 'edit' && (
        <WebhookDialog botId={botId} webhook={webhook} onSecret={onSecret} onClose={() => setOpen(null)} />
      )}
      {open === 'rotate' && (
        <ConfirmDialog
          title={t('integrations:webhooks.rotateTitle')}
          about={webhook.url}
          confirmLabel={t('integrations:webhooks.rotate')}
          busy={rotation.isPending}
          onConfirm={() => rotation.mutate()}
          onCancel={() => setOpen(null)}
        >
          {t('integrations:webhooks.rotateText')}
        </ConfirmDialog>
      )}
      {open === 'delete' && (
        <ConfirmDialog
          title={t('integrations:webhooks.deleteTitle')}
          about={webhook.url}
          confirmLabel={t('integrations:webhooks.delete')}
          busy={deletion.isPending}
          onConfirm={() => deletion.mutate()}
          onCancel={() => setOpen(null)}
        >
          {t('integrations:webhooks.deleteText')}
        </ConfirmDialog>
      )}
    </section>
  );
}

function State({ webhook }: { readonly webhook: Webhook }) {
  const { t } = useTexts();
  if (!webhook.enabled)
    return (
      <StatusPill tone={webhook.switchedOffBy === 'person' ? 'neutral' : 'bad'}>
        {t('integrations:state.off')}
      </StatusPill>
    );
  if (webhook.failingSince !== null)
    return <StatusPill tone="warn">{t('integrations:state.failing')}</StatusPill>;
  return <StatusPill tone="good">{t('integrations:state.on')}</StatusPill>;
}
