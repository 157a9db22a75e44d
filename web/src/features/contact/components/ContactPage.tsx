import { PageHeader } from '../../../components/PageHeader';
import { useTexts } from '../../../i18n';

export function ContactPage() {
  const { t } = useTexts();
  return <PageHeader title={t('contact:title')} />;
}
