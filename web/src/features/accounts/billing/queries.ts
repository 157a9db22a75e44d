import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Billing, TriedPlan, UpdateBillingDetails } from '#contract/accounts/billing';
import type { PlanId } from '#contract/accounts/plans';
import { call } from '#lib/api';
import { queryKeys } from '#lib/query-keys';
import { useAuth } from '#lib/session/session';

export const billingQuery = () =>
  queryOptions({ queryKey: queryKeys.billing, queryFn: ({ signal }) => call('getBilling', { signal }) });

export const invoicesQuery = (userId: string) =>
  queryOptions({
    queryKey: queryKeys.invoices,
    queryFn: ({ signal }) => call('getBillingHistory', { body: { userId }, signal }),
  });

/** What Stripe alone knows: asked anew with everything else of billing. */
export const paymentQuery = () =>
  queryOptions({
    queryKey: [...queryKeys.billing, 'payment'] as const,
    queryFn: ({ signal }) => call('getPayment', { signal }),
  });

/** What a change to a price would cost now; asked anew each time, since it changes with every second. */
export const previewQuery = (priceId: string) =>
  queryOptions({
    queryKey: [...queryKeys.billing, 'preview', priceId],
    queryFn: ({ signal }) => call('previewPlanChange', { body: { priceId }, signal }),
    gcTime: 0,
    staleTime: 0,
  });

/** What another plan would pause. */
export const pausesQuery = (plan: PlanId) =>
  queryOptions({
    queryKey: [...queryKeys.usage, 'preview', plan, null] as const,
    queryFn: ({ signal }) => call('previewPlan', { body: { plan }, signal }),
  });

/** Leads to the payment page, which leads back to ours. */
export function useCheckout() {
  const { profile } = useAuth();
  return useMutation({
    mutationFn: async ({ priceId, plan }: { readonly priceId: string; readonly plan: string }) => {
      const { url } = await call('createCheckoutSession', {
        body: {
          priceId,
          userId: profile.id,
          userEmail: profile.email,
          successUrl: `${location.origin}/thank-you?success=true&plan=${plan}`,
          cancelUrl: `${location.origin}/billing?canceled=true`,
        },
      });
      location.assign(url);
    },
  });
}

export function usePortal() {
  const { profile } = useAuth();
  return useMutation({
    mutationFn: async () => {
      const { url } = await call('createPortalSession', {
        body: { userId: profile.id, returnUrl: `${location.origin}/billing` },
      });
      location.assign(url);
    },
  });
}

export function useCancel() {
  const { profile } = useAuth();
  return useBillingChange((subscriptionId: string) =>
    call('cancelSubscription', { body: { subscriptionId, userId: profile.id } }),
  );
}

export function useReactivate() {
  return useBillingChange((_: null) => call('reactivateSubscription', {}));
}

export function useChangePlan() {
  return useBillingChange((priceId: string) => call('changePlan', { body: { priceId } }));
}

export function useTryPlan() {
  return useBillingChange((plan: TriedPlan) => call('tryPlan', { body: { plan } }));
}

export function useUpdateDetails() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: UpdateBillingDetails) => call('updateBillingDetails', { body }),
    onSuccess: (payment) => queryClient.setQueryData(paymentQuery().queryKey, payment),
  });
}

function useBillingChange<INPUT>(change: (input: INPUT) => Promise<Billing>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (billing) => {
      queryClient.setQueryData(billingQuery().queryKey, billing);
      void queryClient.invalidateQueries({ queryKey: paymentQuery().queryKey });
      void queryClient.invalidateQueries({ queryKey: queryKeys.me });
      void queryClient.invalidateQueries({ queryKey: queryKeys.invoices });
    },
  });
}
