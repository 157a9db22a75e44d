import type { ReactNode } from 'react';
import { Dialog } from './Dialog';
import { ErrorNotice } from './ErrorNotice';
import { FormActions } from './form/FormActions';
import { Stack } from './layout';

/** A dialog that is one form: its fields, why the last try failed, and the buttons that leave or send it. */
export function FormDialog({
  title,
  size,
  submitLabel,
  busyLabel,
  isBusy,
  variation,
  error = null,
  onSubmit,
  onClose,
  children,
}: {
  readonly title: string;
  readonly size?: 'small' | 'medium';
  readonly submitLabel: string;
  readonly busyLabel?: string;
  readonly isBusy: boolean;
  readonly variation?: 'primary' | 'destructive';
  /** Of the last try; null where there is none, or where it is told at a field. */
  readonly error?: unknown;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  return (
    <Dialog title={title} onClose={onClose} {...(size && { size })}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        <Stack>
          {children}
          {error !== null && <ErrorNotice error={error} />}
          <FormActions
            submitLabel={submitLabel}
            isBusy={isBusy}
            onCancel={onClose}
            {...(busyLabel && { busyLabel })}
            {...(variation && { variation })}
          />
        </Stack>
      </form>
    </Dialog>
  );
}
