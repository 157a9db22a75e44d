import { useTexts } from '../i18n';
import styles from './AccountMenu.module.css';
import { AccountPanel } from './AccountPanel';

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
      className={styles.menu}
    >
      <AccountPanel />
    </div>
  );
}
