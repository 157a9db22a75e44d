import { Alert, Button } from '@aws-amplify/ui-react';
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { LinkButton } from '#components/LinkButton.tsx';
import { keepInvitation, keptInvitation } from '#features/accounts/invitation-link.ts';
import { useTexts } from '#i18n/index';
import { takeLeftAccount } from '#lib/session/account-choice';
import { useAuth } from '#lib/session/session';
import { SuspendedNotice } from './SuspendedNotice';

/** What a person is to know of their memberships: which one has ended or is suspended, and that an invitation waits. */
export function AccountNotices() {
  const { t } = useTexts();
  const { pathname } = useLocation();
  const { suspended } = useAuth();
  const [left] = useState(takeLeftAccount);
  const [isDismissed, setDismissed] = useState(false);
  const isWaiting = !isDismissed && pathname !== '/invitations/accept' && keptInvitation() !== null;
  return (
    <>
      {left && (
        <Alert variation="warning" isDismissible className="parted-below">
          {t('common:accounts.left', { name: left })}
        </Alert>
      )}
      {suspended.map((membership) => (
        <SuspendedNotice key={membership.id} membership={membership} />
      ))}
      {isWaiting && (
        <Alert variation="info" className="parted-below">
          <span className="row close">
            {t('common:accounts.invitation')}
            <LinkButton to="/invitations/accept" size="small" variation="primary">
              {t('common:accounts.openInvitation')}
            </LinkButton>
            <Button
              size="small"
              onClick={() => {
                keepInvitation(null);
                setDismissed(true);
              }}
            >
              {t('common:accounts.dismiss')}
            </Button>
          </span>
        </Alert>
      )}
    </>
  );
}
