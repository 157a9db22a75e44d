import { Outlet } from 'react-router-dom';
import { LanguageSwitch } from '#components/LanguageSwitch.tsx';
import { Logo } from '#components/Logo.tsx';
import { SampleAnswer } from '#components/SampleAnswer.tsx';
import { useTexts } from '#i18n/index';
import { config } from '#lib/config';
import styles from './AuthLayout.module.css';

export function AuthLayout() {
  const { t } = useTexts();
  return (
    <div className={styles.page}>
      <aside className={styles.brand}>
        <p className={styles.claim}>{t('auth:brand.claim')}</p>
        <SampleAnswer />
        <p className={styles.note}>{t('auth:brand.note')}</p>
      </aside>
      <div className={styles.side}>
        <header className={styles.top}>
          <a href={config().rootOrigin} className="plain-link">
            <Logo />
          </a>
          <LanguageSwitch compact />
        </header>
        <main className={styles.main}>
          <Outlet />
        </main>
      </div>
    </div>
  );
}
