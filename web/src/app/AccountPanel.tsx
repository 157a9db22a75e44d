import { LanguageSwitch } from '../components/LanguageSwitch';
import { SignOutButton } from '../components/SignOutButton';
import { ThemeSwitch } from '../components/ThemeSwitch';
import { useTexts } from '../i18n';
import { planStateKey } from '../lib/plan-texts';
import { useSession } from '../lib/session';
import styles from './AccountPanel.module.css';

/** Who is signed in, language, appearance and the way out. */
export function AccountPanel() {
  const { t } = useTexts();
  const { profile, account } = useSession();
  return (
    <div className={styles.panel}>
      <div className={styles.who}>
        <p className={styles.name}>{profile.full_name}</p>
        <p className={styles.email}>{profile.email}</p>
        <p className={styles.plan}>{t(planStateKey(account), { plan: t(`common:plan.${account.plan}`) })}</p>
      </div>
      <LanguageSwitch />
      <ThemeSwitch />
      <SignOutButton isFullWidth />
    </div>
  );
}
