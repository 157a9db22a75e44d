import { ArrowBigUpDash } from 'lucide-react';
import { useTexts } from '#i18n/index';
import styles from '../../../components/form/form.module.css';

/** Says that capitals are locked. Always there, so that screen readers hear it come. */
export function CapsLockHint({ shown }: { readonly shown: boolean }) {
  const { t } = useTexts();
  return (
    <p role="status" className={styles.capsLock}>
      {shown && (
        <>
          <ArrowBigUpDash size={16} aria-hidden="true" />
          {t('auth:fields.capsLock')}
        </>
      )}
    </p>
  );
}
