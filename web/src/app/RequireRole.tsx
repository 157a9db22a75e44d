import { ShieldAlert } from 'lucide-react';
import type { MouseEvent } from 'react';
import { Link, Outlet, useNavigate } from 'react-router-dom';
import { EmptyState } from '#components/EmptyState.tsx';
import type { ProfileRole } from '#contract/base/permissions';
import { useTexts } from '#i18n/index';
import { useHasAnyRole } from '#lib/permissions';
import { useTitle } from '#lib/use-title';

/** Lets in whoever has one of the roles; the server decides again at each call. */
export function RequireRole({
  roles,
  words = 'permissions',
}: {
  readonly roles: readonly ProfileRole[];
  /** What the others are told. */
  readonly words?: Words;
}) {
  return useHasAnyRole(roles) ? <Outlet /> : <InsufficientPermissions words={words} />;
}

type Words = 'permissions' | 'adminRequired';

function InsufficientPermissions({ words }: { readonly words: Words }) {
  const { t } = useTexts();
  const navigate = useNavigate();
  useTitle(t(`errorPages:${words}.title`));
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
      title={t(`errorPages:${words}.title`)}
      action={
        <Link className="amplify-button amplify-button--primary" to="/dashboard" onClick={goBack}>
          {t('errorPages:permissions.back')}
        </Link>
      }
    >
      {t(`errorPages:${words}.text`)}
    </EmptyState>
  );
}
