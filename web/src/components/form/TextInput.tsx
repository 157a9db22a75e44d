import { TextField, type TextFieldProps } from '@aws-amplify/ui-react';
import { useTexts } from '../../i18n';
import type { TranslationKey } from '../../i18n/keys';

export type TextInputProps = Omit<TextFieldProps, 'hasError' | 'errorMessage'> & {
  /** What is wrong with the value. */
  readonly problem?: TranslationKey | null;
};

/** A line of text, with what is wrong with it below. */
export function TextInput({ problem = null, ...props }: TextInputProps) {
  const { t } = useTexts();
  return <TextField {...props} hasError={problem !== null} errorMessage={problem && t(problem)} />;
}
