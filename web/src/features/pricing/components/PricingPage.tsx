import { PageHeader } from '../../../components/PageHeader';
import { useTexts } from '../../../i18n';

export function PricingPage() {
  const { t } = useTexts();
  return <PageHeader title={t('pricing:title')} />;
}
