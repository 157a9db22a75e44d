import type { Assembly } from './assembly/model';
import type { Ground } from './ground';
import { createStripe } from './services/stripe/service';

/** The stand-in for Stripe, which tells this cloud of what happens there. */
export function createPayments({ assembly, state, port, secrets, time, log }: Ground) {
  return createStripe({
    directory: state.folder('stripe'),
    clock: time,
    origin: `http://stripe.localhost:${port}`,
    endpoint: {
      url: `http://app.localhost:${port}/api/webhooks/stripe`,
      secret: secrets.resolve(paymentsSecretOf(assembly), 'webhookSecret'),
    },
    log: (line) => log(`stripe  ${line}`),
  });
}

/** A developer's own key takes Stripe's test mode; else the stand-in is Stripe, by the names of its host. */
export function paymentsEnvironment(gateway: string): Readonly<Record<string, string>> {
  const { STRIPE_SECRET_KEY = '', STRIPE_WEBHOOK_SECRET = '' } = process.env;
  return STRIPE_SECRET_KEY === ''
    ? { STRIPE_API_BASE: gateway }
    : { STRIPE_SECRET_KEY, ...(STRIPE_WEBHOOK_SECRET !== '' && { STRIPE_WEBHOOK_SECRET }) };
}

function paymentsSecretOf(assembly: Assembly): string {
  const found = assembly
    .ofType('AWS::SecretsManager::Secret')
    .find(({ logicalId }) => logicalId.startsWith('PaymentsSecret'));
  if (!found) throw new Error('The template has no secret for payments.');
  return found.id;
}
