import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { runCommand, UsageError, understood } from './operator/command';
import { enterStage } from './operator/stage';
import { tableOf } from './operator/table';

/*
 * `npm run billing:prices` makes what is sold, once. `npm run billing:reconcile` makes every account what Stripe says
 * that it has paid for, as after an outage in which events were lost. Both need STRIPE_SECRET_KEY; the local cloud, which
 * has to run, has its own Stripe.
 */

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const USAGE = `usage: npm run billing:prices | billing:reconcile [-- -c stage=NAME]
       -c stage=NAME    a deployed stage, with STRIPE_SECRET_KEY; else the local one
       --state .local   where the local one keeps its state`;

async function main(): Promise<void> {
  const { values, positionals } = understood(parse);
  const [task] = positionals;
  if (task !== 'prices' && task !== 'reconcile') throw new UsageError('What is to be done?');
  const { stage } = await enterStage(ROOT, {
    context: values.context ?? [],
    state: path.resolve(values.state),
  });
  const isLocal = (values.context ?? []).length === 0;
  if (!process.env.STRIPE_SECRET_KEY && !isLocal) throw new UsageError('STRIPE_SECRET_KEY is missing.');
  if (!process.env.STRIPE_SECRET_KEY) {
    process.env.STRIPE_SECRET_KEY = 'sk_test_local';
    process.env.STRIPE_API_BASE = process.env.AWS_ENDPOINT_URL ?? '';
  }
  const { payments } = await import('#platform/payments');
  const stripe = await payments();
  if (task === 'prices') {
    const { makePrices } = await import('#core/accounts/billing/prices');
    const made = await makePrices(stripe);
    console.log(made.length === 0 ? 'Every price is there.' : `Made: ${made.join(', ')}`);
    return;
  }
  process.env.TABLE_NAME = await tableOf(stage);
  // Only now: their client takes what the environment says.
  const { scanItems } = await import('#platform/table-backups');
  const { syncSubscription } = await import('#core/accounts/billing/sync');
  const { AccountId } = await import('#contract/base/ids');
  const failed: string[] = [];
  let read = 0;
  for await (const page of scanItems(process.env.TABLE_NAME, undefined))
    for (const { entity, accountId } of page) {
      if (entity !== 'Subscription') continue;
      try {
        await syncSubscription({ clock: () => new Date(), stripe }, AccountId.parse(accountId));
        read += 1;
      } catch (error) {
        console.error(`${accountId}: ${error instanceof Error ? error.message : error}`);
        failed.push(String(accountId));
      }
    }
  console.log(`${read} subscriptions read from Stripe.`);
  if (failed.length > 0) throw new Error(`${failed.length} could not be read.`);
}

function parse() {
  return parseArgs({
    allowPositionals: true,
    options: {
      context: { type: 'string', short: 'c', multiple: true },
      state: { type: 'string', default: path.join(ROOT, '.local') },
    },
  });
}

runCommand(main, USAGE);
