import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { useToast } from '#components/toasts.tsx';
import type { SubscriptionStatus } from '#contract/accounts/billing';
import type { PlanId } from '#contract/accounts/plans';
import type { UpdateSettings } from '#contract/accounts/platform-settings';
import type {
  ActOnClientError,
  ActOnSubmission,
  ActOnSubscription,
  ActOnUser,
  AdminAction,
} from '#contract/operator/admin';
import type { ClientErrorStatus } from '#contract/site/client-errors';
import type { SubmissionKind, SubmissionStatus } from '#contract/site/feedback';
import { useTexts } from '#i18n/index';
import { call } from '#lib/api';
import { errorCode } from '#lib/api-error';
import { queryKeys } from '#lib/query-keys';

const ADMIN = ['admin'] as const;

type Signal = { readonly signal: AbortSignal };
interface ListPage {
  readonly cursor: string | null;
}

/** A list that is read page by page. */
function pagesOf<PAGE extends ListPage>(
  key: readonly unknown[],
  read: (cursor: { readonly cursor?: string }, options: Signal) => Promise<PAGE>,
) {
  return infiniteQueryOptions({
    queryKey: [...ADMIN, ...key],
    queryFn: ({ pageParam, signal }) => read(pageParam === null ? {} : { cursor: pageParam }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page: PAGE) => page.cursor,
  });
}

export const dashboardQuery = queryOptions({
  queryKey: [...ADMIN, 'dashboard'],
  queryFn: ({ signal }) => call('getPlatformDashboard', { signal }),
  refetchInterval: 30_000,
});

/** The list stays while another search is read: what is open at one of its rows would be gone with it. */
export const usersQuery = (search: string) => ({
  ...pagesOf(['users', search], (cursor, { signal }) =>
    call('listUsers', { query: { ...cursor, ...(search !== '' && { search }) }, signal }),
  ),
  placeholderData: keepPreviousData,
});

export const subscriptionsQuery = (
  plan: PlanId | 'all',
  status: SubscriptionStatus | 'all',
  search: string,
) => ({
  ...pagesOf(['subscriptions', plan, status, search], (cursor, { signal }) =>
    call('listSubscriptions', {
      query: {
        ...cursor,
        ...(plan !== 'all' && { plan }),
        ...(status !== 'all' && { status }),
        ...(search !== '' && { search }),
      },
      signal,
    }),
  ),
  placeholderData: keepPreviousData,
});

export const accountQuery = (accountId: string) =>
  queryOptions({
    queryKey: [...ADMIN, 'account', accountId],
    queryFn: ({ signal }) => call('getAdminAccount', { params: { accountId }, signal }),
  });

export const traceQuery = (accountId: string, traceId: string) =>
  queryOptions({
    queryKey: [...ADMIN, 'trace', accountId, traceId],
    queryFn: ({ signal }) => call('traceMessages', { params: { accountId, traceId }, signal }),
  });

export const clientErrorsQuery = (status: ClientErrorStatus) =>
  pagesOf(['errors', status], (cursor, { signal }) =>
    call('listClientErrors', { query: { ...cursor, status }, signal }),
  );

export const submissionsQuery = (kind: SubmissionKind, status: SubmissionStatus | 'all') =>
  pagesOf(['submissions', kind, status], (cursor, { signal }) =>
    call('listSubmissions', { query: { ...cursor, kind, ...(status !== 'all' && { status }) }, signal }),
  );

export const logQuery = (action: AdminAction | 'all') =>
  pagesOf(['log', action], (cursor, { signal }) =>
    call('listAdminLog', { query: { ...cursor, ...(action !== 'all' && { action }) }, signal }),
  );

export const settingsQuery = queryOptions({
  queryKey: [...ADMIN, 'settings'],
  queryFn: ({ signal }) => call('getSettings', { signal }),
});

export const queuesQuery = queryOptions({
  queryKey: [...ADMIN, 'queues'],
  queryFn: ({ signal }) => call('listDeadLetterQueues', { signal }),
});

export const deadLettersQuery = (queueName: string) =>
  queryOptions({
    queryKey: [...ADMIN, 'queue', queueName],
    queryFn: ({ signal }) => call('listDeadLetters', { params: { queueName }, signal }),
  });

/** A write of the administration: what it failed for is told, and everything shown here is read again. */
function useAdminChange<INPUT, OUTPUT>(run: (input: INPUT) => Promise<OUTPUT>) {
  const queryClient = useQueryClient();
  const toast = useToast();
  const { t } = useTexts();
  return useMutation({
    mutationFn: run,
    onError: (error) =>
      toast({ kind: 'error', text: `${t('admin:actionFailed')}: ${t(`errors:${errorCode(error)}`)}` }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ADMIN }),
  });
}

export function useActOnUser() {
  return useAdminChange(({ id, act }: { readonly id: string; readonly act: ActOnUser }) =>
    call('actOnUser', { params: { userId: id }, body: act }),
  );
}

export const accountInvoicesQuery = (accountId: string) =>
  queryOptions({
    queryKey: [...ADMIN, 'invoices', accountId],
    queryFn: ({ signal }) => call('listAccountInvoices', { params: { accountId }, signal }),
  });

export function useActOnSubscription() {
  return useAdminChange(({ id, act }: { readonly id: string; readonly act: ActOnSubscription }) =>
    call('actOnSubscription', { params: { accountId: id }, body: act }),
  );
}

export function useActOnError() {
  return useAdminChange(({ id, ...body }: ActOnClientError & { readonly id: string }) =>
    call('actOnClientError', { params: { clientErrorId: id }, body }),
  );
}

export function useActOnSubmission() {
  return useAdminChange(
    ({
      id,
      kind,
      act,
    }: {
      readonly id: string;
      readonly kind: SubmissionKind;
      readonly act: ActOnSubmission;
    }) => call('actOnSubmission', { params: { submissionKind: kind, submissionId: id }, body: act }),
  );
}

export function useRedrive() {
  return useAdminChange(({ name, ids }: { readonly name: string; readonly ids?: string[] }) =>
    call('redriveDeadLetters', { params: { queueName: name }, body: ids ? { ids } : {} }),
  );
}

/** Saves settings. The form says itself what was refused, and keeps what was typed. */
export function useUpdateSettings() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: UpdateSettings) => call('updateSettings', { body }),
    onSuccess: (settings) => {
      queryClient.setQueryData(settingsQuery.queryKey, settings);
      void queryClient.invalidateQueries({ queryKey: queryKeys.status });
      void queryClient.invalidateQueries({ queryKey: queryKeys.me });
    },
  });
}
