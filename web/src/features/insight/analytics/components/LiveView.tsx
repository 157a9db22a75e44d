import { Button } from '@aws-amplify/ui-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ErrorNotice } from '#components/ErrorNotice.tsx';
import { formatNumber, formatTime } from '#i18n/format';
import { useTexts } from '#i18n/index';
import { useLiveEvents, useLiveStatus } from '#lib/live-context';
import { liveQuery, sendTestEvent } from '../queries';
import styles from './analytics.module.css';
import { Loaded } from './Loaded';

const FIGURES = ['active', 'withPerson', 'waiting', 'today', 'dashboards'] as const;

/** What goes on now. Events of the socket renew the figures at once, a clock every quarter of a minute. */
export function LiveView() {
  const { t, language } = useTexts();
  const client = useQueryClient();
  const status = useLiveStatus();
  const live = useQuery(liveQuery);
  const test = useMutation(sendTestEvent);
  const [arrivals, setArrivals] = useState<readonly string[]>([]);
  // This window counts among the open dashboards once its connection is open.
  useEffect(() => {
    if (status === 'open') void client.invalidateQueries({ queryKey: liveQuery.queryKey });
  }, [status, client]);
  useLiveEvents((event) => {
    if (event.type === 'analytics.test') setArrivals((before) => [event.at, ...before].slice(0, 5));
    if (event.type === 'conversation.changed' || event.type === 'message.added')
      void client.invalidateQueries({ queryKey: liveQuery.queryKey });
  });
  return (
    <Loaded query={live} failed="analytics:failed.data">
      {(data) => (
        <>
          <div className={`stack snug ${styles.metrics}`}>
            {FIGURES.map((name) => (
              <section key={name} className={styles.metric}>
                <h2>{t(`analytics:live.${name}`)}</h2>
                <p className={styles.figure}>
                  {data.atLeast.some((figure) => figure === name)
                    ? t('analytics:live.atLeast', { number: formatNumber(data[name], language) })
                    : formatNumber(data[name], language)}
                </p>
              </section>
            ))}
          </div>
          <section className={styles.card}>
            <h2>{t('analytics:live.test')}</h2>
            <p className="faint">
              {status === 'open' ? t('analytics:live.connected') : t('analytics:live.disconnected')}
            </p>
            <div className="row bottom">
              <Button isLoading={test.isPending} onClick={() => test.mutate()}>
                {t('analytics:live.send')}
              </Button>
            </div>
            {test.isError && <ErrorNotice error={test.error} />}
            <ul aria-live="polite" className="stack snug">
              {arrivals.map((at) => (
                <li key={at}>{t('analytics:live.arrived', { time: formatTime(at, language) })}</li>
              ))}
            </ul>
          </section>
        </>
      )}
    </Loaded>
  );
}
