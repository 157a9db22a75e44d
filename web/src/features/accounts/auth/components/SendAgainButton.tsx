import { Alert, Button } from '@aws-amplify/ui-react';
import { useTexts } from '#i18n/index';
import type { TranslationKey } from '#i18n/keys';
import type { SendAgain } from '../hooks/useSendAgain';
import { FailureText } from './FailureText';

/** Sends the mail again, and says how that went or how long to wait. */
export function SendAgainButton({
  sendAgain: { state, failure, waitSeconds, send },
  label = 'auth:checkMail.resend',
  primary = false,
}: {
  readonly sendAgain: SendAgain;
  readonly label?: TranslationKey;
  readonly primary?: boolean;
}) {
  const { t } = useTexts();
  return (
    <>
      {state === 'sent' && <Alert variation="success">{t('auth:checkMail.resent')}</Alert>}
      {failure && (
        <Alert variation="error">
          <FailureText failure={failure} />
        </Alert>
      )}
      <Button
        {...(primary && waitSeconds === 0 ? { variation: 'primary' as const } : {})}
        onClick={send}
        // Not `disabled`: the focus would be lost with it.
        aria-disabled={waitSeconds > 0 || state === 'sending'}
      >
        {state === 'sending'
          ? t('auth:checkMail.resending')
          : waitSeconds > 0
            ? t('auth:checkMail.wait', { seconds: waitSeconds })
            : t(label)}
      </Button>
    </>
  );
}
