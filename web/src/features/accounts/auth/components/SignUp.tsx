import { Alert } from '@aws-amplify/ui-react';
import { useTexts } from '#i18n/index';
import { useSignUpOpen } from '../hooks/useSignUpOpen';
import { AuthPage } from './AuthPage';
import styles from './auth.module.css';
import { ModeLink } from './ModeLink';
import { SignUpForm, type SignUpFormProps } from './SignUpForm';

/** The form, or that nobody can sign up at the moment. */
export function SignUp(props: SignUpFormProps) {
  const { t } = useTexts();
  if (useSignUpOpen()) return <SignUpForm {...props} />;
  return (
    <AuthPage title={t('auth:signUp.closedTitle')}>
      <Alert variation="info">{t('auth:signUp.closed')}</Alert>
      <p className={styles.foot}>
        {t('auth:signUp.haveAccount')} <ModeLink mode="login">{t('auth:signUp.toSignIn')}</ModeLink>
      </p>
    </AuthPage>
  );
}
