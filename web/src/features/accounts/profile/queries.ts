import { useMutation, useQueryClient } from '@tanstack/react-query';
import { fetchAuthSession } from 'aws-amplify/auth';
import type { Me } from '#contract/accounts/profile';
import { call } from '#lib/api';
import { queryKeys } from '#lib/query-keys';
import { configureAuth } from '#lib/session/user-pool';

/** Has a code mailed to the new address. */
export function useRequestEmail() {
  return useMutation({ mutationFn: (email: string) => call('requestEmail', { body: { email } }) });
}

/** The new address counts from then on, also in the tokens of this session. */
export function useConfirmEmail() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (code: string) => call('confirmEmail', { body: { code } }),
    onSuccess: (profile) => {
      queryClient.setQueryData<Me>(queryKeys.me, (me) => me && { ...me, profile });
      configureAuth();
      // Without it they say the old one until they are renewed by themselves.
      void fetchAuthSession({ forceRefresh: true }).catch(() => {});
    },
  });
}
