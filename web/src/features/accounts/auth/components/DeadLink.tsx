import { Unlink } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTexts } from '#i18n/index';
import { failureOf } from '../failures';
import { AuthPage } from './AuthPage';
import styles from './auth.module.css';
import { FailureText } from './FailureText';

/** A mailed link that was used, has expired or was cut, with the ways forward. */
export function DeadLink({ error, children }: { readonly error: unknown; readonly children: ReactNode }) {
  const { t } = useTexts();
  return (
    <AuthPage
      title={t('auth:confirm.deadTitle')}
      lead={error ? <FailureText failure={failureOf(error)} /> : t('auth:confirm.broken')}
      icon={<Unlink size={28} />}
      tone="bad"
    >
      <div className={`stack starts ${styles.steps}`}>{children}</div>
    </AuthPage>
  );
}
