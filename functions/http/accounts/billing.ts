import { BILLING_ROUTES } from '#contract/routes/accounts/billing';
import { getBilling } from '#core/accounts/billing/billing';
import {
  cancelSubscription,
  changePlan,
  previewPlanChange,
  reactivateSubscription,
} from '#core/accounts/billing/change-subscription';
import { createCheckoutSession, createPortalSession } from '#core/accounts/billing/checkout';
import { getBillingHistory, listInvoices } from '#core/accounts/billing/invoices';
import { getPayment, updateBillingDetails } from '#core/accounts/billing/payment';
import { receiveStripeEvent } from '#core/accounts/billing/receive-event';
import { tryPlan } from '#core/accounts/billing/try-plan';
import { loadActor } from '#core/accounts/profiles/load-actor';
import { actOnSubscription } from '#core/operator/admin/act-on-subscription';
import { followRefund } from '#core/operator/admin/log-refund';
import { verifyAccessToken } from '#platform/access-token';
import { systemClock as clock } from '#platform/clock';
import { httpHandler } from '#platform/http-handler';
import { payments, verifiedEvent } from '#platform/payments';

const deps = async () => ({ clock, stripe: await payments() });

export const handler = httpHandler(
  'billing',
  BILLING_ROUTES,
  {
    getBilling: ({ actor }) => getBilling(clock, actor),
    getPayment: ({ actor }) => getPayment(payments, actor),
    updateBillingDetails: async ({ actor, body }) => updateBillingDetails(await deps(), actor, body),
    tryPlan: ({ actor, body }) => tryPlan(clock, actor, body.plan),
    createCheckoutSession: async ({ actor, body }) => createCheckoutSession(await deps(), actor, body),
    createPortalSession: async ({ actor, body }) => createPortalSession(await deps(), actor, body),
    getBillingHistory: ({ actor, body }) => getBillingHistory(actor, body.userId),
    cancelSubscription: async ({ actor, body }) => cancelSubscription(await deps(), actor, body),
    reactivateSubscription: async ({ actor }) => reactivateSubscription(await deps(), actor),
    previewPlanChange: async ({ actor, body }) => previewPlanChange(await deps(), actor, body.priceId),
    changePlan: async ({ actor, body }) => changePlan(await deps(), actor, body.priceId),
    listAccountInvoices: ({ params }) => listInvoices(params.accountId),
    actOnSubscription: async ({ actor, params, body }) =>
      actOnSubscription(await deps(), actor, params.accountId, body),
    receiveStripeEvent: async ({ body, headers }) => {
      const event = await verifiedEvent(body, headers['stripe-signature']);
      await receiveStripeEvent(await deps(), event);
      await followRefund(await deps(), event);
    },
  },
  { loadActor, verifyAccessToken },
);
