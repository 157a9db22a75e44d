import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest';
import type { Bot } from '../../../functions/contract/bots';
import type { Document } from '../../../functions/contract/documents';
import { type OwnCloud, startCloud } from '../../helpers/cloud';
import { postForm, processed, type TestFile } from '../../helpers/documents';
import { newUser, type TestUser } from '../../helpers/users';
import { openVisitor } from '../../helpers/visitor';
import { waitFor } from '../../helpers/wait-for';
import { ok } from './responses';

const QUESTION = 'Within how many days may goods be returned?';
const FILE: TestFile = {
  fileName: 'returns.md',
  content: '# Returns\n\nGoods may be returned within thirty days of delivery, unused and in their packing.',
};

let state: string;
let cloud: OwnCloud;
let owner: TestUser;
beforeAll(async () => {
  state = await mkdtemp(join(tmpdir(), 'parley-ingest-'));
  cloud = await startCloud({ state });
  owner = await newUser(cloud);
});
afterAll(async () => {
  await cloud?.remove();
  await rm(state, { recursive: true, force: true });
});

/** Stops the cloud and starts it again: what functions had in work when they ended is delivered at once then. */
async function restart(): Promise<void> {
  const { port } = cloud;
  await cloud.cloud.stop();
  cloud = await startCloud({ state, port });
}

/** Posts a file and says no more, as a browser that is closed then: S3's notification alone starts the work. */
async function post(bot: Bot, file: TestFile): Promise<Document> {
  const { document, upload } = await ok(owner, 'registerDocument', {
    path: { botId: bot.id },
    body: { fileName: file.fileName, size: Buffer.byteLength(file.content) },
  });
  expect((await postForm(upload, file)).status).toBe(204);
  return document;
}

/** Keys of a bot's segments. */
async function segments(bot: Bot): Promise<readonly string[]> {
  const client = new S3Client({
    endpoint: cloud.addresses.aws,
    region: cloud.region,
    credentials: cloud.operator,
    forcePathStyle: true,
  });
  const buckets = cloud.cloud.assembly.ofType('AWS::S3::Bucket');
  const Bucket = buckets.find(({ logicalId }) => logicalId.startsWith('Index'))?.id;
  const Prefix = `index/${bot.accountId}/${bot.id}/`;
  const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket, Prefix }));
  client.destroy();
  return Contents.map(({ Key = '' }) => Key);
}

test('an ingest function that is killed half-way: the queue brings the upload again, and it ends well, once', async () => {
  onTestFailed(() => console.log(cloud.log.join('\n')));
  const bot = await ok(owner, 'createBot', { body: { name: 'Helper' } });
  cloud.cloud.models.inject({ operation: 'invoke', kind: 'slow', delayMs: 60_000 });
  const document = await post(bot, FILE);
  await waitFor('the passages to be on their way to the model', async () => {
    const { status } = await ok(owner, 'getDocument', { path: { botId: bot.id, documentId: document.id } });
    return status === 'processing' ? true : undefined;
  });
  expect(await cloud.cloud.functions.kill('queue-ingest')).toBe(1);
  expect(await segments(bot)).toEqual([]);

  await restart();
  expect(await processed(owner, document)).toMatchObject({ status: 'success', failureReason: null });
  await cloud.cloud.drained();
  expect(await segments(bot)).toHaveLength(1);
  expect(await ok(owner, 'getBot', { path: { botId: bot.id } })).toMatchObject({
    documentCount: 1,
    passageCount: 1,
  });
  const visitor = await openVisitor(cloud, bot.widgetId);
  const { kind, citations } = await visitor.ask(QUESTION);
  expect({ kind, cited: citations.map(({ documentId }) => documentId) }).toEqual({
    kind: 'generated',
    cited: [document.id],
  });
  await visitor.close();
});
