import { beforeAll, expect, test } from 'vitest';
import { ACCOUNT_HEADER } from '#contract/base/headers';
import type { Bot } from '#contract/bots/bots';
import { PublicBot } from '#contract/bots/public-bot';
import { sharedCloud } from '#test/helpers/cloud';
import { processed, uploadDocument } from '#test/helpers/documents';
import { request } from '#test/helpers/request';
import { apiClient, newUser, type TestUser } from '#test/helpers/users';
import { waitFor } from '#test/helpers/wait-for';
import { pngOf } from '#test/unit/base/pictures/pictures';
import { sendTo } from '../queues';
import { ok, refused } from '../responses';
import { join, operatorTable } from '../table';

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

// What visitors are shown is looked at until it is so: the stream writes it once more, and late on a busy machine.
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
  const nothing = await shown();
  expect([nothing.status, nothing.text()]).toEqual([404, '{"message":"Not Found"}']);
  expect(await ok(owner, 'actOnBot', { path, body: { action: 'deploy' } })).toMatchObject({
    status: 'active',
    publishedVersion: 1,
  });
  await expect
    .poll(() => publicBot(created.widgetId))
    .toMatchObject({ botName: 'Helper', version: 1, paused: false });

  const changed = await ok(owner, 'updateBot', {
    path: { botId: created.id },
    body: { version: 1, welcomeMessage: 'Guten Tag', primaryColor: '#112233' },
  });
  expect(changed).toMatchObject({ version: 2, welcomeMessage: 'Guten Tag', primaryColor: '#112233' });

  const renamed = await owner.send('updateBot', {
    path: { botId: created.id },
    body: { version: 2, name: 'Other' },
  });
  expect(renamed).toMatchObject({ status: 400 });
  expect(await ok(owner, 'getBot', { path: { botId: created.id } })).toEqual(changed);

  const conflict = await refused(owner, 'updateBot', 'bot.version_conflict', {
    path: { botId: created.id },
    body: { version: 1, description: 'stale' },
  });
  expect(conflict.details).toEqual({ current: changed });

  expect(changed).toMatchObject({ publishedVersion: 1, hasUnpublishedChanges: true });
  await expect.poll(() => publicBot(created.widgetId)).toMatchObject({ primaryColor: created.primaryColor });
  expect(await ok(owner, 'actOnBot', { path, body: { action: 'publish' } })).toMatchObject({
    publishedVersion: 2,
    hasUnpublishedChanges: false,
  });
  await expect.poll(() => publicBot(created.widgetId)).toMatchObject({ version: 2, primaryColor: '#112233' });
  const visitor = apiClient(cloud);
  const widget = { path: { widgetId: created.widgetId } };
  const { token } = await ok(visitor, 'openSession', { ...widget, body: {} });
  await ok(owner, 'actOnBot', { path, body: { action: 'deactivate' } });
  // A paused bot begins nothing but what is left for the team; what was said can still be read.
  expect(await ok(visitor, 'openSession', { ...widget, body: {} })).toMatchObject({
    paused: true,
    messages: [],
  });
  await refused(visitor, 'openSession', 'conversation.ended', {
    ...widget,
    body: { token: 'of-nobody', resume: true },
  });
  await ok(visitor, 'openSession', { ...widget, body: { token, resume: true } });
  await expect.poll(() => publicBot(created.widgetId)).toMatchObject({ version: 2, paused: true });
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

test('a draft is tried before anybody else can talk to it', async () => {
  const person = await newUser(cloud);
  const created = await ok(person, 'createBot', { body: { name: 'Trial', fallbackMessage: 'No idea.' } });
  const path = { botId: created.id };
  const anyone = apiClient(cloud);
  await refused(anyone, 'openSession', 'widget.not_found', {
    path: { widgetId: created.widgetId },
    body: {},
  });
  const grant = await ok(person, 'openTestSession', { path, body: {} });
  const visitor = apiClient(cloud, grant.token);
  const asked = await ok(visitor, 'sendMessage', {
    path: { widgetId: created.widgetId },
    body: { id: crypto.randomUUID(), text: 'Can I return a tent?' },
  });
  expect(asked.answer?.text).toBe('No idea.');
  const resumed = await ok(person, 'openTestSession', { path, body: { token: grant.token } });
  expect(resumed.conversationId).toBe(grant.conversationId);
  expect(resumed.messages).toHaveLength(2);
  // Once it is live, a visitor's session is none of the trial's.
  await ok(person, 'actOnBot', { path, body: { action: 'deploy' } });
  const session = await ok(anyone, 'openSession', {
    path: { widgetId: created.widgetId },
    body: { token: grant.token },
  });
  expect(session.conversationId).not.toBe(grant.conversationId);
});

test('a picture is taken by what it is, and served as that', async () => {
  const person = await newUser(cloud);
  const created = await ok(person, 'createBot', { body: { name: 'Picture', deploy: true } });
  const path = { botId: created.id };
  const picture = pngOf(64, 64);
  const { url } = await ok(person, 'uploadAvatar', { path, body: { data: picture.toString('base64') } });
  const served = await request(url);
  expect(served.headers).toMatchObject({ 'content-type': 'image/png' });
  expect(served.body.equals(picture)).toBe(true);
  const changed = await ok(person, 'updateBot', { path, body: { version: 1, avatarUrl: url } });
  expect(changed.avatarUrl).toBe(url);
  const copy = await ok(person, 'deleteBot', { path, body: { name: 'Picture' } });
  expect(copy.name).toBe('Picture');
  for (const bytes of [pngOf(513, 20), Buffer.from('<svg onload="alert(1)"/>'), picture.subarray(0, 40)]) {
    const other = await newUser(cloud);
    const { id } = await ok(other, 'createBot', { body: { name: 'Picture' } });
    await refused(other, 'uploadAvatar', 'avatar.invalid', {
      path: { botId: id },
      body: { data: bytes.toString('base64') },
    });
  }
});

