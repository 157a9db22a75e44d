import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import { readRequest, writeResponse } from '#infra/local/http';
import { MovableClock } from '#infra/local/runtime/clock';
import { createStripe, type StripeService } from '#infra/local/services/stripe/service';
import { temporaryFolder } from '#test/helpers/temporary-folder';

export interface Party {
  readonly stripe: Stripe;
  /** Gives a customer one of Stripe's cards for tests. */
  takeCard(customer: string, card: string): Promise<unknown>;
  close(): Promise<void>;
}

export interface StandIn extends Party {
  readonly service: StripeService;
  /** A client with another key. */
  clientOf(key: string): Stripe;
}

/** The stand-in for Stripe, behind an address; with the `directory` of another one it goes on with its state. */
export async function standIn({
  directory = temporaryFolder(),
  clock = new MovableClock(),
  events = { url: 'http://127.0.0.1:9', secret: 'whsec_test' },
} = {}): Promise<StandIn> {
  const service = createStripe({ directory, clock, origin: 'http://stripe.localhost', endpoint: events });
  const api = createServer(async (incoming, outgoing) => {
    await writeResponse(outgoing, service.handle(await readRequest(incoming, 1_000_000)));
  });
  await new Promise<void>((listening) => api.listen(0, '127.0.0.1', listening));
  const { port } = api.address() as AddressInfo;
  const clientOf = (key: string) =>
    new Stripe(key, { host: '127.0.0.1', port, protocol: 'http', maxNetworkRetries: 0 });
  const stripe = clientOf('sk_test_local');
  return {
    service,
    stripe,
    clientOf,
    takeCard: (customer, card) =>
      stripe.customers.update(customer, { invoice_settings: { default_payment_method: card } }),
    async close() {
      await service.stop();
      api.closeAllConnections();
      await new Promise((closed) => api.close(closed));
    },
  };
}

/** A customer with a card, and two prices. */
export async function shop({ stripe, takeCard }: Party, card = 'pm_card_visa') {
  const product = await stripe.products.create({ name: 'Parley' });
  const priced = (unit_amount: number) =>
    stripe.prices.create({
      product: product.id,
      currency: 'usd',
      unit_amount,
      recurring: { interval: 'month' },
    });
  const [monthly, dearer] = [await priced(2_900), await priced(9_900)];
  const { id: customer } = await stripe.customers.create({ metadata: { accountId: 'a1' } });
  await takeCard(customer, card);
  return { customer, monthly: monthly.id, dearer: dearer.id };
}

/** One who pays each month. */
export async function subscribed(party: Party, options: Partial<Stripe.SubscriptionCreateParams> = {}) {
  const sold = await shop(party);
  const { id, items } = await party.stripe.subscriptions.create({
    customer: sold.customer,
    items: [{ price: sold.monthly }],
    ...options,
  });
  return { ...sold, id, item: items.data[0]?.id ?? '' };
}
