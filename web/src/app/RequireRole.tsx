import { ShieldAlert } from 'lucide-react';
import type { MouseEvent } from 'react';
import { Link, Outlet, useNavigate } from 'react-router-dom';
import type { ProfileRole } from '../../../functions/contract/permissions';
import { EmptyState } from '../components/EmptyState';
import { useTexts } from '../i18n';
import { useHasAnyRole } from '../lib/permissions';
import { useTitle } from '../lib/use-title';

/** Lets in whoever has one of the roles; the server decides again at each call. */
export function RequireRole({ roles }: { readonly roles: readonly ProfileRole[] }) {
  return useHasAnyRole(roles) ? <Outlet /> : <InsufficientPermissions />;
}

function InsufficientPermissions() {
  const { t } = useTexts();
  const navigate = useNavigate();
  useTitle(t('errorPages:permissions.title'));
  // The first page of this window has nothing before it.
  const goBack = (event: MouseEvent) => {
    if (!(window.history.state?.idx > 0)) return;
    event.preventDefault();
    void navigate(-1);
  };
  return (
    <EmptyState
      heading="h1"
      icon={<ShieldAlert size={28} />}
      title={t('errorPages:permissions.title')}
      action={
        <Link className="amplify-button amplify-button--primary" to="/dashboard" onClick={goBack}>
          {t('errorPages:permissions.back')}
        </Link>
      }
    >
      {t('errorPages:permissions.text')}
    </EmptyState>
  );
}
