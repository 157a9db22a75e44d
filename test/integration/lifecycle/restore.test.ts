import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import {
  AdminDeleteUserCommand,
  AdminSetUserPasswordCommand,
  CognitoIdentityProviderClient,
  ListUsersCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { ListBucketsCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { DeleteCommand, DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Me } from '#contract/accounts/profile';
import type { Bot } from '#contract/bots/bots';
import type { Document } from '#contract/knowledge/documents';
import { ROOT } from '#test/helpers/assembly';
import { answeringBot } from '#test/helpers/bursts';
import { type OwnCloud, startCloud } from '#test/helpers/cloud';
import { apiClient, PASSWORD, signIn, type TestUser } from '#test/helpers/users';
import { openVisitor } from '#test/helpers/visitor';
import { waitFor } from '#test/helpers/wait-for';

const QUESTION = 'Within how many days may I return the bicycle?';

let cloud: OwnCloud;
let owner: TestUser;
let bot: Bot;
let db: DynamoDBDocumentClient;
let TableName: string;

beforeAll(async () => {
  cloud = await startCloud({ pages: false });
  ({ owner, bot } = await answeringBot(cloud));
  const client = new DynamoDBClient({
    endpoint: cloud.addresses.aws,
    region: cloud.region,
    credentials: cloud.operator,
  });
  db = DynamoDBDocumentClient.from(client);
  [TableName = ''] = (await client.send(new ListTablesCommand({}))).TableNames ?? [];
});
afterAll(() => cloud?.remove());

/** The command as an operator runs it. */
async function restore(...options: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', 'tsx', 'bin/restore.ts', '--state', cloud.state, ...options],
    { cwd: ROOT },
  );
  return stdout;
}

/** A time at which all is as it is now. */
async function moment(): Promise<string> {
  await sleep(1_100);
  const at = new Date().toISOString();
  await sleep(1_100);
  return at;
}

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
  const s3 = new S3Client({
    endpoint: cloud.addresses.aws,
    region: cloud.region,
    credentials: cloud.operator,
    forcePathStyle: true,
  });
  const { Buckets = [] } = await s3.send(new ListBucketsCommand({}));
  const Bucket = Buckets.find(({ Name }) => Name?.includes('uploads'))?.Name;
  const { KeyCount = 0 } = await s3.send(new ListObjectsV2Command({ Bucket, Prefix: 'uploads/' }));
  return KeyCount;
}

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

  expect(await restore('--to', before, '--dry-run')).toMatch(/would be restored:[\s\S]*Document +1/);
  expect(await whole()).toEqual([]);
  expect(await restore('--to', before)).toMatch(/Documents that are read again: 1/);
  await answersAgain();
  expect(await whole()).toMatchObject([{ id: document?.id, title: document?.title, status: 'success' }]);
  const { profile, accounts } = await owner.call<Me>('getMe');
  expect(profile.full_name).toBe('Named since');
  expect(accounts[0]?.usage).toMatchObject({ bots: 1, documents: 1 });
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
  expect((await owner.send('listBots')).status).toBeGreaterThanOrEqual(400);

  // Who may act for it again is not for a restore of everything to say.
  expect(await restore('--to', before, '--account', owner.accountId)).toMatch(
    /only when --only names it:[\s\S]*Membership +1/,
  );
  expect((await owner.send('listBots')).status).toBe(403);
  await restore('--to', before, '--account', owner.accountId, '--only', 'memberships');
  expect(await owner.call('listBots')).toMatchObject({ items: [{ id: bot.id }] });
  await answersAgain();
  const { accounts } = await owner.call<Me>('getMe');
  expect(accounts[0]?.usage).toMatchObject({ bots: 1, documents: 1 });
  // Done again, it finds nothing that is gone.
  expect(await restore('--to', before, '--account', owner.accountId)).not.toContain('Gone');
});

test('a person whom the user pool lost gets a new sign-in, and finds her account as it was', async () => {
  const pool = new CognitoIdentityProviderClient({
    endpoint: cloud.addresses.aws,
    region: cloud.region,
    credentials: cloud.operator,
  });
  const UserPoolId = cloud.userPoolId;
  await pool.send(new AdminDeleteUserCommand({ UserPoolId, Username: owner.username }));
  expect(await restore('--people', UserPoolId, '--dry-run')).toContain(owner.email);
  expect(await restore('--people', UserPoolId)).toContain(`Got a new sign-in: ${owner.email}`);
  const { Users: [user] = [] } = await pool.send(
    new ListUsersCommand({ UserPoolId, Filter: `email = "${owner.email}"` }),
  );
  // As she does who follows the mail of 'Forgot password'.
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
  expect(await restore('--people', UserPoolId)).toContain('Everybody');
});

test('a time that the table can not be restored to is refused with those that it can', async () => {
  await expect(restore('--to', '2020-01-01T00:00:00Z')).rejects.toThrow(/--to is between 20/);
});
