import { Webhook } from 'lucide-react';
import { EmptyState } from '../../../components/EmptyState';
import { LinkButton } from '../../../components/LinkButton';
import { useTexts } from '../../../i18n';

export function IntegrationsTab() {
  const { t } = useTexts();
  return (
    <EmptyState
      icon={<Webhook size={30} />}
      title={t('bots:integrations.title')}
      action={<LinkButton to="?tab=deployment">{t('bots:integrations.action')}</LinkButton>}
    >
      {t('bots:integrations.text')} {t('bots:integrations.today')}
    </EmptyState>
  );
}
