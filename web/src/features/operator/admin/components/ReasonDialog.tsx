import { type ReactNode, useState } from 'react';
import { FormDialog } from '#components/FormDialog.tsx';
import { TextInput } from '#components/form/TextInput.tsx';
import type { TranslationKey } from '#i18n/keys';

/** Asks before something is taken from a customer, and for the reason. */
export function ReasonDialog({
  title,
  name,
  label,
  hint,
  length,
  problem,
  submitLabel,
  busy,
  autoFocus = false,
  onReason,
  onClose,
  children,
}: {
  readonly title: string;
  /** Whom it is about. */
  readonly name: string;
  /** Of the field for the reason. */
  readonly label: string;
  readonly hint: string;
  readonly length: { readonly min: number; readonly max: number };
  /** What is said of a reason that is too short or too long. */
  readonly problem: TranslationKey;
  readonly submitLabel: string;
  readonly busy: boolean;
  /** Where nothing is asked before. */
  readonly autoFocus?: boolean;
  readonly onReason: (reason: string) => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const [reason, setReason] = useState('');
  const [isChecked, setChecked] = useState(false);
  const written = reason.trim().length;
  const isWrong = written < length.min || written > length.max;
  return (
    <FormDialog
      title={title}
      size="small"
      submitLabel={submitLabel}
      isBusy={busy}
      variation="destructive"
      onSubmit={() => {
        setChecked(true);
        if (!isWrong) onReason(reason);
      }}
      onClose={onClose}
    >
      <p>
        <strong>{name}</strong>
      </p>
      {children}
      <TextInput
        label={label}
        descriptiveText={hint}
        value={reason}
        most={length.max}
        isRequired
        autoFocus={autoFocus}
        problem={isChecked && isWrong ? problem : null}
        onChange={({ target }) => setReason(target.value)}
      />
    </FormDialog>
  );
}
