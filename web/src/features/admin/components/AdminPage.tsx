import { PageHeader } from '../../../components/PageHeader';
import { useTexts } from '../../../i18n';

export function AdminPage() {
  const { t } = useTexts();
  return <PageHeader title={t('admin:title')} />;
}
