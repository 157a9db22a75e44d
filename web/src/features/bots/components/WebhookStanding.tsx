import { Alert, Button } from '@aws-amplify/ui-react';
import { StatusPill } from '#components/StatusPill.tsx';
import type { Webhook } from '#contract/insight/webhooks';
import { formatDateTime } from '#i18n/format';
import { useTexts } from '#i18n/index';
import type { useWebhookActions } from '../hooks/useWebhookActions';
import styles from './integrations.module.css';

/** Whether a webhook is told anything, and what, and what keeps it from being told. */
export function WebhookStanding({
  webhook,
  switchOver,
}: {
  readonly webhook: Webhook;
  readonly switchOver: ReturnType<typeof useWebhookActions>['switchOver'];
}) {
  const { t, language } = useTexts();
  return (
    <>
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
          <span className="row apart">
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
    </>
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
