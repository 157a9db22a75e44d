import { Button } from '@aws-amplify/ui-react';
import { useQuery } from '@tanstack/react-query';
import { Plus, Webhook as WebhookIcon } from 'lucide-react';
import { useState } from 'react';
import { Card } from '#components/Card.tsx';
import { EmptyState } from '#components/EmptyState.tsx';
import { NotLoaded } from '#components/NotLoaded.tsx';
import { MAX_WEBHOOKS } from '#contract/insight/webhooks';
import { useTexts } from '#i18n/index';
import { webhooksQuery } from '../queries';
import { SecretDialog } from './SecretDialog';
import { WebhookDialog } from './WebhookDialog';
import { WebhookItem } from './WebhookItem';

/** Where the bot's events are posted. */
export function Webhooks({ botId }: { readonly botId: string }) {
  const { t } = useTexts();
  const webhooks = useQuery(webhooksQuery(botId));
  const [adding, setAdding] = useState(false);
  /** Shown once, after it was made. */
  const [secret, setSecret] = useState<string | null>(null);
  const items = webhooks.data ?? [];
  const isFull = items.length >= MAX_WEBHOOKS;
  const add = (
    <Button variation="primary" size="small" isDisabled={isFull} onClick={() => setAdding(true)}>
      <Plus size={16} aria-hidden="true" />
      {t('integrations:webhooks.add')}
    </Button>
  );
  return (
    <Card
      title={t('integrations:webhooks.title')}
      lead={t('integrations:webhooks.lead')}
      action={items.length > 0 ? add : undefined}
    >
      <NotLoaded query={webhooks} label="loading:bot" lines={3} />
      {webhooks.data?.length === 0 && (
        <EmptyState
          icon={<WebhookIcon size={28} />}
          title={t('integrations:webhooks.none')}
          heading="h3"
          action={add}
        >
          {t('integrations:webhooks.noneText')}
        </EmptyState>
      )}
      {items.length > 0 && (
        <div className="stack bare divided entries">
          {items.map((webhook) => (
            <WebhookItem key={webhook.id} botId={botId} webhook={webhook} onSecret={setSecret} />
          ))}
        </div>
      )}
      {isFull && <p className="faint">{t('integrations:webhooks.full', { count: MAX_WEBHOOKS })}</p>}
      {adding && <WebhookDialog botId={botId} onSecret={setSecret} onClose={() => setAdding(false)} />}
      {secret !== null && <SecretDialog secret={secret} onClose={() => setSecret(null)} />}
    </Card>
  );
}
