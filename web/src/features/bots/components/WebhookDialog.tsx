import { TextField } from '@aws-amplify/ui-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { FormDialog } from '#components/FormDialog.tsx';
import { useToast } from '#components/toasts.tsx';
import {
  CreateWebhook,
  type Webhook,
  WebhookEventType,
  type WebhookWithSecret,
} from '#contract/insight/webhooks';
import { useTexts } from '#i18n/index';
import { call } from '#lib/api';
import { ApiError } from '#lib/api-error';
import { botKeys } from '../queries';
import styles from './integrations.module.css';

interface WebhookDialogProps {
  readonly botId: string;
  /** The one to change; without it one is added. */
  readonly webhook?: Webhook;
  readonly onSecret: (secret: string) => void;
  readonly onClose: () => void;
}

export function WebhookDialog({ botId, webhook, onSecret, onClose }: WebhookDialogProps) {
  const { t } = useTexts();
  const toast = useToast();
  const queryClient = useQueryClient();
  const noEvents = useId();
  const [url, setUrl] = useState(webhook?.url ?? '');
  const [events, setEvents] = useState<readonly WebhookEventType[]>(
    webhook?.events ?? ['conversation.started', 'conversation.escalated', 'contact.collected'],
  );
  const [problems, setProblems] = useState<{ readonly url: boolean; readonly events: boolean }>(NONE);
  const saving = useMutation({
    mutationFn: async (input: CreateWebhook): Promise<WebhookWithSecret | null> => {
      if (!webhook) return call('createWebhook', { params: { botId }, body: input });
      await call('updateWebhook', { params: { botId, webhookId: webhook.id }, body: input });
      return null;
    },
    onSuccess: (made) => {
      void queryClient.invalidateQueries({ queryKey: botKeys.webhooks(botId) });
      onClose();
      if (made) onSecret(made.secret);
      else toast({ kind: 'success', text: t('integrations:webhooks.saved') });
    },
    onError: (error) => {
      if (error instanceof ApiError && 'url' in error.fields) setProblems({ ...NONE, url: true });
    },
  });
  const submit = () => {
    const parsed = CreateWebhook.safeParse({ url: url.trim(), events });
    if (parsed.success) return saving.mutate(parsed.data);
    const wrong = new Set(parsed.error.issues.map(({ path }) => path[0]));
    setProblems({ url: wrong.has('url'), events: wrong.has('events') });
  };
  return (
    <FormDialog
      title={t(webhook ? 'integrations:webhooks.editTitle' : 'integrations:webhooks.addTitle')}
      submitLabel={t(webhook ? 'integrations:webhooks.save' : 'integrations:webhooks.add')}
      busyLabel={t('integrations:webhooks.saving')}
      isBusy={saving.isPending}
      error={problems.url ? null : saving.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        type="url"
        label={t('integrations:webhooks.url')}
        descriptiveText={t('integrations:webhooks.urlHint')}
        placeholder="https://example.com/parley"
        autoComplete="off"
        value={url}
        onChange={({ target }) => {
          setUrl(target.value);
          setProblems((before) => ({ ...before, url: false }));
        }}
        hasError={problems.url}
        errorMessage={t('integrations:webhooks.urlWrong')}
      />
      <fieldset className="stack small" aria-describedby={problems.events ? noEvents : undefined}>
        <legend className="amplify-label parted-below-snug">{t('integrations:webhooks.events')}</legend>
        {WebhookEventType.options.map((event) => (
          <label key={event} className={styles.choice}>
            <input
              type="checkbox"
              checked={events.includes(event)}
              onChange={({ target }) => {
                setEvents(target.checked ? [...events, event] : events.filter((other) => other !== event));
                setProblems((before) => ({ ...before, events: false }));
              }}
            />
            {t(`integrations:events.${event}`)}
          </label>
        ))}
        {problems.events && (
          <p id={noEvents} className="problem" role="alert">
            {t('integrations:webhooks.noEvents')}
          </p>
        )}
      </fieldset>
    </FormDialog>
  );
}

const NONE = { url: false, events: false };
