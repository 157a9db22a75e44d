import { PageHeader } from '../../../components/PageHeader';
import { useTexts } from '../../../i18n';

export function AboutPage() {
  const { t } = useTexts();
  return <PageHeader title={t('about:title')} />;
}
