import { Alert, Button } from '@aws-amplify/ui-react';
import type { FormEvent, ReactNode } from 'react';

export interface FormProps {
  /** Id of the heading that names the form. */
  readonly labelledBy?: string;
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => unknown;
  /** What went well before. */
  readonly notice?: ReactNode;
  /** Why the last try failed. */
  readonly failure?: ReactNode;
  readonly submit: { readonly label: string; readonly working: string; readonly isWorking: boolean };
  readonly children: ReactNode;
}

/** One column of fields, what there is to say about the whole above them, and the button that sends them. */
export function Form({ labelledBy, onSubmit, notice, failure, submit, children }: FormProps) {
  return (
    <form
      className="stack"
      aria-labelledby={labelledBy}
      onSubmit={(event) => void onSubmit(event)}
      noValidate
    >
      {notice && !failure && <Alert variation="success">{notice}</Alert>}
      {failure && <Alert variation="error">{failure}</Alert>}
      {children}
      <Button
        type="submit"
        variation="primary"
        isFullWidth
        isLoading={submit.isWorking}
        loadingText={submit.working}
      >
        {submit.label}
      </Button>
    </form>
  );
}
