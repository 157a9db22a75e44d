import { PageHeader } from '../../../components/PageHeader';
import { useTexts } from '../../../i18n';
import type { Area } from '../areas';

/** An honest page in the place of a screen that comes later. */
export function ComingPage({ area }: { readonly area: Area }) {
  const { t } = useTexts();
  return <PageHeader title={t(`coming:areas.${area}.title`)} />;
}
