import { useQuery } from '@tanstack/react-query';
import { PowerOff } from 'lucide-react';
import { Outlet } from 'react-router-dom';
import { EmptyState } from '#components/EmptyState.tsx';
import { ErrorNotice } from '#components/ErrorNotice.tsx';
import { LinkButton } from '#components/LinkButton.tsx';
import { PageHeader } from '#components/PageHeader.tsx';
import { SectionNav } from '#features/operator/components/SectionNav.tsx';
import { useTexts } from '#i18n/index';
import { errorCode } from '#lib/api-error';
import { DEVELOPER_AREAS } from '../areas';
import { mailsQuery } from '../queries';

/** Frame of the developer tools. Whether they are on, the server says, and no page waits for that to ask for its own. */
export function DeveloperLayout() {
  const { t } = useTexts();
  const mails = useQuery(mailsQuery);
  const isOff = errorCode(mails.error) === 'developer.not_allowed';
  const pages = [
    { path: '.', name: t('developer:pages.api') },
    ...DEVELOPER_AREAS.map((path) => ({ path, name: t(`developer:pages.${path}`) })),
    { path: '/admin/settings', name: t('developer:pages.flags') },
  ];
  return (
    <>
      <PageHeader title={t('developer:title')} />
      {isOff && (
        <EmptyState
          icon={<PowerOff size={28} />}
          title={t('developer:off.title')}
          action={
            <LinkButton to="/admin/settings" variation="primary">
              {t('developer:off.action')}
            </LinkButton>
          }
        >
          {t('errors:developer.not_allowed')}
        </EmptyState>
      )}
      {mails.isError && !isOff && <ErrorNotice error={mails.error} onRetry={() => void mails.refetch()} />}
      {!isOff && !mails.isLoadingError && (
        <>
          <SectionNav label={t('developer:pages.label')} pages={pages} />
          <Outlet />
        </>
      )}
    </>
  );
}
