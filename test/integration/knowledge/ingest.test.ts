import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ListObjectsV2Command, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { zipSync } from 'fflate';
import { afterAll, beforeAll, beforeEach, expect, onTestFailed, test } from 'vitest';
import type { Bot } from '#contract/bots/bots';
import type { Document, UploadGrant } from '#contract/knowledge/documents';
import { asOperator, type OwnCloud, startCloud } from '#test/helpers/cloud';
import { postForm, processed, type TestFile, uploadDocument } from '#test/helpers/documents';
import { request } from '#test/helpers/request';
import { temporaryFolder } from '#test/helpers/temporary-folder';
import { newUser, type TestUser } from '#test/helpers/users';
import { openVisitor } from '#test/helpers/visitor';
import { waitFor } from '#test/helpers/wait-for';
import { docxOf, paragraph, pdfOf } from '#test/unit/reading/documents';
import { ok, refused } from '../responses';

const QUESTION = 'Within how many days may goods be returned?';
const FILE: TestFile = {
  fileName: 'returns.md',
  content: '# Returns\n\nGoods may be returned within thirty days of delivery, unused and in their packing.',
};

const state = temporaryFolder();
let cloud: OwnCloud;
let owner: TestUser;
let bot: Bot;
beforeAll(async () => {
  cloud = await startCloud({ state, pages: false });
});
afterAll(() => cloud?.remove());
beforeEach(async () => {
  onTestFailed(() => console.log(cloud.log.join('\n')));
  owner = await newUser(cloud);
  bot = await ok(owner, 'createBot', { body: { name: 'Helper', deploy: true } });
});

/** Stops the cloud and starts it again: what functions had in work when they ended is delivered at once then. */
async function restart(): Promise<void> {
  const { port } = cloud;
  await cloud.cloud.stop();
  cloud = await startCloud({ state, port, pages: false });
}

function announce({ fileName, content }: TestFile): Promise<UploadGrant> {
  const body = { fileName, size: Buffer.byteLength(content) };
  return ok(owner, 'registerDocument', { path: { botId: bot.id }, body });
}

/** Posts a file and says no more, as a browser that is closed then: S3's notification alone starts the work. */
async function post(file: TestFile): Promise<Document> {
  const { document, upload } = await announce(file);
  expect((await postForm(upload, file)).status).toBe(204);
  return document;
}

const read = ({ id: documentId }: Document) =>
  ok(owner, 'getDocument', { path: { botId: bot.id, documentId } });

const buckets = () => new S3Client({ ...asOperator(cloud), forcePathStyle: true });
function idOf(type: string, logicalId: RegExp): string {
  const found = cloud.cloud.assembly.ofType(type).find((resource) => logicalId.test(resource.logicalId));
  if (!found) throw new Error(`The assembly has no ${type} ${logicalId}.`);
  return found.id;
}

const uploadOf = ({ id }: Document) => ({
  Bucket: idOf('AWS::S3::Bucket', /^Uploads/),
  Key: `uploads/${bot.accountId}/${bot.id}/${id}`,
});

/** What the bot knows: its segments in S3, and what it counts. */
async function knowledge() {
  const Prefix = `index/${bot.accountId}/${bot.id}/`;
  const Bucket = idOf('AWS::S3::Bucket', /^Index/);
  const { Contents = [] } = await buckets().send(new ListObjectsV2Command({ Bucket, Prefix }));
  const { documentCount, passageCount } = await ok(owner, 'getBot', { path: { botId: bot.id } });
  return { segments: Contents.length, documentCount, passageCount };
}

const ONE_PASSAGE = { segments: 1, documentCount: 1, passageCount: 1 };
const NOTHING = { segments: 0, documentCount: 0, passageCount: 0 };

test('an ingest function that is killed half-way: the queue brings the upload again, and it ends well, once', async () => {
  cloud.cloud.models.inject({ operation: 'invoke', kind: 'slow', delayMs: 60_000 });
  const document = await post(FILE);
  await waitFor('the passages to be on their way to the model', async () =>
    (await read(document)).status === 'processing' ? true : undefined,
  );
  expect(await cloud.cloud.functions.kill('queue-ingest')).toBe(1);
  expect(await knowledge()).toEqual(NOTHING);

  await restart();
  expect(await processed(owner, document)).toMatchObject({ status: 'success', failureReason: null });
  await cloud.cloud.drained();
  expect(await knowledge()).toEqual(ONE_PASSAGE);
  const visitor = await openVisitor(cloud, bot.widgetId);
  const { kind, citations } = await visitor.ask(QUESTION);
  expect({ kind, cited: citations.map(({ documentId }) => documentId) }).toEqual({
    kind: 'generated',
    cited: [document.id],
  });
  await visitor.close();
});

