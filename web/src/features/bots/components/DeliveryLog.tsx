import { Button } from '@aws-amplify/ui-react';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ChevronRight, RotateCw } from 'lucide-react';
import { useId, useState } from 'react';
import { CodeText } from '#components/CodeText.tsx';
import { ErrorNotice } from '#components/ErrorNotice.tsx';
import { NotLoaded } from '#components/NotLoaded.tsx';
import { StatusPill, type Tone } from '#components/StatusPill.tsx';
import { useToast } from '#components/toasts.tsx';
import { DELIVERY_LOG_DAYS, type Delivery } from '#contract/insight/webhooks';
import { formatDateTime, formatNumber } from '#i18n/format';
import { useTexts } from '#i18n/index';
import { call } from '#lib/api';
import { useErrorToast } from '#lib/use-error-toast';
import { botKeys, deliveriesQuery, deliveryQuery } from '../queries';
import styles from './integrations.module.css';
import { useAttemptText } from './use-attempt-text';

interface LogProps {
  readonly botId: string;
  readonly webhookId: string;
}

/** What was posted to a webhook and what it answered, newest first. */
export function DeliveryLog({ botId, webhookId }: LogProps) {
  const { t } = useTexts();
  const deliveries = useInfiniteQuery(deliveriesQuery(botId, webhookId));
  return (
    <div className="stack snug starts">
      <NotLoaded query={deliveries} label="loading:bot" lines={2} />
      {deliveries.data?.length === 0 && (
        <p className="faint">{t('integrations:log.none', { count: DELIVERY_LOG_DAYS })}</p>
      )}
      {deliveries.data && deliveries.data.length > 0 && (
        <ul className={`divided ${styles.deliveries}`} aria-label={t('integrations:log.show')}>
          {deliveries.data.map((delivery) => (
            <DeliveryRow key={delivery.id} botId={botId} webhookId={webhookId} delivery={delivery} />
          ))}
        </ul>
      )}
      {deliveries.hasNextPage && (
        <Button
          size="small"
          isLoading={deliveries.isFetchingNextPage}
          onClick={() => void deliveries.fetchNextPage()}
        >
          {t('common:more')}
        </Button>
      )}
    </div>
  );
}

const TONES: Readonly<Record<Delivery['status'], Tone>> = {
  pending: 'busy',
  delivered: 'good',
  failed: 'bad',
};

function DeliveryRow({ delivery, ...webhook }: LogProps & { readonly delivery: Delivery }) {
  const { t, language } = useTexts();
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <li>
      <button
        type="button"
        className={`pressable ${styles.deliveryHead}`}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <ChevronRight size={16} className="pale turns" aria-hidden="true" />
        <span className="firm">{t(`integrations:events.${delivery.type}`)}</span>
        <StatusPill tone={TONES[delivery.status]}>{t(`integrations:status.${delivery.status}`)}</StatusPill>
        <time dateTime={delivery.createdAt}>{formatDateTime(delivery.createdAt, language)}</time>
      </button>
      <div id={id}>{open && <Details delivery={delivery} {...webhook} />}</div>
    </li>
  );
}

function Details({ botId, webhookId, delivery }: LogProps & { readonly delivery: Delivery }) {
  const { t, language } = useTexts();
  const toast = useToast();
  const tellError = useErrorToast();
  const queryClient = useQueryClient();
  const attemptText = useAttemptText();
  const params = { botId, webhookId, deliveryId: delivery.id };
  const whole = useQuery(deliveryQuery(params));
  const again = useMutation({
    mutationFn: () => call('redeliver', { params }),
    onSuccess: ({ status, attempts }) =>
      toast({
        kind: status === 'delivered' ? 'success' : 'error',
        text: t(status === 'delivered' ? 'integrations:test.delivered' : 'integrations:test.failed', {
          result: attempts[0] ? attemptText(attempts[0]) : '',
        }),
      }),
    onError: tellError,
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: botKeys.deliveries(botId, webhookId) });
      void queryClient.invalidateQueries({ queryKey: botKeys.webhooks(botId) });
    },
  });
  return (
    <div className={`stack ${styles.details}`}>
      {delivery.redeliveryOf !== null && <p className="faint">{t('integrations:log.redelivery')}</p>}
      <ol className={`stack snug ${styles.attempts}`}>
        {delivery.attempts.map((attempt, index) => (
          <li key={attempt.at}>
            <p>
              <strong>{t('integrations:log.attempt', { number: index + 1 })}</strong> · {attemptText(attempt)}
            </p>
            <p className="faint">
              {formatDateTime(attempt.at, language)} ·{' '}
              {t('integrations:log.took', { time: formatNumber(attempt.milliseconds, language) })}
            </p>
            {attempt.excerpt !== '' && (
              <CodeText label={t('integrations:log.answer')} text={attempt.excerpt} wraps />
            )}
          </li>
        ))}
      </ol>
      {delivery.nextAttemptAt !== null && (
        <p className="faint">
          {t('integrations:log.next', { date: formatDateTime(delivery.nextAttemptAt, language) })}
        </p>
      )}
      {whole.data && (
        <div>
          <p className="faint">{t('integrations:log.sent')}</p>
          <CodeText label={t('integrations:log.sent')} text={indented(whole.data.body)} />
        </div>
      )}
      {whole.isError && <ErrorNotice error={whole.error} onRetry={() => void whole.refetch()} />}
      <div className="row">
        <Button
          size="small"
          isLoading={again.isPending}
          loadingText={t('integrations:test.sending')}
          onClick={() => again.mutate()}
        >
          <RotateCw size={16} aria-hidden="true" />
          {t('integrations:log.again')}
        </Button>
      </div>
    </div>
  );
}

function indented(json: string): string {
  return JSON.stringify(JSON.parse(json), null, 2);
}
