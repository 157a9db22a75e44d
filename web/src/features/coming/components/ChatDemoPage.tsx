import { PageHeader } from '../../../components/PageHeader';
import { useTexts } from '../../../i18n';

export function ChatDemoPage() {
  const { t } = useTexts();
  return <PageHeader title={t('coming:chatDemo.title')} />;
}
