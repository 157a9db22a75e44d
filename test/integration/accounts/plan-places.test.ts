import {
  ListBucketsCommand,
  ListObjectsV2Command,
  ListObjectVersionsCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Bot } from '#contract/bots/bots';
import type { Document } from '#contract/knowledge/documents';
import { asOperator, sharedCloud } from '#test/helpers/cloud';
import { postForm, processed, uploadDocument } from '#test/helpers/documents';
import { newUser, type TestUser } from '#test/helpers/users';
import { waitFor } from '#test/helpers/wait-for';
import { sendTo } from '../queues';
import { ok, refused } from '../responses';

/** The starter plan's. */
const LIMIT = 10;

const cloud = sharedCloud();
const s3 = new S3Client({ ...asOperator(cloud), forcePathStyle: true });

let owner: TestUser;
let bot: Bot;
beforeAll(async () => {
  owner = await newUser(cloud);
  bot = await ok(owner, 'createBot', { body: { name: 'Helper', deploy: true } });
});
afterAll(() => s3.destroy());

/** What the dashboard shows, which is what the server enforces. */
async function usage() {
  const { accounts } = await ok(owner, 'getMe');
  return accounts[0]?.usage;
}

function announce(size = 20) {
  return ok(owner, 'registerDocument', {
    path: { botId: bot.id },
    body: { fileName: 'prices.txt', size },
  });
}

/** Brings the moment at which the upload must have arrived, as its message does half an hour later. */
const endUpload = ({ id: documentId }: Document) =>
  sendTo(cloud, /Deadlines/, {
    accountId: bot.accountId,
    botId: bot.id,
    documentId,
    at: Math.floor(Date.now() / 1000) - 1,
  });

/** Where S3 has a document's file. */
async function fileOf({ id }: Document) {
  const { Buckets = [] } = await s3.send(new ListBucketsCommand({}));
  const Bucket = Buckets.find(({ Name }) => Name?.includes('uploads'))?.Name;
  return { Bucket, Prefix: `uploads/${bot.accountId}/${bot.id}/${id}` };
}

/** What the bucket keeps of it: versions that a delete marker hides too, and the markers. */
async function remaining(document: Document): Promise<number> {
  const listed = await s3.send(new ListObjectVersionsCommand(await fileOf(document)));
  return (listed.Versions?.length ?? 0) + (listed.DeleteMarkers?.length ?? 0);
}

/** Files of a document that can be read without naming a version. */
async function readable(document: Document): Promise<number> {
  return (await s3.send(new ListObjectsV2Command(await fileOf(document)))).KeyCount ?? 0;
}

test('what counts against the plan is what the person is shown: announced, in work and ready, not failed', async () => {
  expect(await usage()).toMatchObject({ allBots: 1, documents: 0 });
  const good = await uploadDocument(owner, bot.id, {
    fileName: 'good.txt',
    content: 'Parcels come on Mondays.',
  });
  await processed(owner, good);
  expect(await usage()).toMatchObject({ allBots: 1, documents: 1 });

  const bad = await uploadDocument(owner, bot.id, { fileName: 'bad.txt', content: '    ' });
  expect(await processed(owner, bad)).toMatchObject({ status: 'failed', failureReason: 'empty' });
  expect(await usage()).toMatchObject({ allBots: 1, documents: 1 });
  await waitFor('the unreadable file to be erased', async () => (await remaining(bad)) === 0 || undefined);

  const announced = await Promise.all(Array.from({ length: LIMIT - 1 }, () => announce()));
  expect(await usage()).toMatchObject({ allBots: 1, documents: LIMIT });
  const error = await refused(owner, 'registerDocument', 'plan.limit_exceeded', {
    path: { botId: bot.id },
    body: { fileName: 'one-more.txt', size: 5 },
  });
  expect(error.details).toMatchObject({ resource: 'documents', limit: LIMIT });

  const [lost, arrived] = announced;
  if (!lost || !arrived) throw new Error('Nothing was announced.');
  await endUpload(lost.document);
  expect(await processed(owner, lost.document)).toMatchObject({
    status: 'failed',
    failureReason: 'not_uploaded',
  });
  await endUpload(lost.document);
  expect(await usage()).toMatchObject({ allBots: 1, documents: LIMIT - 1 });

  const content = 'Prices rise in May. ';
  expect((await postForm(arrived.upload, { fileName: 'prices.txt', content })).status).toBe(204);
  await endUpload(arrived.document);
  expect(await processed(owner, arrived.document)).toMatchObject({ status: 'success' });
  expect(await usage()).toMatchObject({ allBots: 1, documents: LIMIT - 1 });

  for (const { document } of [lost, arrived])
    await ok(owner, 'deleteDocument', { path: { botId: bot.id, documentId: document.id } });
  expect(await usage()).toMatchObject({ allBots: 1, documents: LIMIT - 2 });

  // Arrived, and deleted before anybody took it in: known to no table. Racing is the point, so often.
  for (let round = 0; round < 5; round++) {
    const { document, upload } = await announce(content.length);
    expect((await postForm(upload, { fileName: 'prices.txt', content })).status).toBe(204);
    await ok(owner, 'deleteDocument', { path: { botId: bot.id, documentId: document.id } });
    await waitFor('the file to be deleted', async () => (await readable(document)) === 0 || undefined);
  }

  // Posted while the form was still good, to a document that was deleted: nobody would ever erase it.
  expect((await postForm(lost.upload, { fileName: 'prices.txt', content })).status).toBe(204);
  expect(await remaining(lost.document)).toBe(1);
  await endUpload(lost.document);
  await waitFor(
    'the file of nobody to be erased',
    async () => (await remaining(lost.document)) === 0 || undefined,
  );
});
