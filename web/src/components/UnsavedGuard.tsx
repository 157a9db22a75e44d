import { useEffect } from 'react';
import { useBlocker } from 'react-router-dom';
import { useTexts } from '#i18n/index';
import { hasStoredSession } from '#lib/storage';
import { ConfirmDialog } from './ConfirmDialog';

/** Asks before unsaved changes are left behind, within the site and when the window closes. */
export function UnsavedGuard({ unsaved }: { readonly unsaved: boolean }) {
  const { t } = useTexts();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => unsaved && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!unsaved) return;
    const warn = (event: BeforeUnloadEvent) => {
      // Whoever has signed out has nothing left to save.
      if (hasStoredSession()) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [unsaved]);
  if (blocker.state !== 'blocked') return null;
  return (
    <ConfirmDialog
      title={t('common:unsaved.title')}
      confirmLabel={t('common:unsaved.leave')}
      busy={false}
      onConfirm={() => blocker.proceed()}
      onCancel={() => blocker.reset()}
    >
      {t('common:unsaved.text')}
    </ConfirmDialog>
  );
}
