import { Alert, Button } from '@aws-amplify/ui-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '#components/ConfirmDialog.tsx';
import { ErrorNotice } from '#components/ErrorNotice.tsx';
import type { SuspendedMembership } from '#contract/accounts/profile';
import { useTexts } from '#i18n/index';
import { call } from '#lib/api';
import { queryKeys } from '#lib/query-keys';
import { isTold, tell } from '#lib/session/account-choice';
import { useAuth } from '#lib/session/session';

/**
 * Why a person is in another account than before, once in each window: else it would look as if everything was lost. They
 * can leave that team for good.
 */
export function SuspendedNotice({
  membership: { id, name, by },
}: {
  readonly membership: SuspendedMembership;
}) {
  const { t } = useTexts();
  const { account } = useAuth();
  const queryClient = useQueryClient();
  const [isShown, setShown] = useState(() => !isTold(id));
  const [isAsked, setAsked] = useState(false);
  const leave = useMutation({
    mutationFn: () => call('leaveTeam', { account: id }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKeys.me }),
  });
  if (!isShown) return null;
  return (
    <Alert
      variation="warning"
      isDismissible
      heading={t('common:accounts.suspended', { name })}
      className="parted-below"
      onDismiss={() => {
        tell(id);
        setShown(false);
      }}
    >
      <span className="row close">
        {t(`common:accounts.suspendedText.${by}`, { own: account.name })}
        <Button size="small" onClick={() => setAsked(true)}>
          {t('common:accounts.leave')}
        </Button>
      </span>
      {leave.isError && <ErrorNotice error={leave.error} />}
      {isAsked && (
        <ConfirmDialog
          title={t('common:accounts.leaveTitle')}
          about={name}
          confirmLabel={t('common:accounts.leave')}
          busy={leave.isPending}
          onConfirm={() => leave.mutate(undefined, { onSettled: () => setAsked(false) })}
          onCancel={() => setAsked(false)}
        >
          {t('common:accounts.leaveText')}
        </ConfirmDialog>
      )}
    </Alert>
  );
}
