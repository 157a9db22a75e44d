import { PageHeader } from '../../../components/PageHeader';
import { useTexts } from '../../../i18n';

export function RoadmapPage() {
  const { t } = useTexts();
  return <PageHeader title={t('roadmap:title')} />;
}
