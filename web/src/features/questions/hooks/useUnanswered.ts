import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type {
  Unanswered,
  UnansweredAction,
  UnansweredList,
  UnansweredState,
} from '../../../../../functions/contract/unanswered';
import { useToast } from '../../../components/toasts';
import { useTexts } from '../../../i18n';
import { errorCode } from '../../../lib/api-error';
import { queryKeys } from '../../../lib/query-keys';
import { actOnUnanswered } from '../api/act-on-unanswered';
import { listUnanswered } from '../api/list-unanswered';

export function useUnanswered(botId: string, state: UnansweredState) {
  return useQuery({
    queryKey: queryKeys.unanswered(botId, state),
    queryFn: ({ signal }) => listUnanswered(botId, state, signal),
    select: ({ items }) => items,
    // What has left a list stays in it, with the way back, until the list is opened again.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: 'always',
    refetchOnWindowFocus: false,
  });
}

/** Shows a group in the list of `state` as it is now. */
export function usePutUnanswered(botId: string, state: UnansweredState) {
  const queryClient = useQueryClient();
  return (changed: Unanswered) =>
    queryClient.setQueryData<UnansweredList>(queryKeys.unanswered(botId, state), (list) =>
      list ? { items: list.items.map((item) => (item.id === changed.id ? changed : item)) } : list,
    );
}

export function useUnansweredAction(botId: string, state: UnansweredState, { id }: Unanswered) {
  const { t } = useTexts();
  const toast = useToast();
  const put = usePutUnanswered(botId, state);
  return useMutation({
    mutationFn: (action: UnansweredAction) => actOnUnanswered(botId, id, action),
    onSuccess: put,
    onError: (error) => toast({ kind: 'error', text: t(`errors:${errorCode(error)}`) }),
  });
}
