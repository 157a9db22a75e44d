import { Alert, Button } from '@aws-amplify/ui-react';
import { useMutation } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useNavigate } from 'react-router-dom';
import { ErrorNotice } from '#components/ErrorNotice.tsx';
import { LinkButton } from '#components/LinkButton.tsx';
import { SignOutButton } from '#components/SignOutButton.tsx';
import { keepInvitation, keptInvitation } from '#features/accounts/invitation-link.ts';
import { useTexts } from '#i18n/index';
import { call } from '#lib/api';
import { ApiError } from '#lib/api-error';
import { switchAccount } from '#lib/session/account-choice';
import { useAuth } from '#lib/session/session';
import { useLoaded } from '#lib/use-loaded';
import { InvitationCard } from './InvitationCard';

/** A signed-in person accepts the invitation whose link they opened in this browser, or declines it. */
export function AcceptPage() {
  const { t } = useTexts();
  const { profile } = useAuth();
  const navigate = useNavigate();
  const token = keptInvitation() ?? '';
  const loaded = useLoaded(
    useCallback(
      async (signal: AbortSignal) => {
        try {
          if (token.length < 20) throw new ApiError('invitation.not_found');
          return await call('readInvitation', { body: { token }, signal });
        } catch (error) {
          // The link of who has accepted already leads into the account; anybody else is refused again.
          if (error instanceof ApiError && error.code === 'invitation.used') {
            const accepted = await call('acceptInvitation', { body: { token } }).catch(() => null);
            keepInvitation(null);
            if (accepted) {
              switchAccount(profile.id, accepted.accountId);
              // This page is left: until then it loads.
              return await new Promise<never>(() => {});
            }
          }
          // What is not open any more is not offered again.
          if (error instanceof ApiError && error.code.startsWith('invitation.')) keepInvitation(null);
          throw error;
        }
      },
      [token, profile.id],
    ),
  );
  const accept = useMutation({
    mutationFn: () => call('acceptInvitation', { body: { token } }),
    onSuccess: ({ accountId }) => {
      keepInvitation(null);
      switchAccount(profile.id, accountId);
    },
  });
  const decline = useMutation({
    mutationFn: () => call('declineInvitation', { body: { token } }),
    onSuccess: () => {
      keepInvitation(null);
      void navigate('/dashboard', { replace: true });
    },
  });
  const isBusy = accept.isPending || accept.isSuccess || decline.isPending;
  const error = accept.error ?? decline.error;
  return (
    <InvitationCard
      loaded={loaded}
      onRetry={loaded.again}
      aside={<LinkButton to="/dashboard">{t('team:invitation.dashboard')}</LinkButton>}
    >
      {({ email }) => (
        <>
          {email.toLowerCase() !== profile.email.toLowerCase() && (
            <Alert variation="info" heading={t('team:invitation.otherAddress', { email: profile.email })}>
              {t('team:invitation.otherAddressText', { email })}
              <div className="row parted-above-snug">
                <SignOutButton />
              </div>
            </Alert>
          )}
          {error && <ErrorNotice error={error} />}
          <div className="row parted-above-snug">
            <Button
              variation="primary"
              isLoading={accept.isPending}
              isDisabled={isBusy}
              onClick={() => accept.mutate()}
            >
              {t('team:invitation.accept')}
            </Button>
            <Button isDisabled={isBusy} onClick={() => decline.mutate()}>
              {t('team:invitation.decline')}
            </Button>
          </div>
        </>
      )}
    </InvitationCard>
  );
}
