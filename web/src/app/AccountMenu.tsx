import { Button } from '@aws-amplify/ui-react';
import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { LanguageSwitch } from '../components/LanguageSwitch';
import { ThemeSwitch } from '../components/ThemeSwitch';
import { useTexts } from '../i18n';
import { planStateKey } from '../lib/plan-texts';
import { useSession } from '../lib/session';
import styles from './AccountMenu.module.css';

export const ACCOUNT_MENU = 'account-menu';

/** Language, theme and the way out. A popover: the browser closes it on Esc and on a click outside. */
export function AccountMenu() {
  const { t } = useTexts();
  const { profile, account, signOut } = useSession();
  const [leaving, setLeaving] = useState(false);
  return (
    <div
      id={ACCOUNT_MENU}
      popover="auto"
      role="dialog"
      aria-label={t('common:account.label')}
      className={styles.menu}
    >
      <div className={styles.who}>
        <p className={styles.name}>{profile.full_name}</p>
        <p className={styles.email}>{profile.email}</p>
        <p className={styles.plan}>{t(planStateKey(account), { plan: t(`common:plan.${account.plan}`) })}</p>
      </div>
      <LanguageSwitch />
      <ThemeSwitch />
      <Button
        onClick={() => {
          setLeaving(true);
          void signOut();
        }}
        isLoading={leaving}
        loadingText={t('common:account.signingOut')}
        isFullWidth
      >
        <LogOut size={17} aria-hidden="true" />
        {t('common:account.signOut')}
      </Button>
    </div>
  );
}
