import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type {
  Unanswered,
  UnansweredAction,
  UnansweredList,
  UnansweredState,
} from '#contract/insight/unanswered';
import { call } from '#lib/api';
import { useErrorToast } from '#lib/use-error-toast';
import { questionKeys, unansweredQuery } from '../queries';

export function useUnanswered(botId: string, state: UnansweredState) {
  return useQuery({ ...unansweredQuery(botId, state), select: ({ items }) => items });
}

/** Shows a group in the list of `state` as it is now. */
export function usePutUnanswered(botId: string, state: UnansweredState) {
  const queryClient = useQueryClient();
  return (changed: Unanswered) =>
    queryClient.setQueryData<UnansweredList>(questionKeys.unanswered(botId, state), (list) =>
      list ? { items: list.items.map((item) => (item.id === changed.id ? changed : item)) } : list,
    );
}

export function useUnansweredAction(botId: string, state: UnansweredState, { id }: Unanswered) {
  const tellError = useErrorToast();
  const put = usePutUnanswered(botId, state);
  return useMutation({
    mutationFn: (action: UnansweredAction) =>
      call('actOnUnanswered', { params: { botId, unansweredId: id }, body: { action } }),
    onSuccess: put,
    onError: tellError,
  });
}
