import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { InviteMember, UpdateMember } from '#contract/accounts/team';
import { call } from '#lib/api';
import { queryKeys } from '#lib/query-keys';
import { useErrorToast } from '#lib/use-error-toast';
import type { AddressOutcome } from './addresses';

export const teamQuery = queryOptions({
  queryKey: queryKeys.team,
  queryFn: ({ signal }) => call('getTeam', { signal }),
});

/** Invites one address after the other; tells of each what became of it. */
export function useInvite() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({
      emails,
      ...invitation
    }: Omit<InviteMember, 'email'> & { readonly emails: readonly string[] }) => {
      const outcomes: AddressOutcome[] = [];
      for (const email of emails)
        outcomes.push(
          await call('inviteMember', { body: { ...invitation, email } }).then(
            () => ({ email, error: null }),
            (error: unknown) => ({ email, error }),
          ),
        );
      return outcomes;
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.team }),
  });
}

export function useUpdateMember() {
  return useTeamChange(({ id, change }: { readonly id: string; readonly change: UpdateMember }) =>
    call('updateMember', { params: { memberId: id }, body: change }),
  );
}

export function useRemoveMember() {
  return useTeamChange((memberId: string) => call('removeMember', { params: { memberId } }));
}

export function useResend() {
  return useTeamChange((invitationId: string) => call('resendInvitation', { params: { invitationId } }));
}

export function useRevoke() {
  return useTeamChange((invitationId: string) => call('revokeInvitation', { params: { invitationId } }));
}

export function useTransfer() {
  return useTeamChange((userId: string) => call('transferOwnership', { body: { userId } }));
}

export function useLeave() {
  const queryClient = useQueryClient();
  const onError = useErrorToast();
  return useMutation({
    mutationFn: () => call('leaveTeam', {}),
    // Then the window leaves the account by itself.
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKeys.me }),
    onError,
  });
}

/** A change of the team, after which list and roles are read anew, also where it failed: somebody else was faster. */
function useTeamChange<INPUT, RESULT>(mutationFn: (input: INPUT) => Promise<RESULT>) {
  const queryClient = useQueryClient();
  const onError = useErrorToast();
  return useMutation({
    mutationFn,
    onError,
    onSettled: () =>
      Promise.all(
        [queryKeys.team, queryKeys.me].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
      ),
  });
}
