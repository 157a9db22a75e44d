import { setTimeout as sleep } from 'node:timers/promises';
import {
  BatchWriteCommand,
  type DynamoDBDocumentClient,
  GetCommand,
  paginateScan,
} from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOT_RESTORED } from '#core/lifecycle/recovery/compare-items';
import { NAMED_ONLY } from '#core/lifecycle/recovery/kinds';
import { answeringBot } from '#test/helpers/bursts';
import { type OwnCloud, startCloud } from '#test/helpers/cloud';
import { openVisitor } from '#test/helpers/visitor';
import { waitFor } from '#test/helpers/wait-for';
import { moment, rawTable, restore } from './restoring';

/*
 * The drill of RECOVERY.md: the table loses all that it holds, and has it back. `npm run drill` runs it alone and says how
 * long each step took.
 */

const QUESTION = 'Within how many days may I return the bicycle?';

interface Key {
  readonly pk: string;
  readonly sk: string;
}

let cloud: OwnCloud;
let db: DynamoDBDocumentClient;
let TableName: string;

beforeAll(async () => {
  cloud = await startCloud({ pages: false });
  ({ db, TableName } = await rawTable(cloud));
});
afterAll(() => cloud?.remove());

/** Each step as an operator reads it afterwards. */
async function step<T>(name: string, take: () => Promise<T>): Promise<T> {
  const begun = performance.now();
  const result = await take();
  console.info(`${String(Math.round(performance.now() - begun)).padStart(7)} ms  ${name}`);
  return result;
}

/** What is there for good: what ends within the day nobody misses, and the index is made anew. */
async function kept(): Promise<readonly Key[]> {
  const lasting = Date.now() / 1_000 + 86_400;
  const found: Key[] = [];
  for await (const { Items = [] } of paginateScan({ client: db }, { TableName, ConsistentRead: true }))
    for (const { pk, sk, entity, expiresAt } of Items)
      if ((expiresAt ?? lasting) >= lasting && !NOT_RESTORED.has(entity)) found.push({ pk, sk });
  return found;
}

async function deleteAll(keys: readonly Key[]): Promise<void> {
  for (let from = 0; from < keys.length; from += 25)
    await db.send(
      new BatchWriteCommand({
        RequestItems: {
          [TableName]: keys.slice(from, from + 25).map((Key) => ({ DeleteRequest: { Key } })),
        },
      }),
    );
}

async function missingOf(keys: readonly Key[]): Promise<readonly Key[]> {
  const missing: Key[] = [];
  for (const Key of keys) {
    const { Item } = await db.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
    if (!Item) missing.push(Key);
  }
  return missing;
}

test('a table that lost every item has all of them back, and its bot answers', async () => {
  const { bot } = await answeringBot(cloud);
  const visitor = await openVisitor(cloud, bot.widgetId);
  await visitor.ask(QUESTION);
  await visitor.close();
  await cloud.cloud.drained();
  // What the later reader of the stream counts and lists comes some seconds after.
  await sleep(6_000);
  await cloud.cloud.drained();
  const before = await kept();
  expect(before.length).toBeGreaterThan(40);
  const at = await moment();

  await step(`all ${before.length} items are lost`, () => deleteAll(before));
  // As RECOVERY.md says: what follows a loss is done some seconds after it, and would take away what was brought back.
  await step('the stream is followed again', async () => {
    await sleep(6_000);
    await cloud.cloud.drained();
  });
  await step('all but what lets somebody in is restored', () => restore(cloud, '--to', at));
  await step('what lets somebody in is restored', () =>
    restore(cloud, '--to', at, ...Object.keys(NAMED_ONLY).flatMap((kind) => ['--only', kind])),
  );
  const lost = await missingOf(before);
  console.info(`${String(lost.length).padStart(7)}     items lost`);
  expect(lost).toEqual([]);
  await step('its bot answers from its documents', () =>
    waitFor('the document to answer again', async () => {
      const again = await openVisitor(cloud, bot.widgetId);
      const { message } = await again.ask(QUESTION);
      await again.close();
      return message.text.includes('45') ? true : undefined;
    }),
  );
});
