import * as z from 'zod';
import { epochSeconds } from '#platform/clock';
import { getItems, updateItem } from '#platform/raw-table';
import { dayOf } from './bot-usage';

/** Seconds that a day's item is kept, for who asks what an account cost. */
const KEPT = 40 * 86_400;
const NANO = 1e9;

const Stored = z.object({ nanoUsd: z.number().optional() });

/** What models cost for an account on the day of `now`, in US dollars: answers, tests and documents. */
export async function readAccountSpending(accountId: string, now: Date): Promise<number> {
  const [found] = z.array(Stored).parse(await getItems([keyOf(accountId, now)]));
  return (found?.nanoUsd ?? 0) / NANO;
}

/** Adds to it. */
export async function addAccountSpending(accountId: string, now: Date, usd: number): Promise<void> {
  await updateItem({
    Key: keyOf(accountId, now),
    UpdateExpression:
      'SET #entity = :entity, accountId = :accountId, expiresAt = :expiresAt ADD nanoUsd :spent',
    ExpressionAttributeNames: { '#entity': 'entity' },
    ExpressionAttributeValues: {
      ':entity': 'AccountSpending',
      ':accountId': accountId,
      ':expiresAt': epochSeconds(now) + KEPT,
      ':spent': Math.ceil(usd * NANO),
    },
  });
}

function keyOf(accountId: string, now: Date) {
  return { pk: `ACCOUNT#${accountId}`, sk: `MODEL_SPENDING#${dayOf(now)}` };
}