test('what was read is found by its words until it is deleted, and its file is had under its own name', async () => {
  const document = await processed(owner, await uploadDocument(owner, bot.id, FILE));
  const path = { botId: bot.id, documentId: document.id };
  const search = (words: string) => ok(owner, 'searchPassages', { path, body: { words } });
  const { documents } = await search('PACK deliver');
  expect(documents.map(({ documentId }) => documentId)).toEqual([document.id]);
  const { text, marks } = documents[0]?.passages[0]?.excerpt ?? { text: '', marks: [] };
  expect(marks.map(({ start, end }) => text.slice(start, end))).toEqual(['delivery', 'packing']);
  expect(await search('nonsense')).toEqual({ documents: [], hasMore: false, hasWords: true });
  for (const body of [{ words: ' ' }, { words: 'x'.repeat(201) }, {}])
    await refused(owner, 'searchPassages', 'request.invalid', { path, body });

  const disposition = async (query?: { as: string }) => {
    const { url } = await ok(owner, 'getOriginal', { path, ...(query && { query }) });
    return (await request(url)).headers['content-disposition'];
  };
  expect(await disposition()).toMatch(/^inline; filename="returns\.md"/);
  expect(await disposition({ as: 'file' })).toMatch(/^attachment; filename="returns\.md"/);
  await refused(owner, 'getOriginal', 'request.invalid', { path, query: { as: 'magic' } });

  await ok(owner, 'deleteDocument', { path });
  expect((await search('packing')).documents).toEqual([]);
});

test('each file that can not be read fails alone, with its reason', async () => {
  const pdf = Buffer.from(await pdfOf([[{ text: 'One page.', y: 700 }]]));
  const files: readonly (readonly [reason: string, fileName: string, content: Uint8Array | string])[] = [
    ['type_mismatch', 'picture.pdf', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)],
    ['type_mismatch', 'archive.docx', zipSync({ 'a.txt': Buffer.from('a') })],
    ['encrypted', 'locked.pdf', await readFile(join(FIXTURES, 'documents/encrypted.pdf'))],
    ['corrupted', 'cut-off.pdf', pdf.subarray(0, pdf.length - 200)],
    ['corrupted', 'cut-off.docx', Buffer.from(docxOf(paragraph('x'))).subarray(0, 400)],
    // Bombs of each kind: unit/reading/bombs.slow.
    ['empty', 'blank.txt', ' \n\t\n '],
    ['no_text', 'blank.docx', Buffer.from(docxOf(paragraph(' ')))],
  ];
  const uploads = await Promise.all(
    files.map(async ([reason, fileName, content]) => ({
      reason,
      document: await post({ fileName, content }),
    })),
  );
  const good = await post(FILE);
  for (const { reason, document } of uploads) {
    const { fileName, status, failureReason } = await processed(owner, document);
    expect({ fileName, status, failureReason }).toEqual({
      fileName: document.fileName,
      status: 'failed',
      failureReason: reason,
    });
  }
  expect((await processed(owner, good)).status).toBe('success');
  await cloud.cloud.drained();
  expect(await knowledge()).toEqual(ONE_PASSAGE);
  // Each ended by itself, none by a time-out or by giving up.
  const QueueUrl = idOf('AWS::SQS::Queue', /^WorkDead/);
  const { Messages = [] } = await new SQSClient(asOperator(cloud)).send(
    new ReceiveMessageCommand({ QueueUrl }),
  );
  expect(Messages).toEqual([]);
});

test('an empty file that reaches S3 all the same fails as empty', async () => {
  const { document } = await announce(FILE);
  await buckets().send(new PutObjectCommand({ ...uploadOf(document), Body: new Uint8Array() }));
  expect(await processed(owner, document)).toMatchObject({ status: 'failed', failureReason: 'empty' });
  await cloud.cloud.drained();
  expect(await knowledge()).toEqual(NOTHING);
});

const FIXTURES = join(import.meta.dirname, '../../fixtures');