test('a bot is deleted by its name, brought back, and in the end erased', async () => {
  const person = await newUser(cloud);
  const created = await ok(person, 'createBot', { body: { name: 'Short-lived', deploy: true } });
  const path = { botId: created.id };
  const { fields } = await refused(person, 'deleteBot', 'request.invalid', { path, body: { name: 'short' } });
  expect(Object.keys(fields ?? {})).toEqual(['name']);
  await ok(person, 'deleteBot', { path, body: { name: 'Short-lived' } });
  await refused(person, 'deleteBot', 'bot.not_found', { path, body: { name: 'Short-lived' } });
  // What follows its making may still write it, and then looks and takes it away; the edge keeps it for a minute.
  await expect
    .poll(async () => (await request(`${cloud.addresses.app}/w/${created.widgetId}.json`)).status)
    .toBe(404);
  expect((await ok(person, 'listDeletedBots')).items.map(({ id }) => id)).toEqual([created.id]);
  expect(await ok(person, 'restoreBot', { path, body: { asDraft: false } })).toEqual(created);
  await refused(person, 'restoreBot', 'bot.not_deleted', { path, body: { asDraft: false } });

  await ok(person, 'deleteBot', { path, body: { name: 'Short-lived' } });
  const table = operatorTable(cloud);
  const partition = `ACCOUNT#${person.accountId}`;
  const past = new Date(Date.now() - 1_000);
  await table.set({ pk: partition, sk: `DELETED_BOT#${created.id}` }, 'purgeAt', past.toISOString());
  // As what follows the table does when the time has come; the service's own sweep may take days.
  await sendTo(cloud, /BotJobs/, { kind: 'purge', accountId: person.accountId, botId: created.id });
  // Its name is free when nothing of it is left.
  const again = await waitFor('the erased bot', async () => {
    const answer = await person.send('createBot', { body: { name: 'Short-lived' } });
    return answer.status === 201 ? answer : undefined;
  });
  expect(again.status).toBe(201);
  await refused(person, 'restoreBot', 'bot.not_found', { path, body: { asDraft: false } });
});

test('a bot is trained by its documents, and a duplicate with them answers by its own', async () => {
  const person = await newUser(cloud);
  const table = operatorTable(cloud);
  await table.set({ pk: `ACCOUNT#${person.accountId}`, sk: 'ACCOUNT' }, 'plan', 'professional');
  const source = await ok(person, 'createBot', { body: { name: 'Source' } });
  const uploaded = await uploadDocument(person, source.id, {
    fileName: 'terms.md',
    content: 'A tent can be returned within forty days.',
  });
  await processed(person, uploaded);
  expect(await settled(person, source.id)).toMatchObject({ trainingStep: null, documentCount: 1 });
  const copy = await ok(person, 'duplicateBot', {
    path: { botId: source.id },
    body: { name: 'Copy', withKnowledge: true },
  });
  expect(copy).toMatchObject({ status: 'draft', documentCount: 0 });
  const read = await waitFor('the copied document', async () => {
    const bot = await ok(person, 'getBot', { path: { botId: copy.id } });
    return bot.documentCount > 0 ? bot : undefined;
  });
  expect(read.documentCount).toBe(1);
  await settled(person, copy.id);
  expect(await ok(person, 'actOnBot', { path: { botId: copy.id }, body: { action: 'train' } })).toMatchObject(
    {
      status: 'training',
    },
  );
  await settled(person, copy.id);
});

test('a duplicate takes over the address, only for a member who may manage bots of this account', async () => {
  const person = await newUser(cloud);
  const source = await ok(person, 'createBot', { body: { name: 'Tnets', deploy: true } });
  const path = { botId: source.id };
  const body = { name: 'Tents', withKnowledge: false, takesAddress: true };
  await refused(person, 'duplicateBot', 'request.invalid', {
    path,
    body: { ...body, takesAddress: 'yes' as unknown as boolean },
  });
  await refused(await newUser(cloud), 'duplicateBot', 'bot.not_found', { path, body });
  const member = await newUser(cloud);
  await join(cloud, person, 'member', member);
  await refused(member, 'duplicateBot', 'auth.forbidden', {
    path,
    body,
    headers: { [ACCOUNT_HEADER]: person.accountId },
  });

  const visitor = apiClient(cloud);
  const widget = { path: { widgetId: source.widgetId } };
  const { token, conversationId } = await ok(visitor, 'openSession', { ...widget, body: {} });
  const copy = await ok(person, 'duplicateBot', { path, body });
  expect(copy).toMatchObject({ widgetId: source.widgetId, status: 'active', publishedVersion: 2 });
  await expect
    .poll(() => publicBot(source.widgetId))
    .toMatchObject({ botName: 'Tents', version: 2, paused: false });
  // Whoever was in a conversation with the former begins another.
  const anew = await ok(visitor, 'openSession', { ...widget, body: { token } });
  expect(anew.conversationId).not.toBe(conversationId);
  await refused(person, 'duplicateBot', 'bot.name_taken', { path, body });
  expect(await ok(person, 'getBot', { path })).toMatchObject({ status: 'ready', publishedVersion: null });
});

/** The bot when its training has come to its end. */
function settled(person: TestUser, botId: string): Promise<Bot> {
  return waitFor('the end of the training', async () => {
    const bot = await ok(person, 'getBot', { path: { botId } });
    return bot.status === 'ready' ? bot : undefined;
  });
}
