import * as z from 'zod';
import { epochSeconds } from '#platform/clock';
import { getItems, putItem, updateItem } from '#platform/raw-table';
import { dayOf } from './bot-usage';

const KEPT = 40 * 86_400;
const SWITCH = { pk: 'MODELS', sk: 'SWITCH' } as const;
const NANO = 1e9;

export interface StageModels {
  /** Since when an operator has them off. */
  readonly offSince: string | null;
  /** Today (UTC), in US dollars. */
  readonly spentUsd: number;
  /** Of it, by accounts that do not pay. */
  readonly unpaidUsd: number;
}

const Stored = z.object({
  sk: z.string(),
  nanoUsd: z.number().optional(),
  unpaidNanoUsd: z.number().optional(),
  off: z.boolean().optional(),
  changedAt: z.string().optional(),
});

/** Whether the models of the stage are on, and what they cost today. */
export async function readStageModels(now: Date): Promise<StageModels> {
  const items = z.array(Stored).parse(await getItems([SWITCH, keyOf(now)]));
  const of = (sk: string) => items.find((item) => item.sk === sk);
  const [found, spent] = [of(SWITCH.sk), of(keyOf(now).sk)];
  return {
    offSince: found?.off ? (found.changedAt ?? null) : null,
    spentUsd: (spent?.nanoUsd ?? 0) / NANO,
    unpaidUsd: (spent?.unpaidNanoUsd ?? 0) / NANO,
  };
}

/** Adds to what was spent on the day of `now`. */
export async function addSpending(
  now: Date,
  usd: number,
  { isPaid }: { readonly isPaid: boolean },
): Promise<void> {
  await updateItem({
    Key: keyOf(now),
    UpdateExpression: `SET #entity = :entity, expiresAt = :expiresAt ADD nanoUsd :spent${isPaid ? '' : ', unpaidNanoUsd :spent'}`,
    ExpressionAttributeNames: { '#entity': 'entity' },
    ExpressionAttributeValues: {
      ':entity': 'ModelSpending',
      ':expiresAt': epochSeconds(now) + KEPT,
      ':spent': Math.ceil(usd * NANO),
    },
  });
}

/** Turns the models of the stage on or off. Functions know it within `STATE_SECONDS` of `model-gate.ts`. */
export async function switchModels(to: 'on' | 'off', now: Date): Promise<void> {
  await putItem({ ...SWITCH, entity: 'ModelSwitch', off: to === 'off', changedAt: now.toISOString() });
}

/** One item: what is spent is written some hundred times a day (`by-chance.ts`). */
function keyOf(now: Date) {
  return { pk: `MODEL_SPENDING#${dayOf(now)}`, sk: 'SPENDING' };
}
