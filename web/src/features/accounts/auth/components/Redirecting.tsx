import { LogoMark } from '#components/Logo.tsx';
import { useTexts } from '#i18n/index';
import styles from './auth.module.css';

/** Between signing in and the page that comes. */
export function Redirecting({ confirmed = false }: { readonly confirmed?: boolean }) {
  const { t } = useTexts();
  return (
    <div className={`centred soft ${styles.redirecting}`} role="status">
      <span className={styles.pulse}>
        <LogoMark size={44} />
      </span>
      <p>
        {confirmed && <strong>{t('auth:checkMail.welcome')}</strong>}
        {t(confirmed ? 'auth:checkMail.redirecting' : 'loading:toDashboard')}
      </p>
    </div>
  );
}
