import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { ROUTES, type Route, type RouteName } from '#contract/routes';
import { FORMAT_VERSION } from '#core/retrieval/format';
import { ITEMS_VERSION } from '#platform/items-version';
import { sharedCloud } from '#test/helpers/cloud';
import { request } from '#test/helpers/request';
import { apiClient, newUser, type TestUser } from '#test/helpers/users';
import { inputFor, ok, refused } from '../responses';
import { operatorTable } from '../table';

const cloud = sharedCloud();
const anyone = apiClient(cloud);
let owner: TestUser;
let stranger: TestUser;
let botId: string;
let documentId: string;
let table: Awaited<ReturnType<typeof operatorTable>>;

beforeAll(async () => {
  [owner, stranger] = await Promise.all([newUser(cloud), newUser(cloud)]);
  table = await operatorTable(cloud);
  botId = (await ok(owner, 'createBot', { body: { name: 'Helper' } })).id;
  const grant = await ok(owner, 'registerDocument', {
    path: { botId },
    body: { fileName: 'a.txt', size: 5 },
  });
  documentId = grant.document.id;
});
afterAll(() => table?.close());

const optionsFor = (name: RouteName, userId = owner.userId) => inputFor(name, userId, { botId, documentId });

test('the API is up, and describes itself', async () => {
  expect(await ok(anyone, 'health')).toEqual({
    status: 'ok',
    commit: null,
    formats: { segment: FORMAT_VERSION, items: ITEMS_VERSION },
  });
  const document = await ok(anyone, 'openapi');
  const paths = z.record(z.string(), z.record(z.string(), z.unknown())).parse(document.paths);
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const routes = (Object.values(ROUTES) as Route[]).map(({ method, path }) => `${method} ${path}`);
  expect(described.sort()).toEqual(routes.sort());
});

test.each([
  'getBot',
  'updateBot',
  'actOnBot',
  'listBotVersions',
  'restoreBotVersion',
  'duplicateBot',
  'deleteBot',
  'restoreBot',
  'uploadAvatar',
  'openTestSession',
  'getBotPreview',
  'openPreviewSession',
  'revealIdentitySecret',
  'listWebhooks',
  'createWebhook',
  'checkSnippet',
  'listDocuments',
  'registerDocument',
  'getDocument',
  'completeUpload',
  'deleteDocument',
  'getOriginal',
  'updateDocument',
  'registerVersion',
  'retryDocument',
  'countCitations',
  'tryRetrieval',
  'searchPassages',
  'listSites',
  'addSite',
  'updateSite',
  'removeSite',
  'confirmSite',
  'syncSite',
  'listSitePages',
  'updateSitePage',
] as const)("another tenant's bot doesn't exist for %s", async (name) => {
  await refused(stranger, name, 'bot.not_found', optionsFor(name));
  expect((await owner.send('getDocument', { path: { botId, documentId } })).status).toBe(200);
});

test('what cites a document is told of documents of the bot alone', async () => {
  const own = await ok(stranger, 'createBot', { body: { name: 'Another' } });
  const counted = (documentIds: string[]) => ({ path: { botId: own.id }, body: { documentIds } });
  for (const other of ['nonsense', documentId])
    await refused(stranger, 'countCitations', 'document.not_found', counted([other]));
});

test('a ban holds from the next call on, whatever the token says', async () => {
  const banned = await newUser(cloud);
  await ok(banned, 'listBots');
  await table.set({ pk: `USER#${banned.userId}`, sk: 'PROFILE' }, 'bannedAt', new Date().toISOString());
  // One a function: matrix.test asks all.
  for (const name of ['getMe', 'listBots', 'getBilling', 'listConversations', 'getTeam'] as const)
    await refused(banned, name, 'account.banned', optionsFor(name, banned.userId));
});

test('a signed-in person without a profile is told so', async () => {
  const person = await newUser(cloud);
  await table.remove({ pk: `USER#${person.userId}`, sk: 'PROFILE' });
  for (const name of ['getMe', 'updateMe', 'listBots', 'listOwnVotes', 'voteForFeature'] as const)
    await refused(person, name, 'profile.not_found', optionsFor(name));
});

test('an address under /api that is no route answers as JSON, not as a page', async () => {
  const answer = await request(`${cloud.addresses.app}/api/none`);
  expect(answer.status).toBe(404);
  expect(answer.headers['content-type']).toContain('application/json');
});
