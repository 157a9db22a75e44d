import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  AdminDeleteUserCommand,
  AdminSetUserPasswordCommand,
  CognitoIdentityProviderClient,
  ListUsersCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { ListBucketsCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import {
  BatchWriteCommand,
  DeleteCommand,
  type DynamoDBDocumentClient,
  GetCommand,
  paginateScan,
  QueryCommand,
  ScanCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CreatedApiKey } from '#contract/accounts/api-keys';
import type { Me } from '#contract/accounts/profile';
import type { Bot } from '#contract/bots/bots';
import type { Document } from '#contract/knowledge/documents';
import { NOT_RESTORED } from '#core/lifecycle/recovery/compare-items';
import { NAMED_ONLY } from '#core/lifecycle/recovery/kinds';
import { answeringBot } from '#test/helpers/bursts';
import { asOperator, type OwnCloud, startCloud } from '#test/helpers/cloud';
import { newestMail } from '#test/helpers/inbox';
import { apiClient, newUser, PASSWORD, prove, signIn, type TestUser } from '#test/helpers/users';
import { openVisitor } from '#test/helpers/visitor';
import { waitFor } from '#test/helpers/wait-for';
import { moment, rawTable, restore } from './restoring';

const QUESTION = 'Within how many days may I return the bicycle?';

interface Key {
  readonly pk: string;
  readonly sk: string;
}

let cloud: OwnCloud;
let owner: TestUser;
let bot: Bot;
let db: DynamoDBDocumentClient;
let TableName: string;

beforeAll(async () => {
  cloud = await startCloud({ pages: false });
  ({ owner, bot } = await answeringBot(cloud));
  ({ db, TableName } = await rawTable(cloud));
});
afterAll(() => cloud?.remove());

async function answer(): Promise<string> {
  const visitor = await openVisitor(cloud, bot.widgetId);
  const { message } = await visitor.ask(QUESTION);
  visitor.close();
  return message.text;
}

async function whole(): Promise<readonly Document[]> {
  const { items } = await owner.call<{ items: Document[] }>('listDocuments', { path: { botId: bot.id } });
  return items;
}

/** Originals that can be read without naming a version. */
async function files(): Promise<number> {
  const s3 = new S3Client({ ...asOperator(cloud), forcePathStyle: true });
  const { Buckets = [] } = await s3.send(new ListBucketsCommand({}));
  const Bucket = Buckets.find(({ Name }) => Name?.includes('uploads'))?.Name;
  const { KeyCount = 0 } = await s3.send(new ListObjectsV2Command({ Bucket, Prefix: 'uploads/' }));
  return KeyCount;
}

/** Asked only then: a question costs more than a look. */
const readAgain = () =>
  waitFor('the document to be read again', async () =>
    (await whole()).some(({ status }) => status === 'success') ? true : undefined,
  );
const answersAgain = () =>
  waitFor('the document to answer again', async () => ((await answer()).includes('45') ? true : undefined));

test('a document that was deleted by mistake answers again, and what came since stays', async () => {
  expect(await answer()).toContain('45');
  expect(await files()).toBe(1);
  const before = await moment();
  const [document] = await whole();
  await owner.call('deleteDocument', { path: { botId: bot.id, documentId: document?.id ?? '' } });
  const late = await owner.call('updateMe', { body: { fullName: 'Named since' } });
  expect(late).toMatchObject({ full_name: 'Named since' });
  expect(await answer()).not.toContain('45');
  await waitFor('the file to be deleted', async () => ((await files()) === 0 ? true : undefined));

  const looked = await restore(cloud, '--to', before, '--dry-run', '--keep');
  expect(looked).toMatch(/would be restored:[\s\S]*Document +1/);
  expect(await whole()).toEqual([]);
  // What was kept is as one that was imported, or restored from a copy in another account.
  const [, beside = ''] = /^(parley-\S+) is kept/m.exec(looked) ?? [];
  expect(await restore(cloud, '--to', before, '--from', beside)).toMatch(/Documents that are read again: 1/);
  await readAgain();
  await answersAgain();
  expect(await whole()).toMatchObject([{ id: document?.id, title: document?.title, status: 'success' }]);
  const { profile, accounts } = await owner.call<Me>('getMe');
  expect(profile.full_name).toBe('Named since');
  expect(accounts[0]?.usage).toMatchObject({ bots: 1, documents: 1 });
});

test('what was revoked, removed or erased stays so; what was lost comes back, and nobody is told of it again', async () => {
  const posts: string[] = [];
  const receiver: Server = createServer((request, response) => {
    request.on('data', () => {}).on('end', () => response.end());
    posts.push(String(request.headers['parley-event']));
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const url = `http://customer.localhost:${(receiver.address() as AddressInfo).port}/hook`;
  const path = { botId: bot.id };
  const hook = () =>
    owner.call<{ webhook: { id: string } }>('createWebhook', {
      path,
      body: { url, events: ['conversation.started', 'message.created'] },
    });
  const { webhook: dropped } = await hook();
  await hook();
  await prove(owner);
  const { apiKey, key } = await owner.call<CreatedApiKey>('createApiKey', {
    body: { name: 'Import', scopes: ['read'] },
  });
  // A plan with a place for somebody else.
  await db.send(
    new UpdateCommand({
      TableName,
      Key: { pk: `ACCOUNT#${owner.accountId}`, sk: 'ACCOUNT' },
      UpdateExpression: 'SET #plan = :plan, subscriptionStatus = :active',
      ExpressionAttributeNames: { '#plan': 'plan' },
      ExpressionAttributeValues: { ':plan': 'professional', ':active': 'active' },
    }),
  );
  const guest = await newUser(cloud);
  await owner.call('inviteMember', { body: { email: guest.email, role: 'admin' } });
  const mail = await newestMail(cloud, guest.email, ({ subject }) => /invites/.test(subject));
  await guest.call('acceptInvitation', {
    body: { token: /\/invitations#([\w-]+)/.exec(mail.text ?? '')?.[1] },
  });
  const asGuest = apiClient(cloud, guest.token, { account: owner.accountId });
  const [erased, lost] = [await openVisitor(cloud, bot.widgetId), await openVisitor(cloud, bot.widgetId)];
  for (const visitor of [erased, lost]) await visitor.ask(QUESTION);
  await waitFor('the webhooks', () => (posts.length >= 12 ? true : undefined));
  const before = await moment();

  await owner.call('revokeApiKey', { path: { apiKeyId: apiKey.id } });
  await owner.call('removeMember', { path: { memberId: guest.userId } });
  await owner.call('deleteWebhook', { path: { ...path, webhookId: dropped.id } });
  await erased.api.call('eraseOwnConversation', { path: { widgetId: bot.widgetId } });
  const partition = (conversationId: string) => `ACCOUNT#${owner.accountId}#CONVERSATION#${conversationId}`;
  const itemsOf = async (conversationId: string) =>
    (
      await db.send(
        new QueryCommand({
          TableName,
          KeyConditionExpression: 'pk = :pk',
          ExpressionAttributeValues: { ':pk': partition(conversationId) },
        }),
      )
    ).Items ?? [];
  for (const { pk, sk } of await itemsOf(lost.grant.conversationId))
    await db.send(new DeleteCommand({ TableName, Key: { pk, sk } }));
  // What follows a loss would take away what is brought back.
  await cloud.cloud.drained();
  const told = posts.length;

  const named = await restore(
    cloud,
    '--to',
    before,
    ...['keys', 'memberships', 'webhooks'].flatMap((kind) => ['--only', kind]),
  );
  expect(named).toMatch(/on purpose:[\s\S]*ApiKey +1[\s\S]*Membership +1[\s\S]*Webhook +1/);
  const rest = await restore(cloud, '--to', before, '--except', 'Document');
  expect(rest).toMatch(/Gone, restored:[\s\S]*Message +2[\s\S]*on purpose:[\s\S]*Message +2/);
  expect((await apiClient(cloud, key).send('listBots')).status).toBe(401);
  expect((await asGuest.send('listBots')).status).toBe(403);
  expect(await owner.call('listWebhooks', { path })).toMatchObject({ items: [{ url }] });
  const words = (items: readonly object[]) => JSON.stringify(items);
  expect(words(await itemsOf(erased.grant.conversationId))).not.toContain(QUESTION);
  expect(words(await itemsOf(lost.grant.conversationId))).toContain(QUESTION);
  // A message of now is told of, after all that would have been told before it. Their socket was lost with the rest.
  await lost.close();
  const back = await openVisitor(cloud, bot.widgetId, { token: lost.grant.token });
  await back.ask(QUESTION);
  await waitFor('the webhook that is left', () => (posts.length >= told + 2 ? true : undefined));
  await cloud.cloud.drained();
  expect(posts.slice(told)).toEqual(['message.created', 'message.created']);
  for (const visitor of [erased, back]) await visitor.close();
  receiver.closeAllConnections();
  receiver.close();
});

test('an account that was lost whole signs in, and its bot answers again', async () => {
  const before = await moment();
  const lost = { ':a': `ACCOUNT#${owner.accountId}`, ':id': owner.accountId };
  const { Items = [] } = await db.send(
    new ScanCommand({
      TableName,
      FilterExpression: 'begins_with(pk, :a) OR accountId = :id OR userId = :id',
      ExpressionAttributeValues: lost,
    }),
  );
  for (const { pk, sk } of Items) await db.send(new DeleteCommand({ TableName, Key: { pk, sk } }));
  await cloud.cloud.drained();
  expect((await owner.send('listBots')).status).toBeGreaterThanOrEqual(400);

  // Who may act for it again is not for a restore of everything to say.
  expect(await restore(cloud, '--to', before, '--account', owner.accountId)).toMatch(
    /only when --only names it:[\s\S]*Membership +1/,
  );
  expect((await owner.send('listBots')).status).toBe(403);
  await restore(cloud, '--to', before, '--account', owner.accountId, '--only', 'memberships');
  expect(await owner.call('listBots')).toMatchObject({ items: [{ id: bot.id }] });
  await readAgain();
  await answersAgain();
  const { accounts } = await owner.call<Me>('getMe');
  expect(accounts[0]?.usage).toMatchObject({ bots: 1, documents: 1 });
  // What follows the loss some seconds later may have taken something away again; then it finds nothing that is gone.
  await waitFor('a restore that finds nothing gone', async () =>
    (await restore(cloud, '--to', before, '--account', owner.accountId)).includes('Gone') ? undefined : true,
  );
});

test('a person whom the user pool lost gets a new sign-in, and finds their account as it was', async () => {
  const pool = new CognitoIdentityProviderClient(asOperator(cloud));
  const UserPoolId = cloud.userPoolId;
  await pool.send(new AdminDeleteUserCommand({ UserPoolId, Username: owner.username }));
  expect(await restore(cloud, '--people', UserPoolId, '--dry-run')).toContain(owner.email);
  expect(await restore(cloud, '--people', UserPoolId)).toContain(`Got a new sign-in: ${owner.email}`);
  const { Users: [user] = [] } = await pool.send(
    new ListUsersCommand({ UserPoolId, Filter: `email = "${owner.email}"` }),
  );
  // As those do who follow the mail of 'Forgot password'.
  await pool.send(
    new AdminSetUserPasswordCommand({
      UserPoolId,
      Username: user?.Username,
      Password: PASSWORD,
      Permanent: true,
    }),
  );
  const { accessToken } = await signIn(cloud, owner.email);
  const again = apiClient(cloud, accessToken, { account: owner.accountId });
  expect(await again.call('listBots')).toMatchObject({ items: [{ id: bot.id }] });
  expect((await again.call<Me>('getMe')).accounts).toMatchObject([{ id: owner.accountId, role: 'owner' }]);
  expect(await restore(cloud, '--people', UserPoolId)).toContain('Everybody');
});

test('a time that the table can not be restored to is refused with those that it can', async () => {
  await expect(restore(cloud, '--to', '2020-01-01T00:00:00Z')).rejects.toThrow(/--to is between 20/);
});

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

/*
 * The drill of RECOVERY.md: `npm run drill` runs it alone and says how long each step took. The last: it takes the table of
 * all.
 */
test('drill: a table that lost every item has all of them back, and its bot answers', async () => {
  await answer();
  await cloud.cloud.drained();
  const before = await kept();
  expect(before.length).toBeGreaterThan(40);
  const at = await moment();

  await step(`all ${before.length} items are lost`, () => deleteAll(before));
  await step('the stream is followed again', () => cloud.cloud.drained());
  await step('all but what lets somebody in is restored', () => restore(cloud, '--to', at));
  await step('what lets somebody in is restored', () =>
    restore(cloud, '--to', at, ...Object.keys(NAMED_ONLY).flatMap((kind) => ['--only', kind])),
  );
  const lost = await missingOf(before);
  console.info(`${String(lost.length).padStart(7)}     items lost`);
  expect(lost).toEqual([]);
  await step('its bot answers from its documents', answersAgain);
});
