import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { GoldenSet } from '../../../../../functions/contract/golden';
import { useToast } from '../../../components/toasts';
import { useTexts } from '../../../i18n';
import { errorCode } from '../../../lib/api-error';
import { queryKeys } from '../../../lib/query-keys';
import { getGoldenSet } from '../api/get-golden-set';

export function useGoldenSet(botId: string) {
  return useQuery({
    queryKey: queryKeys.goldenSet(botId),
    queryFn: ({ signal }) => getGoldenSet(botId, signal),
  });
}

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
