import {
  ListIndexesCommand,
  ListVectorsCommand,
  NotFoundException,
  S3VectorsClient,
} from '@aws-sdk/client-s3vectors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Bot } from '#contract/bots/bots';
import { asOperator, type OwnCloud, startCloud } from '../../helpers/cloud';
import { newUser, type TestUser } from '../../helpers/users';
import { openVisitor } from '../../helpers/visitor';
import { waitFor } from '../../helpers/wait-for';
import { ok } from '../responses';

let cloud: OwnCloud;
let owner: TestUser;
let bot: Bot;
let client: S3VectorsClient;

beforeAll(async () => {
  // So many passages make a bot large.
  cloud = await startCloud({ pages: false, environment: { VECTOR_INDEX_FROM: '4' } });
  owner = await newUser(cloud);
  bot = await ok(owner, 'createBot', { body: { name: 'Helper', language: 'en', deploy: true } });
  client = new S3VectorsClient(asOperator(cloud));
});
afterAll(async () => {
  client?.destroy();
  await cloud?.remove();
});

/** Vectors in each index that there is. */
async function indexed(): Promise<readonly number[]> {
  const [bucket] = cloud.cloud.assembly.ofType('AWS::S3Vectors::VectorBucket');
  const { indexes = [] } = await client.send(new ListIndexesCommand({ vectorBucketArn: bucket?.id }));
  const counts = indexes.map(async ({ indexArn }) => {
    try {
      const { vectors = [] } = await client.send(new ListVectorsCommand({ indexArn }));
      return vectors.length;
    } catch (error) {
      // Deleted a moment ago.
      if (error instanceof NotFoundException) return [];
      throw error;
    }
  });
  return (await Promise.all(counts)).flat();
}
const indexedAre = (...counts: readonly number[]) =>
  waitFor(`${counts} vectors`, async () =>
    JSON.stringify(await indexed()) === JSON.stringify(counts) ? true : undefined,
  );

const found = async (question: string) =>
  (await ok(owner, 'tryRetrieval', { path: { botId: bot.id }, body: { question } })).passages;
const texts = (passages: Awaited<ReturnType<typeof found>>) => passages.map(({ text }) => text);

const PAIRS = [
  ['How late may I return a bicycle?', 'You may return a bicycle within 45 days of delivery.'],
  ['Do you repair bicycles?', 'Our workshop repairs bicycles of every make within a week.'],
  ['Who pays for shipping?', 'Shipping is free for orders above 80 euros.'],
  ['Is there parking?', 'Parking is free behind the shop, also for trailers.'],
] as const;

test('a bot that grows large answers from its vector index as before, forgets what is deleted, and shrinks again', async () => {
  const path = { botId: bot.id };
  const written = [];
  for (const [question, answer] of PAIRS) {
    expect(await indexed()).toEqual([]);
    written.push(await ok(owner, 'writeFaq', { path, body: { question, answer } }));
  }
  await indexedAre(4);
  await cloud.cloud.drained();
  const question = 'When can a bicycle be returned?';
  const passages = await found(question);
  expect(passages[0]?.text).toContain('within 45 days');
  expect(passages[0]?.fields.dense).toBeGreaterThan(0.1);
  expect(passages.every(({ fields }) => fields.dense !== null)).toBe(true);

  const visitor = await openVisitor(cloud, bot.widgetId);
  const answer = await visitor.ask('How late may I return a bicycle?');
  expect(answer.message.text).toContain('within 45 days');
  expect(answer.citations[0]?.documentId).toBe(written[0]?.document.id);
  await visitor.close();

  await ok(owner, 'deleteDocument', { path: { ...path, documentId: written[2]?.document.id ?? '' } });
  expect(texts(await found('Who pays for shipping?')).join()).not.toContain('80 euros');
  await indexedAre(3);
  // Three of four leave it large; two do not.
  const large = await found(question);
  await ok(owner, 'deleteDocument', { path: { ...path, documentId: written[3]?.document.id ?? '' } });
  await indexedAre();
  const small = await found(question);
  expect(texts(small)).toEqual(texts(large).filter((text) => !text.includes('Parking')));
  expect(small[0]?.fields.dense).toBeCloseTo(large[0]?.fields.dense ?? 0, 2);
});
