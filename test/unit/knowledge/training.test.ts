import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { DeleteItemCommand, PutItemCommand, UpdateItemCommand } from 'dynamodb-toolbox';
import { beforeAll, expect, test, vi } from 'vitest';
import type { BotId } from '#contract/base/ids';
import type { BotStatus } from '#contract/bots/bot-status';
import { getBot } from '#core/bots/bots';
import { BotEntity } from '#core/bots/entity';
import { DocumentEntity } from '#core/knowledge/documents/entity';
import type { StoredDocument } from '#core/knowledge/documents/stored-document';
import { followTraining } from '#core/knowledge/ingest/training';
import { actOnBot } from '#core/lifecycle/bots/act-on-bot';
import { runBotJob } from '#core/lifecycle/bots/jobs';
import type { Actor } from '#platform/actor';
import { documentClient } from '#platform/table';
import { withLocalTable } from '#test/helpers/local-table';
import { expectRefusal } from '#test/helpers/refusal';
import { clock } from '../bots/setup';
import { startBot, withBuckets } from './setup';

const buckets = withBuckets();
withLocalTable();
beforeAll(async () => {
  process.env.WIDGET_BUCKET = 'widget';
});

type Change = Partial<StoredDocument> & Pick<StoredDocument, 'status'>;

async function newBot(status: BotStatus) {
  const { actor, botId } = await startBot();
  await BotEntity.build(UpdateItemCommand).item({ accountId: actor.accountId, botId, status }).send();
  return { actor, botId };
}

async function become(actor: Actor, botId: BotId, documentId: string, change: Change) {
  const at = clock().toISOString();
  await DocumentEntity.build(PutItemCommand)
    .item({
      accountId: actor.accountId,
      botId,
      documentId,
      title: 'Terms',
      description: '',
      fileName: 'terms.md',
      format: 'md',
      size: 5,
      createdAt: at,
      updatedAt: at,
      ...change,
    })
    .send();
  await followTraining({ accountId: actor.accountId, botId });
  const { status, trainingStep, failedDocumentCount } = await getBot(actor, botId);
  return [status, trainingStep, failedDocumentCount];
}

test('a draft is trained with its first document, and ready with the last', async () => {
  const { actor, botId } = await newBot('draft');
  expect(await become(actor, botId, 'a', { status: 'pending' })).toEqual(['training', 'pending', 0]);
  expect(await become(actor, botId, 'a', { status: 'processing' })).toEqual(['training', 'processing', 0]);
  expect(await become(actor, botId, 'b', { status: 'pending' })).toEqual(['training', 'processing', 0]);
  expect(await become(actor, botId, 'a', { status: 'success' })).toEqual(['training', 'pending', 0]);
  expect(await become(actor, botId, 'b', { status: 'failed', failureReason: 'encrypted' })).toEqual([
    'ready',
    null,
    1,
  ]);
});

test('a draft whose only document was read before anybody counted is trained', async () => {
  const { actor, botId } = await newBot('draft');
  const ref = { accountId: actor.accountId, botId };
  // The event of the upload, late: the document is in the index by then.
  expect(await become(actor, botId, 'a', { status: 'success' })).toEqual(['draft', null, 0]);
  await followTraining({ ...ref, isRead: true });
  expect(await getBot(actor, botId)).toMatchObject({ status: 'ready', trainingStep: null });
});

test('a training of which nothing came has failed, and the next document may mend it', async () => {
  const { actor, botId } = await newBot('draft');
  await become(actor, botId, 'a', { status: 'processing' });
  expect(await become(actor, botId, 'a', { status: 'failed', failureReason: 'no_text' })).toEqual([
    'error',
    null,
    1,
  ]);
  expect(await become(actor, botId, 'b', { status: 'processing' })).toEqual(['training', 'processing', 1]);
  expect(await become(actor, botId, 'b', { status: 'success' })).toEqual(['ready', null, 1]);
});

test('a training of which nothing came has failed no longer once what failed is deleted', async () => {
  const { actor, botId } = await newBot('draft');
  const ref = { accountId: actor.accountId, botId };
  await become(actor, botId, 'a', { status: 'processing' });
  await become(actor, botId, 'a', { status: 'failed', failureReason: 'no_text' });
  await become(actor, botId, 'b', { status: 'failed', failureReason: 'no_text' });
  for (const [documentId, status, left] of [
    ['a', 'error', 1],
    ['b', 'ready', 0],
  ] as const) {
    await DocumentEntity.build(DeleteItemCommand)
      .key({ ...ref, documentId })
      .send();
    await followTraining(ref);
    expect(await getBot(actor, botId)).toMatchObject({ status, failedDocumentCount: left });
  }
});

