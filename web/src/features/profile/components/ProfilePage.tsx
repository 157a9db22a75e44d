import { PageHeader } from '../../../components/PageHeader';
import { useTexts } from '../../../i18n';

export function ProfilePage() {
  const { t } = useTexts();
  return <PageHeader title={t('profile:title')} />;
}
