import { lazy, Suspense } from 'react';
import { useTexts } from '#i18n/index';
import styles from './AccountMenu.module.css';

/** Fetched behind the page, which shows nothing of it before a click. */
export const AccountPanel = lazy(async () => ({ default: (await import('./AccountPanel')).AccountPanel }));

export const ACCOUNT_MENU = 'account-menu';

/** Beside the sidebar or the rail. A popover: the browser closes it on Esc and on a click outside. */
export function AccountMenu() {
  const { t } = useTexts();
  return (
    <div
      id={ACCOUNT_MENU}
      popover="auto"
      role="dialog"
      aria-label={t('common:account.label')}
      className={`floats high ${styles.menu}`}
    >
      <Suspense fallback={null}>
        <AccountPanel />
      </Suspense>
    </div>
  );
}
