import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { GoldenSet } from '#contract/insight/golden';
import { queryKeys } from '#lib/query-keys';
import { useErrorToast } from '#lib/use-error-toast';

/** A call that answers with the set as it is then. */
export function useGoldenChange<INPUT>(botId: string, change: (input: INPUT) => Promise<GoldenSet>) {
  const tellError = useErrorToast();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (set) => queryClient.setQueryData(queryKeys.goldenSet(botId), set),
    onError: tellError,
  });
}
