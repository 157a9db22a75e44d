import { PasswordField, type PasswordFieldProps } from '@aws-amplify/ui-react';
import { useTexts } from '../i18n';

/** A password field whose show button speaks the reader's language. */
export function PasswordInput(props: PasswordFieldProps) {
  const { t } = useTexts();
  return (
    <PasswordField
      {...props}
      showPasswordButtonLabel={t('common:password.show')}
      passwordIsHiddenLabel={t('common:password.hidden')}
      passwordIsShownLabel={t('common:password.shown')}
    />
  );
}
