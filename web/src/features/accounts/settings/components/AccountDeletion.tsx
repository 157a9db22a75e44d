import { Alert, Button } from '@aws-amplify/ui-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Card } from '#components/Card.tsx';
import { NotLoaded } from '#components/NotLoaded.tsx';
import { TypeToConfirmDialog } from '#components/TypeToConfirmDialog.tsx';
import { useToast } from '#components/toasts.tsx';
import { DELETION_DAYS } from '#contract/accounts/account';
import { formatDate } from '#i18n/format';
import { useTexts } from '#i18n/index';
import { call } from '#lib/api';
import { queryKeys } from '#lib/query-keys';
import { useAuth, usePermission } from '#lib/session/session';
import { useErrorToast } from '#lib/use-error-toast';
import { deletionQuery } from '../queries';
import styles from './api-keys.module.css';

/** The end of the account: asked for by its owner, and undone for some days. */
export function AccountDeletion() {
  const { t, language } = useTexts();
  const isOwner = usePermission('account.own');
  const deletion = useQuery(deletionQuery);
  const [asks, setAsks] = useState(false);
  const pending = deletion.data?.deletion;
  return (
    <Card title={t('settings:deletion.title')} lead={t('settings:deletion.lead', { count: DELETION_DAYS })}>
      <NotLoaded query={deletion} label="loading:default" lines={1} />
      {pending && (
        <Alert
          variation="warning"
          heading={t('settings:deletion.pending', { date: formatDate(pending.deletesAt, language) })}
        >
          <p>{t('settings:deletion.pendingText')}</p>
          {isOwner && <Undo />}
        </Alert>
      )}
      {pending === null && isOwner && (
        <Button variation="destructive" onClick={() => setAsks(true)}>
          {t('settings:deletion.action')}
        </Button>
      )}
      {!isOwner && <p className={`muted ${styles.hint}`}>{t('settings:deletion.owner')}</p>}
      {asks && <DeletionDialog onClose={() => setAsks(false)} />}
    </Card>
  );
}

function Undo() {
  const { t } = useTexts();
  const toast = useToast();
  const tellError = useErrorToast();
  const queryClient = useQueryClient();
  const undoing = useMutation({
    mutationFn: () => call('undoAccountDeletion', {}),
    onSuccess: (answer) => {
      queryClient.setQueryData(deletionQuery.queryKey, answer);
      void queryClient.invalidateQueries({ queryKey: queryKeys.bots });
      toast({ kind: 'success', text: t('settings:deletion.undone') });
    },
    onError: tellError,
  });
  return (
    <Button
      size="small"
      isLoading={undoing.isPending}
      loadingText={t('settings:deletion.undo')}
      onClick={() => undoing.mutate()}
    >
      {t('settings:deletion.undo')}
    </Button>
  );
}

function DeletionDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTexts();
  const { account } = useAuth();
  const queryClient = useQueryClient();
  const removal = useMutation({
    mutationFn: (name: string) => call('requestAccountDeletion', { body: { name } }),
    onSuccess: (answer) => {
      queryClient.setQueryData(deletionQuery.queryKey, answer);
      void queryClient.invalidateQueries({ queryKey: queryKeys.bots });
      onClose();
    },
  });
  return (
    <TypeToConfirmDialog
      title={t('settings:deletion.dialogTitle')}
      name={account.name}
      label={t('settings:deletion.name')}
      mismatch={t('settings:deletion.mismatch')}
      submitLabel={t('settings:deletion.action')}
      isBusy={removal.isPending}
      error={removal.error}
      onConfirm={removal.mutate}
      onClose={onClose}
    >
      <p>{t('settings:deletion.dialogText', { count: DELETION_DAYS })}</p>
      <ul>
        {(['bots', 'subscription', 'person'] as const).map((name) => (
          <li key={name}>{t(`settings:deletion.effects.${name}`)}</li>
        ))}
      </ul>
    </TypeToConfirmDialog>
  );
}
