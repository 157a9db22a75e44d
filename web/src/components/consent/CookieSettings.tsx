import { Suspense, useState } from 'react';
import { useTexts } from '#i18n/index';
import { ConsentDialog } from './lazy-dialog';

/** The way back to a choice once made. */
export function CookieSettings({ className }: { readonly className?: string | undefined }) {
  const { t } = useTexts();
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" className={className} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('common:cookieSettings')}
      </button>
      <Suspense>{open && <ConsentDialog onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
