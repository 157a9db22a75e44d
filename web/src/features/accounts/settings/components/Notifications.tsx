import { useQuery } from '@tanstack/react-query';
import { Card } from '#components/Card.tsx';
import { ErrorNotice } from '#components/ErrorNotice.tsx';
import { Skeleton } from '#components/Loading.tsx';
import { useToast } from '#components/toasts.tsx';
import { NOTIFICATION_CHANNELS, NOTIFICATION_KINDS } from '#contract/insight/notification-kinds';
import { useTexts } from '#i18n/index';
import { notificationSettingsQuery, useChooseNotifications } from '../queries';
import styles from './settings.module.css';

/** Each kind with its ways: a tick holds at once. */
export function Notifications() {
  const { t } = useTexts();
  const toast = useToast();
  const settings = useQuery(notificationSettingsQuery());
  const choose = useChooseNotifications();
  return (
    <Card title={t('settings:tabs.notifications')} lead={t('settings:notifications.lead')}>
      {settings.isPending && <Skeleton label="loading:default" lines={6} />}
      {settings.isError && <ErrorNotice error={settings.error} onRetry={() => void settings.refetch()} />}
      {settings.data && (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('settings:notifications.kind')}</th>
              {NOTIFICATION_CHANNELS.map((channel) => (
                <th key={channel} scope="col">
                  {t(`settings:notifications.channels.${channel}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {NOTIFICATION_KINDS.map((kind) => {
              const chosen = settings.data.channels[kind];
              return (
                <tr key={kind}>
                  <th scope="row" className="firm">
                    {t(`settings:notifications.kinds.${kind}`)}
                  </th>
                  {NOTIFICATION_CHANNELS.map((channel) => (
                    <td key={channel}>
                      <input
                        type="checkbox"
                        aria-label={t('settings:notifications.tell', {
                          kind: t(`settings:notifications.kinds.${kind}`),
                          channel: t(`settings:notifications.channels.${channel}`),
                        })}
                        checked={chosen.includes(channel)}
                        onChange={({ target }) =>
                          choose.mutate(
                            {
                              kind,
                              channels: NOTIFICATION_CHANNELS.filter((each) =>
                                each === channel ? target.checked : chosen.includes(each),
                              ),
                            },
                            {
                              onError: () =>
                                toast({ kind: 'error', text: t('settings:notifications.failed') }),
                            },
                          )
                        }
                      />
                    </td>
                  ))}
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
    </Card>
  );
}
