import { beforeAll, expect, test } from 'vitest';
import { PublicBot } from '../../../functions/contract/public-bot';
import { sharedCloud } from '../../helpers/cloud';
import { request } from '../../helpers/request';
import { apiClient, newUser, type TestUser } from '../../helpers/users';
import { ok, refused } from './responses';

const cloud = sharedCloud();
let owner: TestUser;
beforeAll(async () => {
  owner = await newUser(cloud);
});

async function publicBot(widgetId: string): Promise<PublicBot> {
  const answer = await request(`${cloud.addresses.app}/w/${widgetId}.json`);
  expect(answer.status).toBe(200);
  return PublicBot.parse(answer.json());
}

test('a bot is created, listed, read, changed, deployed, changed again and published', async () => {
  const created = await ok(owner, 'createBot', { body: { name: 'Helper', language: 'de' } });
  expect(created).toMatchObject({
    name: 'Helper',
    language: 'de',
    status: 'draft',
    version: 1,
    publishedVersion: null,
    documentCount: 0,
  });
  const path = { botId: created.id };
  expect((await ok(owner, 'listBots')).items).toEqual([created]);
  expect(await ok(owner, 'getBot', { path: { botId: created.id } })).toEqual(created);
  const shown = () => request(`${cloud.addresses.app}/w/${created.widgetId}.json`);
  expect((await shown()).status).toBe(404);
  expect(await ok(owner, 'actOnBot', { path, body: { action: 'deploy' } })).toMatchObject({
    status: 'active',
    publishedVersion: 1,
  });
  expect(await publicBot(created.widgetId)).toMatchObject({ botName: 'Helper', version: 1, paused: false });

  const changed = await ok(owner, 'updateBot', {
    path: { botId: created.id },
    body: { version: 1, welcomeMessage: 'Guten Tag', primaryColor: '#112233' },
  });
  expect(changed).toMatchObject({ version: 2, welcomeMessage: 'Guten Tag', primaryColor: '#112233' });

  const conflict = await refused(owner, 'updateBot', 'bot.version_conflict', {
    path: { botId: created.id },
    body: { version: 1, description: 'stale' },
  });
  expect(conflict.details).toEqual({ current: changed });

  expect(changed).toMatchObject({ publishedVersion: 1, hasUnpublishedChanges: true });
  expect(await publicBot(created.widgetId)).toMatchObject({ primaryColor: created.primaryColor });
  expect(await ok(owner, 'actOnBot', { path, body: { action: 'publish' } })).toMatchObject({
    publishedVersion: 2,
    hasUnpublishedChanges: false,
  });
  expect(await publicBot(created.widgetId)).toMatchObject({ version: 2, primaryColor: '#112233' });
  await ok(owner, 'actOnBot', { path, body: { action: 'deactivate' } });
  expect(await publicBot(created.widgetId)).toMatchObject({ version: 2, paused: true });
  const { details } = await refused(owner, 'actOnBot', 'bot.transition_refused', {
    path,
    body: { action: 'deactivate' },
  });
  expect(details).toEqual({ status: 'inactive', action: 'deactivate' });
  expect(await ok(owner, 'actOnBot', { path, body: { action: 'undeploy' } })).toMatchObject({
    status: 'ready',
    publishedVersion: null,
  });
  // The address in the bucket is gone; what caches have of it is for a minute.
  await refused(apiClient(cloud), 'openSession', 'widget.not_found', {
    path: { widgetId: created.widgetId },
    body: {},
  });
  await refused(owner, 'actOnBot', 'request.invalid', { path, body: { action: 'fly' } });
});

test('a name is taken once in an account, and free in another', async () => {
  const [one, other] = [await newUser(cloud), await newUser(cloud)];
  await ok(one, 'createBot', { body: { name: 'Concierge' } });
  await refused(one, 'createBot', 'bot.name_taken', { body: { name: ' CONCIERGE ' } });
  await ok(other, 'createBot', { body: { name: 'Concierge' } });
});

test("the plan's limit holds, also for calls at the same time", async () => {
  const person = await newUser(cloud);
  const answers = await Promise.all(
    ['A', 'B', 'C'].map((name) => person.send('createBot', { body: { name } })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 402, 402]);
});

test.each([
  ['no name', {}, 'name'],
  ['an empty name', { name: '   ' }, 'name'],
  ['a name too long', { name: 'x'.repeat(81) }, 'name'],
  ['an unknown language', { name: 'A', language: 'fr' }, 'language'],
  ['a colour that is none', { name: 'A', primaryColor: 'red' }, 'primaryColor'],
])('a bot with %s is refused by the name of the field', async (_, body, field) => {
  const { fields } = await refused(owner, 'createBot', 'request.invalid', { body });
  expect(Object.keys(fields ?? {})).toEqual([field]);
});

test('a cursor that is none, and a limit beyond the largest, are refused', async () => {
  await refused(owner, 'listBots', 'request.invalid', { query: { cursor: 'nonsense' } });
  await refused(owner, 'listBots', 'request.invalid', { query: { limit: '1000' } });
});

test('a bot that was never there is not found', async () => {
  for (const botId of ['none', '%00', 'x'.repeat(200)])
    await refused(owner, 'getBot', 'bot.not_found', { path: { botId } });
});
