import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { verifiedEvent } from '#platform/payments';
import { expectRefusal } from '#test/helpers/refusal';

beforeAll(() => {
  vi.stubEnv('STRIPE_SECRET_KEY', 'sk_test_1');
  vi.stubEnv('STRIPE_WEBHOOK_SECRET', 'whsec_1');
});
afterAll(() => vi.unstubAllEnvs());

const body = Buffer.from(JSON.stringify({ id: 'evt_1', object: 'event', type: 'invoice.paid' }));
/** As Stripe signs: the time and the body. */
function signed(secret: string, seconds = Math.floor(Date.now() / 1_000)): string {
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
}

it('reads an event that Stripe has signed', async () => {
  expect(await verifiedEvent(body, signed('whsec_1'))).toMatchObject({ id: 'evt_1' });
});

it.each([
  ['of another secret', signed('whsec_2')],
  ['of another day', signed('whsec_1', Math.floor(Date.now() / 1_000) - 86_400)],
  ['that is none', 'nonsense'],
  ['that is missing', undefined],
])('refuses a signature %s', async (_, signature) => {
  await expectRefusal(verifiedEvent(body, signature), 'billing.signature_invalid');
});
