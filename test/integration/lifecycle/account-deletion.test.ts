import { CognitoIdentityProviderClient, ListUsersCommand } from '@aws-sdk/client-cognito-identity-provider';
import { DynamoDBClient, ListTablesCommand, ScanCommand } from '@aws-sdk/client-dynamodb';
import { ListBucketsCommand, ListObjectVersionsCommand, S3Client } from '@aws-sdk/client-s3';
import { ListSchedulesCommand, SchedulerClient } from '@aws-sdk/client-scheduler';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { Bot } from '#contract/bots/bots';
import { asOperator, sharedCloud } from '#test/helpers/cloud';
import { processed, uploadDocument } from '#test/helpers/documents';
import { newestMail } from '#test/helpers/inbox';
import { request } from '#test/helpers/request';
import { apiClient, newUser, prove, type TestUser } from '#test/helpers/users';
import { openVisitor } from '#test/helpers/visitor';
import { waitFor } from '#test/helpers/wait-for';
import { pngOf } from '#test/unit/base/pictures/pictures';
import { sendTo } from '../queues';
import { ok, refused } from '../responses';
import { join, operatorTable } from '../table';

const cloud = sharedCloud();
const client = asOperator(cloud);
const s3 = new S3Client({ ...client, forcePathStyle: true });
const dynamo = new DynamoDBClient(client);
const scheduler = new SchedulerClient(client);
const cognito = new CognitoIdentityProviderClient(client);

let owner: TestUser;
let member: TestUser;
let bot: Bot;
// Anew for each: an account that was deleted is no use to a second try.
beforeEach(async () => {
  [owner, member] = await Promise.all([newUser(cloud, { name: 'Wilhelmina Zwirner' }), newUser(cloud)]);
  const table = operatorTable(cloud);
  await table.set({ pk: `ACCOUNT#${owner.accountId}`, sk: 'ACCOUNT' }, 'plan', 'professional');
  await join(cloud, owner, 'admin', member);
  bot = await ok(owner, 'createBot', { body: { name: 'Helper', deploy: true } });
});
afterAll(() => {
  for (const one of [s3, dynamo, scheduler, cognito]) one.destroy();
});

async function accountName(): Promise<string> {
  return (await ok(owner, 'getMe')).accounts[0]?.name ?? '';
}

async function isOnAir(): Promise<boolean> {
  const answer = await request(`${cloud.addresses.app}/w/${bot.widgetId}.json`);
  return answer.status === 200 && !answer.text().includes('"paused":true');
}

function untilOnAir(expected: boolean) {
  return waitFor(`the bot to be ${expected ? 'on' : 'off'} the air`, async () =>
    (await ok(owner, 'getBot', { path: { botId: bot.id } })).status === (expected ? bot.status : 'ready')
      ? true
      : undefined,
  );
}

/** What the local cloud's table and buckets hold with one of these texts in it. */
async function holding(texts: readonly string[]): Promise<readonly string[]> {
  const found: string[] = [];
  const has = (text: string) => texts.some((one) => text.includes(one));
  const { TableNames = [] } = await dynamo.send(new ListTablesCommand({}));
  for (const TableName of TableNames) {
    let from: Record<string, never> | undefined;
    do {
      const page = await dynamo.send(
        new ScanCommand({ TableName, ...(from && { ExclusiveStartKey: from }), ConsistentRead: true }),
      );
      for (const item of page.Items ?? []) {
        // Events of all tenants that a laptop keeps for a day, and counters of the minute, name nothing but ids.
        if (['LoggedEvent', 'RateCounter'].includes(String(item.entity?.S))) continue;
        if (has(JSON.stringify(item))) found.push(`${item.pk?.S} ${item.sk?.S}`);
      }
      from = page.LastEvaluatedKey as typeof from;
    } while (from);
  }
  const { Buckets = [] } = await s3.send(new ListBucketsCommand({}));
  for (const { Name: Bucket } of Buckets) {
    const { Versions = [] } = await s3.send(new ListObjectVersionsCommand({ Bucket }));
    for (const { Key = '' } of Versions) if (has(Key)) found.push(`${Bucket}/${Key}`);
  }
  return found;
}

