import { randomUUID } from 'node:crypto';
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { PutSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { DeleteCommand, DynamoDBDocumentClient, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Bot } from '#contract/bots/bots';
import { notificationsPartition } from '#core/insight/notifications/entity';
import { answeringBot } from '#test/helpers/bursts';
import { type OwnCloud, startCloud } from '#test/helpers/cloud';
import { outputOf } from '#test/helpers/command';
import { moveTime } from '#test/helpers/time';
import type { TestUser } from '#test/helpers/users';
import { openVisitor } from '#test/helpers/visitor';
import { sendTo } from '../queues';

/*
 * What DEPLOY.md and RECOVERY.md tell an operator to do, done by its own command; which test drills which line is held by
 * test/unit/repository/runbook.test.ts.
 */

const QUESTION = 'Within how many days may I return the bicycle?';

let cloud: OwnCloud;
let owner: TestUser;
let bot: Bot;
let db: DynamoDBDocumentClient;
let TableName: string;
let client: {
  readonly endpoint: string;
  readonly region: string;
  readonly credentials: OwnCloud['operator'];
};

beforeAll(async () => {
  cloud = await startCloud({ pages: false });
  client = { endpoint: cloud.addresses.aws, region: cloud.region, credentials: cloud.operator };
  const plain = new DynamoDBClient(client);
  db = DynamoDBDocumentClient.from(plain);
  [TableName = ''] = (await plain.send(new ListTablesCommand({}))).TableNames ?? [];
  ({ owner, bot } = await answeringBot(cloud));
});
afterAll(() => cloud?.remove());

/** What an operator reads. */
const run = (command: string, ...words: string[]) =>
  outputOf(`bin/${command}.ts`, '--state', cloud.state, ...words);

async function itemsOf(pk: string): Promise<readonly Record<string, unknown>[]> {
  const { Items = [] } = await db.send(
    new QueryCommand({
      TableName,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': pk },
      ConsistentRead: true,
    }),
  );
  return Items;
}

let visitors = 0;

/** A visitor asks anew, and says how they were answered. Each has an address of their own: one begins few conversations. */
async function answered(): Promise<{ readonly kind: string | null; readonly text: string }> {
  visitors += 1;
  const visitor = await openVisitor(cloud, bot.widgetId, { from: `127.0.2.${visitors}` });
  const { message } = await visitor.ask(QUESTION);
  await visitor.close();
  return message as never;
}

test('what failed for good is listed, looked at, and done once it is sent back', async () => {
  // What a person was told of an account that they have left: nothing but this message takes it away.
  const userId = randomUUID();
  const pk = notificationsPartition(owner.accountId, userId);
  await db.send(new PutCommand({ TableName, Item: { pk, sk: 'NOTIFICATION#1', entity: 'Notification' } }));
  const job = { kind: 'forget_member', accountId: owner.accountId, userId };
  await sendTo(cloud, /AccountJobs\w*DeadLetters/, job, owner.accountId);
  expect(await run('redrive', 'list')).toMatch(/^account-jobs +1$/m);
  expect(await run('redrive', 'show', 'account-jobs')).toContain(userId);
  expect(await itemsOf(pk)).toHaveLength(1);
  expect(await run('redrive', 'send', 'account-jobs')).toContain('1 sent back from account-jobs');
  await cloud.cloud.drained();
  expect(await itemsOf(pk)).toEqual([]);
  expect(await run('redrive', 'list')).toMatch(/^account-jobs +0$/m);
});

test('models that are switched off answer no visitor, and do when they are on again', async () => {
  expect((await answered()).kind).toBe('generated');
  expect(await run('models', 'off')).toContain('Models are off since');
  // Functions have read it by then.
  await moveTime(cloud, Date.now() + 15_000);
  expect((await answered()).kind).toBe('quoted');
  expect(await run('models', 'status')).toContain('Models are off since');
  expect(await run('models', 'on')).toContain('Models are on.');
  await moveTime(cloud, Date.now() + 30_000);
  expect((await answered()).kind).toBe('generated');
});

test('what became of a message is told by its conversation, without a word of it', async () => {
  const visitor = await openVisitor(cloud, bot.widgetId);
  const { message } = await visitor.ask(QUESTION);
  await visitor.close();
  const conversationId = message.id.slice(0, message.id.lastIndexOf('-'));
  const told = await run('admin', 'message', owner.accountId, conversationId);
  expect(told).toContain(message.id);
  expect(told).not.toContain('bicycle');
});

test('lists that lost an entry have it again', async () => {
  await cloud.cloud.drained();
  const listing = (await itemsOf('USERS')).find(({ userId }) => userId === owner.userId);
  if (!listing) throw new Error('The owner is in no list.');
  await db.send(new DeleteCommand({ TableName, Key: { pk: listing.pk, sk: listing.sk } }));
  await run('admin', 'reindex');
  expect(await itemsOf('USERS')).toContainEqual(listing);
});

test('documents are read anew, and the bot answers from what came of it', async () => {
  const segments = async () =>
    (await itemsOf(`ACCOUNT#${owner.accountId}#BOT#${bot.id}#KNOWLEDGE`)).flatMap(({ objectKey }) =>
      objectKey === undefined ? [] : [objectKey],
    );
  const before = await segments();
  expect(before).toHaveLength(1);
  expect(await run('rebuild', '--all', '--wait', '--bot', bot.id)).toMatch(/1 document to be read again/);
  const after = await segments();
  expect(after).toHaveLength(1);
  expect(after).not.toEqual(before);
  expect((await answered()).text).toContain('45');
});

test('secrets are replaced, and neither the edge nor a visitor from before is shut out', async () => {
  const secrets = new SecretsManagerClient(client);
  const visitor = await openVisitor(cloud, bot.widgetId);
  await visitor.ask(QUESTION);
  const replace = async (name: string) => {
    const secret = cloud.cloud.assembly
      .ofType('AWS::SecretsManager::Secret')
      .find(({ logicalId }) => logicalId.startsWith(name));
    await secrets.send(
      new PutSecretValueCommand({ SecretId: secret?.id, SecretString: randomUUID() + randomUUID() }),
    );
  };
  await replace('OriginSecret');
  await replace('SigningSecret');
  // Functions have read both anew by then. The edge shows what it was deployed with.
  await moveTime(cloud, Date.now() + 6 * 60_000);
  const { message } = await visitor.ask(QUESTION);
  expect(message.text).toContain('45');
  await visitor.close();
  const same = await openVisitor(cloud, bot.widgetId, { token: visitor.grant.token });
  expect(same.grant.conversationId).toBe(visitor.grant.conversationId);
  await same.close();
  expect((await answered()).text).toContain('45');

  // What the value before the last has signed holds no more: functions do read them anew.
  await replace('SigningSecret');
  await moveTime(cloud, Date.now() + 12 * 60_000);
  const anew = await openVisitor(cloud, bot.widgetId, { token: visitor.grant.token });
  expect(anew.grant.conversationId).not.toBe(visitor.grant.conversationId);
  await anew.close();
});

test('prices that are there are not made again', async () => {
  await run('billing');
  expect(await run('billing')).toContain('Every price is there.');
});
