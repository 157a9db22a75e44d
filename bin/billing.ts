import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { runCommand, UsageError, understood } from './operator/command';
import { enterStage } from './operator/stage';

/*
 * `npm run billing:prices` makes what is sold, once. It needs STRIPE_SECRET_KEY; the local cloud, which has to run, has
 * its own Stripe.
 */

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const USAGE = `usage: npm run billing:prices [-- -c stage=NAME]
       -c stage=NAME    a deployed stage, with STRIPE_SECRET_KEY; else the local one
       --state .local   where the local one keeps its state`;

async function main(): Promise<void> {
  const { context = [], state } = understood(parse).values;
  await enterStage(ROOT, { context, state: path.resolve(state) });
  const isLocal = context.length === 0;
  if (!process.env.STRIPE_SECRET_KEY && !isLocal) throw new UsageError('STRIPE_SECRET_KEY is missing.');
  if (!process.env.STRIPE_SECRET_KEY) {
    process.env.STRIPE_SECRET_KEY = 'sk_test_local';
    process.env.STRIPE_API_BASE = process.env.AWS_ENDPOINT_URL ?? '';
  }
  const { payments } = await import('#platform/payments');
  const { makePrices } = await import('#core/accounts/billing/prices');
  const made = await makePrices(await payments());
  console.log(made.length === 0 ? 'Every price is there.' : `Made: ${made.join(', ')}`);
}

function parse() {
  return parseArgs({
    options: {
      context: { type: 'string', short: 'c', multiple: true },
      state: { type: 'string', default: path.join(ROOT, '.local') },
    },
  });
}

runCommand(main, USAGE);
