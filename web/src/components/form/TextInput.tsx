import { TextField, type TextFieldProps } from '@aws-amplify/ui-react';
import { formatNumber } from '#i18n/format';
import { useTexts } from '#i18n/index';
import type { TranslationKey } from '#i18n/keys';
import styles from './form.module.css';

export type TextInputProps = Omit<TextFieldProps, 'hasError' | 'errorMessage'> & {
  /** What is wrong with the value. */
  readonly problem?: TranslationKey | null;
  /** Characters that it may have, told beside its label. What is too long can be pasted and shortened. */
  readonly most?: number;
};

/** A line of text, with what is wrong with it below. */
export function TextInput({ problem = null, most, ...props }: TextInputProps) {
  const { t, language } = useTexts();
  const field = <TextField {...props} hasError={problem !== null} errorMessage={problem && t(problem)} />;
  if (most === undefined) return field;
  const length = String(props.value ?? '').length;
  return (
    <div className="anchor">
      {field}
      <p className={`note ${styles.counter}`} data-over={length > most}>
        {formatNumber(length, language)}/{formatNumber(most, language)}
      </p>
    </div>
  );
}
