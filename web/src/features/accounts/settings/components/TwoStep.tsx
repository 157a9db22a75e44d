import { Button } from '@aws-amplify/ui-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Card } from '#components/Card.tsx';
import { ConfirmDialog } from '#components/ConfirmDialog.tsx';
import { NotLoaded } from '#components/NotLoaded.tsx';
import { StatusPill } from '#components/StatusPill.tsx';
import { useToast } from '#components/toasts.tsx';
import type { Security } from '#contract/accounts/security';
import { useTexts } from '#i18n/index';
import { useErrorToast } from '#lib/use-error-toast';
import {
  securityQuery,
  useBeginSecondFactor,
  useRenewRecoveryCodes,
  useTurnOffSecondFactor,
} from '../queries';
import { RecoveryCodesDialog } from './RecoveryCodesDialog';
import { SetUpDialog } from './SetUpDialog';
import styles from './two-step.module.css';

/** The second factor of the person's sign-in: codes of an authenticator app. */
export function TwoStep() {
  const { t } = useTexts();
  const security = useQuery(securityQuery);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  return (
    <Card title={t('settings:twoStep.title')} lead={t('settings:twoStep.lead')}>
      <NotLoaded query={security} label="loading:default" lines={1} />
      {security.data?.secondFactor === false && <Off onCodes={setCodes} />}
      {security.data?.secondFactor && <On security={security.data} onCodes={setCodes} />}
      {codes && <RecoveryCodesDialog codes={codes} onClose={() => setCodes(null)} />}
    </Card>
  );
}

function Off({ onCodes }: { readonly onCodes: (codes: readonly string[]) => void }) {
  const { t } = useTexts();
  const tellError = useErrorToast();
  const beginning = useBeginSecondFactor();
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <div className="row">
      <StatusPill tone="neutral">{t('settings:twoStep.off')}</StatusPill>
      <Button
        variation="primary"
        isLoading={beginning.isPending}
        loadingText={t('settings:twoStep.preparing')}
        onClick={() =>
          beginning.mutate(undefined, {
            onSuccess: (begun) => setSecret(begun.secret),
            onError: tellError,
          })
        }
      >
        {t('settings:twoStep.setUp')}
      </Button>
      {secret !== null && <SetUpDialog secret={secret} onOn={onCodes} onClose={() => setSecret(null)} />}
    </div>
  );
}

function On({
  security: { recoveryCodesLeft },
  onCodes,
}: {
  readonly security: Security;
  readonly onCodes: (codes: readonly string[]) => void;
}) {
  const { t } = useTexts();
  const toast = useToast();
  const [asks, setAsks] = useState<'off' | 'renew' | null>(null);
  const turningOff = useTurnOffSecondFactor();
  const renewing = useRenewRecoveryCodes();
  const close = () => setAsks(null);
  const onError = useErrorToast();
  return (
    <>
      <div className="row">
        <StatusPill tone="good">{t('settings:twoStep.on')}</StatusPill>
        {recoveryCodesLeft > 0 && (
          <span className="muted">{t('settings:twoStep.left', { count: recoveryCodesLeft })}</span>
        )}
      </div>
      {recoveryCodesLeft === 0 && <p className={styles.warning}>{t('settings:twoStep.noneLeft')}</p>}
      <div className="row parted-above">
        <Button onClick={() => setAsks('renew')}>{t('settings:twoStep.renew')}</Button>
        <Button onClick={() => setAsks('off')}>{t('settings:twoStep.turnOff')}</Button>
      </div>
      {asks === 'off' && (
        <ConfirmDialog
          title={t('settings:twoStep.offTitle')}
          confirmLabel={t('settings:twoStep.turnOff')}
          busy={turningOff.isPending}
          onCancel={close}
          onConfirm={() =>
            turningOff.mutate(undefined, {
              onSuccess: () => toast({ kind: 'success', text: t('settings:twoStep.offDone') }),
              onError,
              onSettled: close,
            })
          }
        >
          <p>{t('settings:twoStep.offText')}</p>
        </ConfirmDialog>
      )}
      {asks === 'renew' && (
        <ConfirmDialog
          title={t('settings:twoStep.renewTitle')}
          confirmLabel={t('settings:twoStep.renewAction')}
          isHarmless
          busy={renewing.isPending}
          onCancel={close}
          onConfirm={() =>
            renewing.mutate(undefined, {
              onSuccess: ({ codes }) => onCodes(codes),
              onError,
              onSettled: close,
            })
          }
        >
          <p>{t('settings:twoStep.renewText')}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
