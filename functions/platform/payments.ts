import Stripe from 'stripe';
import * as z from 'zod';
import { ParleyError } from './errors';
import { secret } from './secrets';

/** What the stage's secret holds: both are the operator's, from Stripe's dashboard. */
const Keys = z.object({ secretKey: z.string(), webhookSecret: z.string() });

let client: { readonly key: string; readonly stripe: Stripe } | undefined;

/**
 * Stripe's client. Without a key of the stage it throws `billing.not_configured`. Where `STRIPE_API_BASE` names another
 * host, as on a laptop, that one stands in for Stripe.
 */
export async function payments(): Promise<Stripe> {
  const { secretKey: key } = await keys();
  if (key === '') throw new ParleyError('billing.not_configured');
  if (client?.key !== key) client = { key, stripe: new Stripe(key, clientOptions()) };
  return client.stripe;
}

/** An event whose signature is right. Throws `billing.signature_invalid`. */
export async function verifiedEvent(body: Buffer, signature: string | undefined): Promise<Stripe.Event> {
  const { webhookSecret } = await keys();
  const stripe = await payments();
  try {
    return stripe.webhooks.constructEvent(body, signature ?? '', webhookSecret);
  } catch (error) {
    throw new ParleyError('billing.signature_invalid', { cause: error });
  }
}

export type { Stripe };

/** Whether Stripe says that what was named is not there. */
export function isMissing(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing';
}

/** Whether Stripe refuses a number as none of its kind. */
export function isInvalidTaxId(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'tax_id_invalid';
}

async function keys(): Promise<z.infer<typeof Keys>> {
  // A developer's own, for Stripe's test mode on a laptop, or an operator's for a command.
  const { STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_API_BASE } = process.env;
  if (STRIPE_SECRET_KEY && (STRIPE_WEBHOOK_SECRET || !process.env.PAYMENTS_SECRET_ARN))
    return { secretKey: STRIPE_SECRET_KEY, webhookSecret: STRIPE_WEBHOOK_SECRET ?? '' };
  const stored = Keys.parse(JSON.parse(await secret('PAYMENTS_SECRET_ARN')));
  const standIn = STRIPE_API_BASE ? 'sk_test_local' : '';
  return {
    secretKey: STRIPE_SECRET_KEY || stored.secretKey || standIn,
    webhookSecret: STRIPE_WEBHOOK_SECRET || stored.webhookSecret,
  };
}

function clientOptions(): ConstructorParameters<typeof Stripe>[1] {
  const base = process.env.STRIPE_API_BASE;
  const common = { maxNetworkRetries: 2, timeout: 10_000, telemetry: false };
  if (!base) return common;
  const { hostname, port, protocol } = new URL(base);
  return { ...common, host: hostname, port: Number(port), protocol: protocol === 'http:' ? 'http' : 'https' };
}
