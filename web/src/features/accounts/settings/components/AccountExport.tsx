import { Button } from '@aws-amplify/ui-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { Card } from '#components/Card.tsx';
import { ErrorNotice } from '#components/ErrorNotice.tsx';
import { NotLoaded } from '#components/NotLoaded.tsx';
import { formatBytes, formatDateTime } from '#i18n/format';
import { useTexts } from '#i18n/index';
import { call } from '#lib/api';
import { usePermission } from '#lib/session/session';
import { useErrorToast } from '#lib/use-error-toast';
import { accountExportQuery } from '../queries';

/** Everything of the account in files that programs read: asked for by its owner, and there for a week. */
export function AccountExport() {
  return usePermission('account.own') ? <OwnersExport /> : null;
}

function OwnersExport() {
  const { t, language } = useTexts();
  const queryClient = useQueryClient();
  const found = useQuery(accountExportQuery);
  const asking = useMutation({
    mutationFn: () => call('requestAccountExport', {}),
    onSuccess: (answer) => queryClient.setQueryData(accountExportQuery.queryKey, answer),
  });
  const current = found.data?.export;
  const isRunning = current?.status === 'running';
  return (
    <Card title={t('settings:export.title')} lead={t('settings:export.lead')}>
      <NotLoaded query={found} label="loading:default" lines={1} />
      {current && (
        <div role="status">
          <p>
            {t(isRunning ? 'settings:export.running' : 'settings:export.ready', {
              time: formatDateTime(current.requestedAt, language),
              until: formatDateTime(current.expiresAt, language),
            })}
          </p>
        </div>
      )}
      {current?.status === 'complete' && (
        <ul className="stack bare">
          {current.volumes.map(({ bytes }, index) => (
            // Files have no name but their number.
            // biome-ignore lint/suspicious/noArrayIndexKey: they never change their places
            <li key={index}>
              <Volume number={index + 1} bytes={bytes} />
            </li>
          ))}
        </ul>
      )}
      {asking.isError && <ErrorNotice error={asking.error} />}
      {found.data && !isRunning && (
        <Button
          isLoading={asking.isPending}
          loadingText={t('settings:export.action')}
          onClick={() => asking.mutate()}
        >
          {t('settings:export.action')}
        </Button>
      )}
    </Card>
  );
}

function Volume({ number, bytes }: { readonly number: number; readonly bytes: number }) {
  const { t, language } = useTexts();
  const tellError = useErrorToast();
  const opening = useMutation({
    mutationFn: () => call('openAccountExport', { query: { volume: number } }),
    onSuccess: ({ url }) => location.assign(url),
    onError: tellError,
  });
  return (
    <Button size="small" variation="link" isLoading={opening.isPending} onClick={() => opening.mutate()}>
      <Download size={16} aria-hidden="true" />
      {t('settings:export.file', { number, size: formatBytes(bytes, language) })}
    </Button>
  );
}
