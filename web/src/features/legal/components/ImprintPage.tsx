import { PageHeader } from '../../../components/PageHeader';
import { useTexts } from '../../../i18n';

export function ImprintPage() {
  const { t } = useTexts();
  return <PageHeader title={t('legal:imprint.title')} />;
}