// Jobs, streams and scans of the whole cloud: on a busy machine each may take its minute.
describe('the deletion of an account', () => {
  it('needs a fresh proof and its name', async () => {
    const asAdmin = apiClient(cloud, member.accessToken, { account: owner.accountId });
    const body = { name: await accountName() };
    await refused(owner, 'requestAccountDeletion', 'auth.proof_needed', { body });
    await prove(owner);
    await refused(owner, 'requestAccountDeletion', 'request.invalid', { body: { name: 'Another' } });
    expect(await ok(asAdmin, 'getAccountDeletion')).toEqual({ deletion: null });
    expect(await ok(owner, 'undoAccountDeletion')).toEqual({ deletion: null });
  });

  it('takes bots off the air at once, and is undone within its days', async () => {
    expect(await isOnAir()).toBe(true);
    const body = { name: await accountName() };
    await prove(owner);
    const { deletion } = await ok(owner, 'requestAccountDeletion', { body });
    const days =
      (Date.parse(deletion?.deletesAt ?? '') - Date.parse(deletion?.requestedAt ?? '')) / 86_400_000;
    expect(days).toBe(14);
    expect((await ok(owner, 'requestAccountDeletion', { body })).deletion).toEqual(deletion);
    await untilOnAir(false);
    const fits = ({ subject }: { subject: string }) => subject === 'Your Parley account will be deleted';
    expect((await newestMail(cloud, owner.email, fits)).text).toContain('/settings/account');
    await refused(owner, 'createBot', 'account.deleting', { body: { name: 'Another' } });
    expect(await ok(owner, 'undoAccountDeletion')).toEqual({ deletion: null });
    await untilOnAir(true);
  });

  it('erases everything of the account when its days are over, and not before', async () => {
    const botId = bot.id;
    const file = { fileName: 'prices.md', content: 'A tent costs forty euros a week.' };
    await processed(owner, await uploadDocument(owner, botId, file));
    const visitor = await openVisitor(cloud, bot.widgetId);
    await visitor.ask('What does a tent cost?');
    visitor.close();
    await prove(owner);
    await ok(owner, 'createApiKey', { body: { name: 'Import', scopes: ['read'] } });
    await ok(owner, 'inviteMember', { body: { email: 'invited@example.net', role: 'member' } });
    await ok(owner, 'sendOwnFeedback', {
      body: {
        id: crypto.randomUUID(),
        type: 'compliment',
        rating: 5,
        message: 'All is well here.',
        page: '/dashboard',
      },
    });
    const picture = { body: { data: pngOf(48, 48).toString('base64') } };
    await ok(owner, 'uploadPicture', picture);
    await ok(owner, 'uploadLogo', picture);
    await ok(owner, 'voteForFeature', { path: { featureId: 'crm-integrations' } });
    const texts = [owner.accountId, owner.userId, owner.email, botId, bot.widgetId];
    expect((await holding(texts)).length).toBeGreaterThan(20);

    await ok(owner, 'requestAccountDeletion', { body: { name: await accountName() } });
    await untilOnAir(false);
    // Its time has not come: an early message changes nothing.
    await purge();
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    await ok(owner, 'getBot', { path: { botId } });

    const table = operatorTable(cloud);
    const past = new Date(Date.now() - 1_000).toISOString();
    await table.set({ pk: `ACCOUNT#${owner.accountId}`, sk: 'ACCOUNT' }, 'deletesAt', past);
    await refused(owner, 'undoAccountDeletion', 'account.deleting');
    await purge();
    let left: readonly string[] = [];
    await waitFor('nothing of the account to be left', async () => {
      left = await holding(texts);
      return left.length === 0 ? true : undefined;
    }).catch((error: unknown) => {
      throw new Error(`Left:\n${left.join('\n')}`, { cause: error });
    });
    const { Users = [] } = await cognito.send(
      new ListUsersCommand({ UserPoolId: cloud.userPoolId, Filter: `sub = "${owner.userId}"` }),
    );
    expect(Users).toEqual([]);
    expect((await scheduler.send(new ListSchedulesCommand({}))).Schedules ?? []).toEqual([]);
    // Their token still verifies for a while: it opens nothing, and makes no new profile.
    await refused(owner, 'getMe', 'profile.not_found');
    const fresh = { body: { userId: owner.userId, fullName: 'Wilhelmina Zwirner' } };
    await refused(owner, 'createProfile', 'auth.required', fresh);
    // Whoever was in their team has their own account still.
    expect((await ok(member, 'getMe')).accounts.map(({ id }) => id)).toEqual([member.accountId]);
  });
});

/** As what follows the table does when the time has come; the service's own sweep may take days. */
const purge = () => sendTo(cloud, /AccountJobs/, { kind: 'purge', accountId: owner.accountId });
