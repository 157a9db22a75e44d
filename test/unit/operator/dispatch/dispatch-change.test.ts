import { randomUUID } from 'node:crypto';
import {
  DeleteObjectCommand,
  ListObjectVersionsCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { mockClient } from 'aws-sdk-client-mock';
import { DeleteItemCommand, PutItemCommand } from 'dynamodb-toolbox';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { AccountId } from '#contract/base/ids';
import { botDefaults } from '#contract/bots/bot-config';
import { connect } from '#core/accounts/sockets/connections';
import { createTicket } from '#core/accounts/sockets/tickets';
import { BotEntity, type BotItem } from '#core/bots/entity';
import { ManifestEntity } from '#core/bots/manifest/entity';
import { SegmentEntity } from '#core/knowledge/documents/entity';
import type { StoredDocument } from '#core/knowledge/documents/stored-document';
import { IndexJob } from '#core/knowledge/maintenance/jobs';
import { dispatchChange } from '#test/helpers/dispatch-change';
import { withLocalTable } from '#test/helpers/local-table';
import { recordingQueues } from '#test/helpers/recording-queues';
import { enterAccount } from '../../accounts/sockets/member';
import { clock, recordingSockets } from '../../conversations/setup';
import { tableChange } from './follow';

const s3 = mockClient(S3Client);
const queues = recordingQueues();
withLocalTable();
beforeAll(() => {
  Object.assign(process.env, {
    WIDGET_BUCKET: 'widget',
    UPLOADS_BUCKET: 'uploads',
    INDEX_BUCKET: 'index',
    INBOX_JOBS_QUEUE_URL: 'jobs',
  });
});
afterAll(() => s3.restore());
beforeEach(() => {
  s3.reset();
  s3.onAnyCommand().resolves({});
  s3.on(ListObjectVersionsCommand).callsFake(({ Prefix }) => ({
    Versions: [{ Key: Prefix, VersionId: 'v1' }],
  }));
});

/** An account with an open dashboard. */
async function newAccount() {
  const accountId = AccountId.parse(randomUUID());
  await enterAccount(accountId, 'u');
  const { ticket } = await createTicket({ clock, socketUrl: '' }, accountId, {
    kind: 'dashboard',
    userId: 'u',
    sessionId: 's',
    signedInAt: 1,
  });
  await connect(clock, { connectionId: `of-${accountId}`, ticket });
  return accountId;
}

const documentOf = (accountId: AccountId): StoredDocument & { entity: string } => ({
  entity: 'Document',
  accountId,
  botId: 'b1',
  documentId: 'd1',
  title: 'Prices',
  description: '',
  fileName: 'prices.pdf',
  format: 'pdf',
  size: 9,
  status: 'processing',
  segmentId: 's1',
  uploadVersion: 'v1',
  createdAt: '2030-01-01T00:00:00.000Z',
  updatedAt: '2030-01-01T00:00:00.000Z',
});

test('a document in work is seen by the dashboards of its account, as it crosses the wire', async () => {
  const [mine, other] = [await newAccount(), await newAccount()];
  const { sockets, said } = recordingSockets();
  await dispatchChange(sockets, tableChange({ after: documentOf(mine) }));
  expect(said).toMatchObject([
    { to: `of-${mine}`, event: { type: 'document.changed', document: { id: 'd1', status: 'processing' } } },
  ]);
  expect(JSON.stringify(said)).not.toMatch(/accountId|uploadVersion|segmentId/);
  expect(said.some(({ to }) => to.includes(other))).toBe(false);
});

test('a document that was deleted leaves dashboards, and its files are erased', async () => {
  const accountId = await newAccount();
  const { sockets, said } = recordingSockets();
  await dispatchChange(sockets, tableChange({ before: documentOf(accountId) }));
  expect(said).toEqual([
    { to: `of-${accountId}`, event: { type: 'document.removed', botId: 'b1', documentId: 'd1' } },
  ]);
  const erased = s3
    .commandCalls(DeleteObjectCommand)
    .map(({ args: [{ input }] }) => [input.Bucket, input.Key]);
  expect(erased).toEqual([
    ['uploads', `uploads/${accountId}/b1/d1`],
    ['index', `index/${accountId}/b1/s1`],
  ]);
});

test('the file of a document that can not be read is erased, once it has failed', async () => {
  const accountId = await newAccount();
  const { sockets } = recordingSockets();
  const before = documentOf(accountId);
  const after = { ...before, status: 'failed', failureReason: 'encrypted' } as const;
  await dispatchChange(sockets, tableChange({ before, after }));
  await dispatchChange(sockets, tableChange({ before: after, after: { ...after, title: 'Costs' } }));
  expect(s3.commandCalls(DeleteObjectCommand).map(({ args: [{ input }] }) => input)).toEqual([
    { Bucket: 'uploads', Key: `uploads/${accountId}/b1/d1`, VersionId: 'v1' },
  ]);
});

test('the file of a document that failed by our fault is kept, to find the fault with', async () => {
  const accountId = await newAccount();
  const { sockets } = recordingSockets();
  const before = documentOf(accountId);
  await dispatchChange(
    sockets,
    tableChange({ before, after: { ...before, status: 'failed', failureReason: 'internal' } }),
  );
  expect(s3.calls()).toHaveLength(0);
});

const config = botDefaults('en');
const storedBot = {
  entity: 'Bot',
  accountId: randomUUID(),
  botId: 'b',
  widgetId: 'abcd1234',
  name: 'Helper',
  status: 'active',
  config,
  version: 2,
  publication: { number: 2, config },
  lastPublication: 2,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
} as const;

test("a bot's publication follows what the table has of it", async () => {
  process.env.BOT_JOBS_QUEUE_URL = 'https://sqs.eu-central-1.amazonaws.com/000000000000/jobs';
  const bot = storedBot;
  const { sockets } = recordingSockets();
  const put = () => s3.commandCalls(PutObjectCommand).map(({ args: [{ input }] }) => input.Key);
  const deleted = () => s3.commandCalls(DeleteObjectCommand).map(({ args: [{ input }] }) => input.Key);
  const move = async (before: typeof bot | null, after: BotItem | null) => {
    s3.resetHistory();
    if (after) await BotEntity.build(PutItemCommand).item(after).send();
    else await BotEntity.build(DeleteItemCommand).key({ accountId: bot.accountId, botId: 'b' }).send();
    await dispatchChange(sockets, tableChange({ before, after }));
  };
  await move(null, bot);
  expect(put()).toEqual(['w/abcd1234/2.json', 'w/abcd1234/logo.svg', 'w/abcd1234.json']);
  // A change of the draft is none for visitors.
  await move(bot, { ...bot, version: 3 });
  expect(s3.calls()).toHaveLength(0);
  await move(bot, { ...bot, publication: { number: 3, config } });
  expect(put()).toEqual(['w/abcd1234/3.json', 'w/abcd1234/logo.svg', 'w/abcd1234.json']);
  await move(bot, { ...bot, status: 'inactive' });
  expect(put()).toEqual(['w/abcd1234/2.json', 'w/abcd1234/logo.svg', 'w/abcd1234.json']);
  await move(bot, { ...bot, status: 'ready' });
  expect([put(), deleted()]).toEqual([[], ['w/abcd1234.json']]);
  await move(bot, null);
  expect([put(), deleted()]).toEqual([[], ['w/abcd1234.json']]);
});

test('what is to be done for a bot later is put into its queue, in the group of its account', async () => {
  process.env.BOT_JOBS_QUEUE_URL = 'https://sqs.eu-central-1.amazonaws.com/000000000000/jobs';
  const { sockets } = recordingSockets();
  const bot = { ...storedBot, accountId: 'a', publication: undefined, status: 'draft' };
  const asked = { ...bot, trainingRequestedAt: '2026-01-02T00:00:00.000Z' };
  const purge = { entity: 'BotPurge', accountId: 'a', botId: 'b', expiresAt: 1 };
  await dispatchChange(sockets, tableChange({ before: null, after: { ...bot, knowledgeFrom: 'c' } }));
  await dispatchChange(sockets, tableChange({ before: bot, after: asked }));
  await dispatchChange(sockets, tableChange({ before: asked, after: { ...asked, version: 9 } }));
  const again = { ...asked, trainingRequestedAt: '2026-01-03T00:00:00.000Z', trainsAnew: true };
  await dispatchChange(sockets, tableChange({ before: asked, after: again }));
  // Brought back: somebody deleted what tells of the time.
  await dispatchChange(sockets, tableChange({ before: purge }));
  await dispatchChange(sockets, tableChange({ before: purge, expired: true }));
  const sent = queues.inputs();
  expect(sent.map(({ MessageBody = '' }) => JSON.parse(MessageBody))).toEqual([
    { kind: 'copy_knowledge', accountId: 'a', botId: 'b', from: 'c' },
    { kind: 'train', accountId: 'a', botId: 'b' },
    { kind: 'train', accountId: 'a', botId: 'b', anew: '20260103000000000' },
    { kind: 'purge', accountId: 'a', botId: 'b' },
  ]);
  expect(new Set(sent.map(({ MessageGroupId }) => MessageGroupId))).toEqual(new Set(['a']));
});

test('the bytes of a segment that is no longer live are erased, and a merge is asked for when there are many', async () => {
  Object.assign(process.env, {
    INDEX_JOBS_QUEUE_URL: 'https://sqs.eu-central-1.amazonaws.com/000000000000/index-jobs',
    EMBEDDING_MODEL: 'none',
    VECTOR_INDEX_FROM: '20000',
  });
  const { sockets } = recordingSockets();
  const bot = { accountId: randomUUID(), botId: 'b' };
  const segment = (segmentId: string) => ({
    ...bot,
    segmentId,
    objectKey: `k/${segmentId}`,
    passages: 1,
    bytes: 9,
  });
  await dispatchChange(sockets, tableChange({ before: { entity: 'Segment', ...segment('gone') } }));
  expect(s3.commandCalls(DeleteObjectCommand).map(({ args: [{ input }] }) => input)).toEqual([
    { Bucket: 'index', Key: `index/${bot.accountId}/b/gone` },
  ]);
  const published = tableChange({
    after: { entity: 'Manifest', ...bot, version: 8, documents: 8, passages: 8 },
  });
  await ManifestEntity.build(PutItemCommand)
    .item({ ...bot, version: 8, documents: 8, passages: 8 })
    .send();
  for (let i = 0; i < 8; i++) {
    expect(queues.inputs()).toHaveLength(0);
    await SegmentEntity.build(PutItemCommand)
      .item(segment(`s${i}`))
      .send();
    if (i === 0) await dispatchChange(sockets, published);
  }
  await dispatchChange(sockets, published);
  const [sent, ...others] = queues.inputs();
  expect(others).toEqual([]);
  expect(sent?.MessageGroupId).toBe(bot.accountId);
  expect(JSON.parse(sent?.MessageBody ?? '')).toEqual({ kind: 'merge', ...bot });
  // The bot is erased.
  await dispatchChange(sockets, { ...published, before: published.after, after: null });
  expect(queues.inputs()).toHaveLength(1);
});

test("a large bot's vector index goes when it is the bot's no more, and forgets the documents that go before", async () => {
  const queued = () => queues.bodies().filter(({ kind }) => kind !== 'train');
  const { sockets } = recordingSockets();
  const bot = { accountId: await newAccount(), botId: 'b' };
  const index = { bucket: 1, name: 'index-of-b', model: 'm' };
  const manifest = { entity: 'Manifest', ...bot, version: 1, documents: 1, passages: 5 };
  const document = { ...documentOf(bot.accountId), ...bot, status: 'success', passages: 5 };

  // Of a bot that is not large there is nothing to forget.
  await dispatchChange(sockets, tableChange({ before: document }));
  expect(queued()).toEqual([]);
  await ManifestEntity.build(PutItemCommand)
    .item({ ...bot, version: 1, documents: 1, passages: 5, vectorIndex: index })
    .send();
  await dispatchChange(sockets, tableChange({ before: document }));
  await dispatchChange(sockets, tableChange({ before: document, after: { ...document, passages: 3 } }));
  // One that never answered, or has as many as before.
  await dispatchChange(
    sockets,
    tableChange({ before: { ...document, status: 'failed', passages: undefined } }),
  );
  await dispatchChange(sockets, tableChange({ before: document, after: { ...document, title: 'Other' } }));
  const { documentId } = document;
  expect(queued()).toEqual([
    { kind: 'forget', ...bot, documentId, from: 0, to: 5 },
    { kind: 'forget', ...bot, documentId, from: 3, to: 5 },
  ]);

  queues.forget();
  const large = { ...manifest, vectorIndex: index };
  await dispatchChange(sockets, tableChange({ before: manifest, after: large }));
  await dispatchChange(
    sockets,
    // The same in another bucket, since its own was full.
    tableChange({ before: { ...large, vectorIndex: { ...index, bucket: 2 } }, after: large }),
  );
  expect(queued().filter(({ kind }) => kind === 'drop')).toEqual([]);
  queues.forget();
  await dispatchChange(sockets, tableChange({ before: large, after: manifest }));
  await dispatchChange(sockets, tableChange({ before: large }));
  const drop = { kind: 'drop', ...bot, index: { bucket: 1, name: 'index-of-b' } };
  expect(
    queued()
      .filter(({ kind }) => kind === 'drop')
      .map((job) => IndexJob.parse(job)),
  ).toEqual([drop, drop]);
});

test('an index that is to be made anew is so once', async () => {
  const { sockets } = recordingSockets();
  const bot = { accountId: await newAccount(), botId: 'b' };
  const manifest = { entity: 'Manifest', ...bot, version: 1, documents: 0, passages: 0 };
  const asked = { ...manifest, renewal: 'a1', renewalUntil: 1 };
  await dispatchChange(sockets, tableChange({ before: manifest, after: asked }));
  await dispatchChange(sockets, tableChange({ before: asked, after: { ...asked, version: 2 } }));
  expect(queues.bodies().map((body) => IndexJob.parse(body))).toEqual([{ kind: 'renew', ...bot, run: 'a1' }]);
});

test('what its time to live removed, and what is none of these, is passed over', async () => {
  const accountId = await newAccount();
  const { sockets, said } = recordingSockets();
  await dispatchChange(sockets, tableChange({ before: documentOf(accountId), expired: true }));
  await dispatchChange(
    sockets,
    tableChange({ after: { entity: 'Message', accountId, conversationId: 'of-nobody', text: 'Hello' } }),
  );
  expect(said).toEqual([]);
  expect(s3.calls()).toHaveLength(0);
});
