import { Alert, Button } from '@aws-amplify/ui-react';
import { KeyRound, Pencil, Power, ScrollText, Send, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import { ConfirmDialog } from '#components/ConfirmDialog.tsx';
import { Menu, type MenuItem } from '#components/Menu.tsx';
import { StatusPill } from '#components/StatusPill.tsx';
import type { Webhook } from '#contract/insight/webhooks';
import { formatDateTime } from '#i18n/format';
import { useTexts } from '#i18n/index';
import { useWebhookActions } from '../hooks/useWebhookActions';
import { DeliveryLog } from './DeliveryLog';
import styles from './integrations.module.css';
import { WebhookDialog } from './WebhookDialog';

interface WebhookItemProps {
  readonly botId: string;
  readonly webhook: Webhook;
  readonly onSecret: (secret: string) => void;
}

/** One address with what it is told, how it goes, and its log. */
export function WebhookItem({ botId, webhook, onSecret }: WebhookItemProps) {
  const { t, language } = useTexts();
  const id = useId();
  const [open, setOpen] = useState<'edit' | 'rotate' | 'delete' | null>(null);
  const [showsLog, setShowsLog] = useState(false);
  const onClose = () => setOpen(null);
  const { test, switchOver, rotate, remove } = useWebhookActions({ botId, webhook, onSecret, onClose });
  const items: readonly MenuItem[] = [
    {
      name: t('integrations:webhooks.edit'),
      icon: <Pencil size={16} aria-hidden="true" />,
      run: () => setOpen('edit'),
    },
    {
      name: t(webhook.enabled ? 'integrations:webhooks.switchOff' : 'integrations:webhooks.switchOn'),
      icon: <Power size={16} aria-hidden="true" />,
      run: () => switchOver.mutate(),
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
    <section className={`stack snug ${styles.webhook}`} aria-labelledby={id}>
      <div className={styles.webhookHead}>
        <h3 id={id} className={styles.address}>
          {webhook.url}
        </h3>
        <Menu label={t('integrations:webhooks.menu', { url: webhook.url })} items={items} />
      </div>
      <div className="row close">
        <State webhook={webhook} />
        <ul className={`muted ${styles.events}`} aria-label={t('integrations:webhooks.events')}>
          {webhook.events.map((event) => (
            <li key={event}>{t(`integrations:events.${event}`)}</li>
          ))}
        </ul>
      </div>
      {webhook.switchedOffBy !== null && webhook.switchedOffBy !== 'person' && (
        <Alert variation="error" hasIcon={false}>
          <span className={`row ${styles.notice}`}>
            {t(`integrations:off.${webhook.switchedOffBy}`, {
              date: formatDateTime(webhook.switchedOffAt ?? webhook.createdAt, language),
            })}
            <Button
              size="small"
              isLoading={switchOver.isPending}
              loadingText={t('integrations:webhooks.switchOn')}
              onClick={() => switchOver.mutate()}
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
      <div className="row">
        <Button
          size="small"
          aria-describedby={id}
          isLoading={test.isPending}
          loadingText={t('integrations:test.sending')}
          onClick={() => test.mutate()}
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
        <WebhookDialog botId={botId} webhook={webhook} onSecret={onSecret} onClose={onClose} />
      )}
      {open === 'rotate' && (
        <ConfirmDialog
          title={t('integrations:webhooks.rotateTitle')}
          about={webhook.url}
          confirmLabel={t('integrations:webhooks.rotate')}
          busy={rotate.isPending}
          onConfirm={() => rotate.mutate()}
          onCancel={onClose}
        >
          {t('integrations:webhooks.rotateText')}
        </ConfirmDialog>
      )}
      {open === 'delete' && (
        <ConfirmDialog
          title={t('integrations:webhooks.deleteTitle')}
          about={webhook.url}
          confirmLabel={t('integrations:webhooks.delete')}
          busy={remove.isPending}
          onConfirm={() => remove.mutate()}
          onCancel={onClose}
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
