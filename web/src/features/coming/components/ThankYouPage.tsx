import { PageHeader } from '../../../components/PageHeader';
import { useTexts } from '../../../i18n';

export function ThankYouPage() {
  const { t } = useTexts();
  return <PageHeader title={t('coming:thankYou.title')} />;
}
