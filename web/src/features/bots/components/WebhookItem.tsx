import { Button } from '@aws-amplify/ui-react';
import { KeyRound, Pencil, Power, ScrollText, Send, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import { ConfirmDialog } from '#components/ConfirmDialog.tsx';
import { Menu, type MenuItem } from '#components/Menu.tsx';
import type { Webhook } from '#contract/insight/webhooks';
import { useTexts } from '#i18n/index';
import { useWebhookActions } from '../hooks/useWebhookActions';
import { DeliveryLog } from './DeliveryLog';
import styles from './integrations.module.css';
import { WebhookDialog } from './WebhookDialog';
import { WebhookStanding } from './WebhookStanding';

interface WebhookItemProps {
  readonly botId: string;
  readonly webhook: Webhook;
  readonly onSecret: (secret: string) => void;
}

/** One address with what it is told, how it goes, and its log. */
export function WebhookItem({ botId, webhook, onSecret }: WebhookItemProps) {
  const { t } = useTexts();
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
      <div className="line snug apart top">
        <h3 id={id} className={styles.address}>
          {webhook.url}
        </h3>
        <Menu label={t('integrations:webhooks.menu', { url: webhook.url })} items={items} />
      </div>
      <WebhookStanding webhook={webhook} switchOver={switchOver} />
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
