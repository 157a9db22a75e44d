import { useToast } from '#components/toasts.tsx';
import { useErrorText } from './use-error-text';

/** Says in passing that a call was refused, and why; `about` names the thing that it was to change. */
export function useErrorToast(about?: string): (error: unknown) => void {
  const textOf = useErrorText();
  const toast = useToast();
  return (error) => toast({ kind: 'error', ...(about !== undefined && { about }), text: textOf(error) });
}
