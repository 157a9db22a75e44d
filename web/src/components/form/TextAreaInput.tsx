import { TextAreaField, type TextAreaFieldProps } from '@aws-amplify/ui-react';
import { formatNumber } from '#i18n/format';
import { useTexts } from '#i18n/index';
import type { TranslationKey } from '#i18n/keys';
import styles from './form.module.css';

export type TextAreaInputProps = Omit<TextAreaFieldProps, 'hasError' | 'errorMessage'> & {
  /** What is wrong with the text; `{{min}}` and `{{max}}` are filled in. */
  readonly problem?: TranslationKey | null;
  readonly length: number;
  readonly least: number;
  readonly most: number;
};

/** A longer text, with its length below. What is too long can be pasted and shortened: nothing is cut off. */
export function TextAreaInput({ problem = null, length, least, most, ...props }: TextAreaInputProps) {
  const { t, language } = useTexts();
  const inWords = (value: number) => formatNumber(value, language);
  return (
    <div className="anchor">
      <TextAreaField
        {...props}
        hasError={problem !== null}
        errorMessage={problem && t(problem, { min: inWords(least), max: inWords(most) })}
      />
      <p className={`note ${styles.counter}`} data-over={length > most}>
        {inWords(length)}/{inWords(most)}
      </p>
    </div>
  );
}
