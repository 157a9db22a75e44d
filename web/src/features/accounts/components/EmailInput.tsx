import { useTexts } from '#i18n/index';
import { TextInput, type TextInputProps } from '../../../components/form/TextInput';

/** An address that is also the user name, as password managers are to know it. */
export function EmailInput(props: Omit<TextInputProps, 'label'> & { readonly label?: string }) {
  const { t } = useTexts();
  return (
    <TextInput
      label={t('auth:fields.email')}
      type="email"
      inputMode="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      isRequired
      {...props}
    />
  );
}
