import { randomInt, randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { LOCAL_STAGE } from '#infra/config/stage';
import { sharedCloud } from '#test/helpers/cloud';
import { type ApiClient, apiClient, newUser, signIn, type TestUser } from '#test/helpers/users';
import { waitFor } from '#test/helpers/wait-for';
import { ok, refused } from '../responses';

const cloud = sharedCloud();
let admin: ApiClient;
let client: TestUser;

beforeAll(async () => {
  client = await newUser(cloud);
  const [email = ''] = LOCAL_STAGE.adminEmails;
  // Another test file may have signed them up already: there is one such address.
  admin = await newUser(cloud, { email }).catch(async () =>
    apiClient(cloud, (await signIn(cloud, email)).accessToken),
  );
});

const browser = (): ApiClient =>
  apiClient(cloud, undefined, {
    from: `127.${randomInt(1, 255)}.${randomInt(0, 255)}.${randomInt(1, 255)}`,
  });

const report = (changes: object = {}) => ({
  body: {
    name: 'TypeError',
    message: `Cannot read properties of undefined (reading '${randomUUID().replaceAll(/\d|-/g, '')}')`,
    stack: [
      'TypeError: Cannot read properties of undefined',
      `    at render (${cloud.addresses.app}/assets/Bot-Ab3dE6gH.js:1:2345)`,
    ].join('\n'),
    release: '0.9.0-abc',
    page: '/bots',
    language: 'de',
    ...changes,
  },
});

/** The group, once the index has it. */
const group = (id: string) =>
  waitFor(`the group ${id}`, async () => {
    const { items } = await ok(admin, 'listClientErrors', { query: { limit: '100' } });
    return items.find((item) => item.id === id);
  });

test('alike errors are one group, counted, with when it was seen and the newest as its example', async () => {
  const first = report();
  const { id } = await ok(browser(), 'reportClientError', first);
  const before = await group(id);
  const again = await ok(
    browser(),
    'reportClientError',
    report({
      ...first.body,
      stack: first.body.stack.replace('Ab3dE6gH.js:1:2345', 'Zz9yX8wV.js:7:11'),
      release: '0.9.1-def',
      page: '/profile',
      language: 'en',
    }),
  );
  expect(again.id).toBe(id);
  const after = await group(id);
  expect(before).toMatchObject({ count: 1, name: 'TypeError', page: '/bots', language: 'de' });
  expect(after).toMatchObject({
    count: 2,
    firstSeen: before.firstSeen,
    release: '0.9.1-def',
    page: '/profile',
    language: 'en',
  });
  expect(Date.parse(after.lastSeen)).toBeGreaterThan(Date.parse(before.lastSeen));
});

test('different errors are different groups, the last seen first, page by page', async () => {
  const ids: string[] = [];
  for (const _ of [1, 2, 3]) ids.push((await ok(browser(), 'reportClientError', report())).id);
  expect(new Set(ids).size).toBe(3);
  await Promise.all(ids.map(group));
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof list>> = await list(cursor);
    expect(page.items.length).toBeLessThanOrEqual(2);
    seen.push(...page.items.map(({ id }) => id));
    cursor = page.cursor;
  } while (cursor !== null && !ids.every((id) => seen.includes(id)));
  expect(seen.filter((id) => ids.includes(id))).toEqual([...ids].reverse());
  expect(new Set(seen).size).toBe(seen.length);
});

const list = (cursor: string | null) =>
  ok(admin, 'listClientErrors', { query: { limit: '2', ...(cursor !== null && { cursor }) } });

test('personal data and secrets are not stored', async () => {
  // Long enough to be known as one, short enough for a report.
  const token = client.accessToken.slice(0, 200);
  const secrets = [token, client.email, 'hunter2', client.userId, '203.0.113.7'];
  const { id } = await ok(
    browser(),
    'reportClientError',
    report({
      message: `GET https://app.example/api/me?code=hunter2#session=${token} failed for ${client.email} (${client.userId}) from 203.0.113.7`,
      stack: `Error: Bearer ${token}\n    at x (https://app.example/a.js?token=hunter2:1:2)`,
      page: `/bots/${client.userId}/edit`,
    }),
  );
  const stored = JSON.stringify(await group(id));
  for (const secret of secrets) expect(stored).not.toContain(secret);
  expect(stored).toContain('https://app.example/api/me');
});

test.each([
  ['message', { message: 'x'.repeat(1_001) }],
  ['message', { message: undefined }],
  ['stack', { stack: 'x'.repeat(6_001) }],
  ['page', { page: '/reset-password#code=123456' }],
  ['language', { language: 'fr' }],
])('a report with a wrong %s is refused by its name', async (field, changes) => {
  const { fields } = await refused(browser(), 'reportClientError', 'request.invalid', report(changes));
  expect(Object.keys(fields ?? {})).toEqual([field]);
});

test('one that is beyond all measure is refused', async () => {
  // By the status alone: behind the firewall its own page says so before ours can.
  const { status } = await browser().send('reportClientError', report({ stack: 'x'.repeat(300_000) }));
  expect(status).toBe(413);
});

test('one address may report so many in a minute, another still may', async () => {
  const api = browser();
  const same = report();
  const answers: number[] = [];
  for (let i = 0; i <= 60 && !answers.includes(429); i += 1)
    answers.push((await api.send('reportClientError', same)).status);
  expect(answers.at(-1)).toBe(429);
  expect(answers.length).toBeGreaterThan(30);
  await ok(browser(), 'reportClientError', same);
});

test('only admins of the platform read them', async () => {
  await refused(client, 'listClientErrors', 'auth.admin_required');
  expect((await apiClient(cloud).send('listClientErrors')).status).toBe(401);
});

test('a cursor that is none is refused', async () => {
  for (const cursor of ['x', Buffer.from('[7]').toString('base64url')])
    await refused(admin, 'listClientErrors', 'request.invalid', { query: { cursor } });
});
