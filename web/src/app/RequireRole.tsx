import { Button } from '@aws-amplify/ui-react';
import { ShieldAlert } from 'lucide-react';
import { Outlet, useNavigate } from 'react-router-dom';
import type { ProfileRole } from '../../../functions/contract/permissions';
import { EmptyState } from '../components/EmptyState';
import { useTexts } from '../i18n';
import { useSession } from '../lib/session';
import { useTitle } from '../lib/use-title';

/** Lets in whoever has one of the roles; the server decides again at each call. */
export function RequireRole({ roles }: { readonly roles: readonly ProfileRole[] }) {
  return roles.includes(useSession().profile.role) ? <Outlet /> : <InsufficientPermissions />;
}

function InsufficientPermissions() {
  const { t } = useTexts();
  const navigate = useNavigate();
  useTitle(t('errorPages:permissions.title'));
  // The first page of this window has nothing before it.
  const goBack = () => (window.history.state?.idx > 0 ? navigate(-1) : navigate('/dashboard'));
  return (
    <EmptyState
      heading="h1"
      icon={<ShieldAlert size={28} />}
      title={t('errorPages:permissions.title')}
      action={
        <Button variation="primary" onClick={() => void goBack()}>
          {t('errorPages:permissions.back')}
        </Button>
      }
    >
      {t('errorPages:permissions.text')}
    </EmptyState>
  );
}
