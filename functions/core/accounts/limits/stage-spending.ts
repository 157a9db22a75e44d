import { randomInt } from 'node:crypto';
import * as z from 'zod';
import { epochSeconds } from '#platform/clock';
import { getItems, putItem, updateItem } from '#platform/raw-table';
import { dayOf } from './bot-usage';

/**
 * What the stage spent on models today lies in so many items, and each use adds to one by chance: one item takes a
 * thousand writes a second, all of them sixteen thousand. More would cost more to read.
 */
const SHARDS = 16;
const KEPT = 40 * 86_400;
const SWITCH = { pk: 'MODELS', sk: 'SWITCH' } as const;
const NANO = 1e9;

export interface StageModels {
  /** Since when an operator has them off. */
  readonly offSince: string | null;
  /** Today (UTC), in US dollars. */
  readonly spentUsd: number;
}

const Stored = z.object({
  sk: z.string(),
  nanoUsd: z.number().optional(),
  off: z.boolean().optional(),
  changedAt: z.string().optional(),
});

/** Whether the models of the stage are on, and what they cost today. */
export async function readStageModels(now: Date): Promise<StageModels> {
  const keys = [SWITCH, ...Array.from({ length: SHARDS }, (_, shard) => shardKey(now, shard))];
  const items = z.array(Stored).parse(await getItems(keys));
  const found = items.find(({ sk }) => sk === SWITCH.sk);
  return {
    offSince: found?.off ? (found.changedAt ?? null) : null,
    spentUsd: items.reduce((sum, { nanoUsd = 0 }) => sum + nanoUsd, 0) / NANO,
  };
}

/** Adds to what was spent on the day of `now`. */
export async function addSpending(now: Date, usd: number): Promise<void> {
  await updateItem({
    Key: shardKey(now, randomInt(SHARDS)),
    UpdateExpression: 'SET #entity = :entity, expiresAt = :expiresAt ADD nanoUsd :spent',
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

function shardKey(now: Date, shard: number) {
  return { pk: `MODEL_SPENDING#${dayOf(now)}#${shard}`, sk: 'SPENDING' };
}
