import { Alert } from '@aws-amplify/ui-react';
import { useQuery } from '@tanstack/react-query';
import { useTexts } from '#i18n/index';
import { platformStatusQuery } from '#lib/platform-status';

/** What administrators have everybody told: that something will be, or is, worked on. */
export function MaintenanceNotice() {
  const { t, language } = useTexts();
  const status = useQuery(platformStatusQuery);
  const notice = status.data?.maintenance;
  if (!notice) return null;
  return (
    <Alert variation="warning" heading={t('common:maintenance')} className="parted-below">
      {notice[language]}
    </Alert>
  );
}
