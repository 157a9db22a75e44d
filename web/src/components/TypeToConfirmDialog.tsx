import { TextField } from '@aws-amplify/ui-react';
import { type ReactNode, useState } from 'react';
import { cleanLine } from '#contract/base/clean';
import { FormDialog } from './FormDialog';

/** Asks for a name to be typed before what bears it is taken away: what is done by habit is not done by accident. */
export function TypeToConfirmDialog({
  title,
  name,
  label,
  mismatch,
  submitLabel,
  isBusy,
  error,
  onConfirm,
  onClose,
  children,
}: {
  readonly title: string;
  readonly name: string;
  /** Of the field. */
  readonly label: string;
  /** What is said of another name than this. */
  readonly mismatch: string;
  readonly submitLabel: string;
  readonly isBusy: boolean;
  /** Of the last try; null where there is none. */
  readonly error: unknown;
  /** The name as it was typed. */
  readonly onConfirm: (typed: string) => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const [typed, setTyped] = useState('');
  const [isOther, setOther] = useState(false);
  return (
    <FormDialog
      title={title}
      submitLabel={submitLabel}
      isBusy={isBusy}
      variation="destructive"
      error={error}
      onSubmit={() => {
        if (cleanLine(typed) === cleanLine(name)) onConfirm(cleanLine(typed));
        else setOther(true);
      }}
      onClose={onClose}
    >
      <p>
        <strong>{name}</strong>
      </p>
      {children}
      <TextField
        label={label}
        autoComplete="off"
        autoFocus
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          setOther(false);
        }}
        hasError={isOther}
        errorMessage={isOther && mismatch}
      />
    </FormDialog>
  );
}
