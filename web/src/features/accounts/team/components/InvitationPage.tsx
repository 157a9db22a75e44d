import { useCallback, useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { LinkButton } from '#components/LinkButton.tsx';
import { keepInvitation, keptInvitation } from '#features/accounts/invitation-link.ts';
import { useTexts } from '#i18n/index';
import { call } from '#lib/api';
import { ApiError, errorCode } from '#lib/api-error';
import { config } from '#lib/config';
import { rootUrl } from '#lib/hosts';
import { useLoaded } from '#lib/use-loaded';
import { InvitationCard } from './InvitationCard';
import styles from './team.module.css';

/** Where the link of an invitation leads: says what it is, and goes on to sign-in or sign-up. */
export function InvitationPage() {
  const { t } = useTexts();
  const { hash } = useLocation();
  const navigate = useNavigate();
  const token = hash.slice(1) || keptInvitation() || '';
  useEffect(() => {
    if (hash.length < 2) return;
    keepInvitation(hash.slice(1));
    // It is not to stand in the address, where others may see it.
    void navigate('/invitations', { replace: true });
  }, [hash, navigate]);
  const loaded = useLoaded(
    useCallback(
      async (signal: AbortSignal) => {
        if (token.length < 20) throw new ApiError('invitation.not_found');
        return call('readInvitation', { body: { token }, signal });
      },
      [token],
    ),
  );
  // Whoever has accepted it is let in again once they are signed in.
  const isUsed = loaded.state === 'failed' && errorCode(loaded.error) === 'invitation.used';
  return (
    <div className={styles.alone}>
      <InvitationCard
        loaded={loaded}
        onRetry={loaded.again}
        aside={
          <>
            {isUsed && <LinkButton to="/invitations/accept">{t('team:invitation.isMine')}</LinkButton>}
            <LinkButton to={rootUrl('/', config())}>{t('team:invitation.home')}</LinkButton>
          </>
        }
      >
        {() => (
          <>
            <div className="row parted-above-snug">
              <LinkButton to="/invitations/accept" variation="primary">
                {t('team:invitation.continue')}
              </LinkButton>
              <LinkButton to={rootUrl('/auth/register?redirect=/invitations/accept', config())}>
                {t('team:invitation.signUp')}
              </LinkButton>
            </div>
            <p className="muted">{t('team:invitation.anyAddress')}</p>
          </>
        )}
      </InvitationCard>
    </div>
  );
}