test.each(['active', 'inactive'] as const)('a bot that is %s stays so while it learns', async (status) => {
  const { actor, botId } = await newBot(status);
  expect(await become(actor, botId, 'a', { status: 'processing' })).toEqual([status, 'processing', 0]);
  expect(await become(actor, botId, 'a', { status: 'failed', failureReason: 'no_text' })).toEqual([
    status,
    null,
    1,
  ]);
});

test('a bot that was deleted meanwhile is not brought to life', async () => {
  const { actor } = await newBot('draft');
  const gone = { accountId: actor.accountId, botId: 'gone' as BotId };
  await followTraining(gone);
  await expectRefusal(getBot(actor, gone.botId), 'bot.not_found');
});

test('to train takes up again what failed by our fault, and nothing else', async () => {
  const { actor, botId } = await newBot('ready');
  await become(actor, botId, 'a', { status: 'success', uploadVersion: 'v1' });
  await become(actor, botId, 'b', { status: 'failed', failureReason: 'no_text', uploadVersion: 'v2' });
  await become(actor, botId, 'c', { status: 'failed', failureReason: 'internal', uploadVersion: 'v3' });
  await become(actor, botId, 'd', { status: 'failed', failureReason: 'plan_full', uploadVersion: 'null' });
  expect(await actOnBot(clock, actor, botId, { action: 'train' })).toMatchObject({ status: 'training' });
  await runBotJob(
    clock,
    { kind: 'train', accountId: actor.accountId, botId },
    { remainingTime: () => 60_000 },
  );
  // Nothing is in work yet: the function that takes a document up begins the next training.
  expect(await getBot(actor, botId)).toMatchObject({ status: 'ready' });
  expect(buckets.queued.map(({ body, group }) => [body.documentId, body.versionId, group])).toEqual([
    ['c', 'v3', actor.accountId],
    ['d', null, actor.accountId],
  ]);
});

test('to train again has everything read again that answers, which goes on answering', async () => {
  const { actor, botId } = await newBot('active');
  await become(actor, botId, 'a', { status: 'success', uploadVersion: 'v1' });
  await become(actor, botId, 'b', { status: 'failed', failureReason: 'no_text', uploadVersion: 'v2' });
  await become(actor, botId, 'c', { status: 'failed', failureReason: 'internal', uploadVersion: 'v3' });
  // Without a file: there is nothing to be read.
  await become(actor, botId, 'd', { status: 'success' });
  expect(await actOnBot(clock, actor, botId, { action: 'retrain' })).toMatchObject({ status: 'active' });
  await runBotJob(
    clock,
    { kind: 'train', accountId: actor.accountId, botId, anew: '20260102' },
    { remainingTime: () => 60_000 },
  );
  expect(buckets.queued.map(({ body }) => [body.documentId, body.versionId, body.rebuild])).toEqual([
    ['a', null, '20260102'],
    ['c', 'v3', undefined],
  ]);
});

test.each([
  ['the other found it as it was', false],
  ['the other has written', true],
])('a count that is overtaken by a newer one does not stay, where %s', async (_, before) => {
  const { actor, botId } = await newBot('active');
  const ref = { accountId: actor.accountId, botId };
  if (before) await become(actor, botId, 'other', { status: 'pending' });
  await become(actor, botId, 'slow', { status: 'success' });
  await become(actor, botId, 'other', { status: before ? 'processing' : 'success' });
  const client = documentClient as unknown as { send(command: unknown): Promise<unknown> };
  const send = client.send.bind(client);
  await DocumentEntity.build(UpdateItemCommand)
    .item({ ...ref, documentId: 'slow', status: 'processing' })
    .send();
  let isFirst = true;
  const spy = vi.spyOn(client, 'send').mockImplementation(async (command) => {
    const found = await send(command);
    if (!(command instanceof QueryCommand) || !isFirst) return found;
    isFirst = false;
    // It has been read, and a change of it followed, before the slow count is written.
    for (const documentId of ['slow', 'other'])
      await DocumentEntity.build(UpdateItemCommand)
        .item({ ...ref, documentId, status: 'success' })
        .send();
    await followTraining(ref);
    return found;
  });
  await followTraining(ref);
  spy.mockRestore();
  expect(isFirst).toBe(false);
  expect((await getBot(actor, botId)).trainingStep).toBeNull();
});
