import { PageHeader } from '../../../components/PageHeader';
import { useTexts } from '../../../i18n';

export function TermsPage() {
  const { t } = useTexts();
  return <PageHeader title={t('legal:terms.title')} />;
}
