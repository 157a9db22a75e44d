import { Outlet } from 'react-router-dom';
import { PageHeader } from '#components/PageHeader.tsx';
import { SectionNav } from '#features/operator/components/SectionNav.tsx';
import { useTexts } from '#i18n/index';
import { ADMIN_AREAS } from '../areas';

/** Frame of the administration's pages. */
export function AdminLayout() {
  const { t } = useTexts();
  const pages = [
    { path: '.', name: t('admin:pages.dashboard') },
    ...ADMIN_AREAS.map((path) => ({ path, name: t(`admin:pages.${path}`) })),
  ];
  return (
    <>
      <PageHeader title={t('admin:title')} />
      <SectionNav label={t('admin:pages.label')} pages={pages} />
      <Outlet />
    </>
  );
}
