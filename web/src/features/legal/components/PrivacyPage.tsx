import { PageHeader } from '../../../components/PageHeader';
import { useTexts } from '../../../i18n';

export function PrivacyPage() {
  const { t } = useTexts();
  return <PageHeader title={t('legal:privacy.title')} />;
}
