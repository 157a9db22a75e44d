import { PageHeader } from '../../../components/PageHeader';
import { useTexts } from '../../../i18n';

export function WidgetPreviewPage() {
  const { t } = useTexts();
  return <PageHeader title={t('coming:widgetPreview.title')} />;
}
