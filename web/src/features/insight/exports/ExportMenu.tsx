import { Button } from '@aws-amplify/ui-react';
import { Download } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { permits } from '#contract/base/permissions';
import { useTexts } from '#i18n/index';
import { useAuth } from '#lib/session/session';
import type { ExportedView } from './exported-view';

const ExportDialog = lazy(async () => ({ default: (await import('./ExportDialog')).ExportDialog }));

/** The button that exports what a page shows; nothing for who may not. Its page loads the texts of `reports`. */
export function ExportMenu(view: ExportedView) {
  const { t } = useTexts();
  const { profile, account } = useAuth();
  const [open, setOpen] = useState(false);
  if (!permits('data.export', { profile: profile.role, team: account.role })) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Download size={16} aria-hidden="true" />
        {t('reports:export.button')}
      </Button>
      <Suspense fallback={null}>{open && <ExportDialog {...view} onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
