import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useToast } from '#components/toasts.tsx';
import type { GoldenSet } from '#contract/insight/golden';
import { useTexts } from '#i18n/index';
import { errorCode } from '#lib/api-error';
import { queryKeys } from '#lib/query-keys';

/** A call that answers with the set as it is then. */
export function useGoldenChange<INPUT>(botId: string, change: (input: INPUT) => Promise<GoldenSet>) {
  const { t } = useTexts();
  const toast = useToast();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (set) => queryClient.setQueryData(queryKeys.goldenSet(botId), set),
    onError: (error) => toast({ kind: 'error', text: t(`errors:${errorCode(error)}`) }),
  });
}
