import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { PutItemCommand, UpdateItemCommand } from 'dynamodb-toolbox';
import { beforeAll, expect, test } from 'vitest';
import { conversationChannel } from '#core/accounts/sockets/entity';
import { BotEntity } from '#core/bots/entity';
import { acceptMessage } from '#core/conversations/accept-message';
import { ConversationEntity } from '#core/conversations/entity';
import { findConversation, loadConversation } from '#core/conversations/messages';
import { showOwnConversation } from '#core/conversations/visitors/own-conversation';
import { RatingEntity } from '#core/insight/analytics/entity';
import { eraseOwnConversation } from '#core/lifecycle/bots/erase-conversation';
import { BotJob, runBotJob } from '#core/lifecycle/bots/jobs';
import { documentClient } from '#platform/table';
import { readItem } from '#platform/table-reads';
import { dispatchChange } from '#test/helpers/dispatch-change';
import { withLocalTable } from '#test/helpers/local-table';
import { recordingQueues } from '#test/helpers/recording-queues';
import { memoryPublications } from '../../bots/setup';
import { newScene, type Scene, visitorOf } from '../../conversations/inbox/setup';
import { recordingSockets, send } from '../../conversations/setup';
import { tableChange } from '../../operator/dispatch/follow';

memoryPublications();
const queues = recordingQueues();
withLocalTable();
beforeAll(() => {
  for (const name of ['INBOX_JOBS_QUEUE_URL', 'BOT_JOBS_QUEUE_URL', 'WEBHOOKS_QUEUE_URL'])
    process.env[name] = 'jobs';
});

const DAY = 86_400_000;
const clock = () => new Date();
const withTime = { remainingTime: () => 100_000 };

async function itemsOf({ accountId, conversationId }: Scene): Promise<readonly unknown[]> {
  const { Items = [] } = await documentClient.send(
    new QueryCommand({
      TableName: process.env.TABLE_NAME,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': conversationChannel(accountId, conversationId) },
    }),
  );
  return Items;
}

async function keepFor(scene: Scene, retentionDays: number | null, isPublished = true) {
  const { accountId, botId } = scene;
  const before = await readItem(BotEntity, { accountId, botId });
  const config = { ...(before?.config ?? before?.publication?.config), retentionDays };
  const publication =
    before?.publication && isPublished ? { ...before.publication, config } : before?.publication;
  const after = { ...before, config, publication };
  await BotEntity.build(PutItemCommand)
    .item(after as never)
    .send();
  await dispatchChange(
    recordingSockets().sockets,
    tableChange({ before: { ...before, entity: 'Bot' }, after: { ...after, entity: 'Bot' } }),
  );
}

async function saidAgo({ accountId, conversationId }: Scene, days: number) {
  const at = new Date(Date.now() - days * DAY).toISOString();
  const { botId } = await loadConversation({ accountId, conversationId } as Scene);
  await ConversationEntity.build(UpdateItemCommand)
    .item({
      accountId,
      conversationId,
      lastMessageAt: at,
      startedAt: at,
      gsi2pk: `BOT#${botId}#CONVERSATIONS`,
      gsi2sk: `${at}#${conversationId}`,
    })
    .send();
}

const due = async () => {
  queues.forget();
  await runBotJob(clock, { kind: 'retention_due' }, withTime);
  return queues.bodies().map((body) => BotJob.parse(body));
};

test('a bot that keeps conversations for a time is looked at each day, and no other', async () => {
  const scene = await newScene();
  const { accountId, botId } = scene;
  const its = (jobs: readonly BotJob[]) => jobs.filter((job) => 'botId' in job && job.botId === botId);
  expect(its(await due())).toEqual([]);
  await keepFor(scene, 30);
  expect(its(await due())).toEqual([{ kind: 'expire_conversations', accountId, botId }]);
  // What was written to be kept for a time is kept for good first.
  await keepFor(scene, null);
  const [job] = its(await due());
  if (job) await runBotJob(clock, job, withTime);
  expect(its(await due())).toEqual([]);
});

test('what was said longer ago than that is erased, and nothing else', async () => {
  const [old, fresh] = [await newScene(), await newScene()];
  for (const [scene, days] of [
    [old, 31],
    [fresh, 29],
  ] as const) {
    await acceptMessage(clock, scene, send('Hello'));
    await keepFor(scene, 30);
    await saidAgo(scene, days);
    const { accountId, botId } = scene;
    await runBotJob(clock, { kind: 'expire_conversations', accountId, botId }, withTime);
  }
  expect(await findConversation(old)).toBeUndefined();
  expect(await itemsOf(old)).toEqual([]);
  expect(await findConversation(fresh)).toBeDefined();
});

test('what an editor has not published yet erases nothing', async () => {
  const scene = await newScene();
  await acceptMessage(clock, scene, send('Hello'));
  await saidAgo(scene, 31);
  const { accountId, botId } = scene;
  const job = { kind: 'expire_conversations', accountId, botId } as const;
  await keepFor(scene, 30, false);
  expect(await due()).not.toContainEqual(job);
  await runBotJob(clock, job, withTime);
  expect(await findConversation(scene)).toBeDefined();
  // Published, it holds.
  await keepFor(scene, 30);
  expect(await due()).toContainEqual(job);
  await runBotJob(clock, job, withTime);
  expect(await findConversation(scene)).toBeUndefined();
});

test('without time the rest is left to another job', async () => {
  const scene = await newScene();
  await keepFor(scene, 1);
  await saidAgo(scene, 2);
  const { accountId, botId } = scene;
  queues.forget();
  const job = { kind: 'expire_conversations', accountId, botId } as const;
  await runBotJob(clock, job, { remainingTime: () => 0 });
  expect(await findConversation(scene)).toBeDefined();
  expect(queues.bodies()).toEqual([job]);
});

test('a visitor reads what is stored of them, and has it erased, once and again', async () => {
  const scene = await newScene();
  await acceptMessage(clock, scene, send('Hello'));
  const visitor = visitorOf(scene);
  expect(await showOwnConversation(visitor)).toMatchObject({
    conversationId: scene.conversationId,
    variables: {},
    rating: null,
  });
  const before = await loadConversation(scene);
  await eraseOwnConversation(visitor, () => true);
  await eraseOwnConversation(visitor, () => true);
  await expect(showOwnConversation(visitor)).rejects.toThrow('Conversation not found');
  expect(await itemsOf(scene)).toEqual([]);
  // The stream tells dashboards, and takes the rating away.
  const { accountId, conversationId, startedAt, botId } = before;
  const rating = { accountId, conversationId, startedAt };
  await RatingEntity.build(PutItemCommand)
    .item({ ...rating, botId, day: '2030-01-01', stars: 5 })
    .send();
  await dispatchChange(
    recordingSockets().sockets,
    tableChange({ before: { ...before, entity: 'Conversation' }, after: null }),
  );
  expect(await readItem(RatingEntity, rating)).toBeUndefined();
});
