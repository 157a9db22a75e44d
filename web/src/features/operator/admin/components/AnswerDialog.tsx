import { useState } from 'react';
import { FormDialog } from '#components/FormDialog.tsx';
import { TextAreaInput } from '#components/form/TextAreaInput.tsx';
import { Segmented } from '#components/Segmented.tsx';
import { Language } from '#contract/accounts/profile';
import { type ActOnSubmission, ANSWER_LENGTH, type Submission } from '#contract/operator/admin';
import { useTexts } from '#i18n/index';
import styles from './admin.module.css';

/** Writes the answer that is mailed to the sender. */
export function AnswerDialog({
  submission: { message, email, reference, contact },
  busy,
  onAnswer,
  onClose,
}: {
  readonly submission: Submission;
  readonly busy: boolean;
  readonly onAnswer: (act: ActOnSubmission) => void;
  readonly onClose: () => void;
}) {
  const { t, language } = useTexts();
  const [text, setText] = useState('');
  const [mailLanguage, setMailLanguage] = useState<Language>(contact?.language ?? language);
  const [isChecked, setChecked] = useState(false);
  const { length } = text.trim();
  const isWrong = length === 0 || length > ANSWER_LENGTH;
  const submit = () => {
    setChecked(true);
    if (!isWrong) onAnswer({ action: 'answer', text, language: mailLanguage });
  };
  return (
    <FormDialog
      title={t('admin:messages.answerTo', { email: email ?? reference })}
      submitLabel={t('admin:messages.send')}
      isBusy={busy}
      onSubmit={submit}
      onClose={onClose}
    >
      <blockquote className={styles.answer}>
        <p className={styles.said}>{message}</p>
      </blockquote>
      <TextAreaInput
        label={t('admin:messages.text')}
        value={text}
        rows={7}
        isRequired
        autoFocus
        problem={isChecked && isWrong ? 'admin:messages.textWrong' : null}
        length={length}
        least={1}
        most={ANSWER_LENGTH}
        onChange={({ target }) => setText(target.value)}
      />
      <Segmented
        label={t('admin:messages.language')}
        value={mailLanguage}
        options={Language.options.map((value) => ({ value, label: t(`common:languages.${value}`) }))}
        onChange={setMailLanguage}
      />
    </FormDialog>
  );
}
