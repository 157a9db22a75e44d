import { beforeAll, expect, test } from 'vitest';
import { ACCOUNT_HEADER } from '#contract/base/headers';
import type { BotConfig } from '#contract/bots/bot-config';
import type { Bot } from '#contract/bots/bots';
import { LOCAL_STAGE } from '#infra/config/stage';
import { sharedCloud } from '#test/helpers/cloud';
import { processed, uploadDocument } from '#test/helpers/documents';
import { apiClient, newUser, type TestUser } from '#test/helpers/users';
import { ok, refused } from '../responses';
import { join } from '../table';

const cloud = sharedCloud();
const anyone = apiClient(cloud);

let owner: TestUser;
let member: TestUser;
let stranger: TestUser;
beforeAll(async () => {
  [owner, member, stranger] = await Promise.all([newUser(cloud), newUser(cloud), newUser(cloud)]);
  await join(cloud, owner, 'member', member);
});

const asMember = () => ({ headers: { [ACCOUNT_HEADER]: owner.accountId } });

/** The starter plan has room for one bot: each test changes the same. */
let bot: Bot;
async function show(visibility: BotConfig['visibility'], deploy: boolean): Promise<Bot> {
  bot ??= await ok(owner, 'createBot', { body: { name: 'Helper', welcomeMessage: 'Good day!' } });
  const path = { botId: bot.id };
  const { version } = await ok(owner, 'getBot', { path });
  bot = await ok(owner, 'updateBot', { path, body: { version, visibility } });
  if (deploy && bot.status !== 'active') await ok(owner, 'actOnBot', { path, body: { action: 'deploy' } });
  if (deploy) bot = await ok(owner, 'actOnBot', { path, body: { action: 'publish' } });
  return bot;
}

test('a private draft is seen and tried by its editors alone', async () => {
  const { id } = await show('private', false);
  const path = { botId: id };
  const preview = await ok(owner, 'getBotPreview', { path });
  expect(preview).toMatchObject({ botId: id, visibility: 'private', status: 'draft', isUnpublished: true });
  expect(preview.bot).toMatchObject({ botName: 'Helper', welcomeMessage: 'Good day!', paused: false });
  expect(JSON.stringify(preview)).not.toContain('allowedDomains');
  const { conversationId, token } = await ok(owner, 'openPreviewSession', { path, body: {} });
  const again = await ok(owner, 'openPreviewSession', { path, body: { token } });
  expect(again.conversationId).toBe(conversationId);

  for (const [route, body] of [
    ['getBotPreview', undefined],
    ['openPreviewSession', {}],
  ] as const) {
    const input = { path, ...(body && { body }) };
    await refused(member, route, 'bot.not_found', { ...input, ...asMember() });
    await refused(stranger, route, 'bot.not_found', input);
    expect((await anyone.send(route, input)).status).toBe(401);
  }
  await refused(anyone, 'getPublicBot', 'bot.not_found', { path });
});

test('an internal one by everybody in the team, and nobody else, also when it is deployed', async () => {
  const path = { botId: (await show('internal', true)).id };
  expect(await ok(member, 'getBotPreview', { path, ...asMember() })).toMatchObject({
    visibility: 'internal',
  });
  await ok(member, 'openPreviewSession', { path, body: {}, ...asMember() });
  await refused(stranger, 'getBotPreview', 'bot.not_found', { path });
  await refused(anyone, 'getPublicBot', 'bot.not_found', { path });
  await refused(anyone, 'getPublicBot', 'bot.not_found', { path: { botId: bot.widgetId } });
});

test('a public one by anyone as it is published, by its id or its widget id; the team sees the draft', async () => {
  const { id, widgetId, version } = await show('public', true);
  const path = { botId: id };
  const shown = await ok(anyone, 'getPublicBot', { path });
  expect(shown).toMatchObject({ widgetId, botName: 'Helper', welcomeMessage: 'Good day!' });
  expect(await ok(anyone, 'getPublicBot', { path: { botId: widgetId } })).toEqual(shown);
  expect((await ok(owner, 'getBotPreview', { path })).isUnpublished).toBe(false);

  await ok(owner, 'updateBot', { path, body: { version, welcomeMessage: 'Good evening!' } });
  expect(await ok(anyone, 'getPublicBot', { path })).toEqual(shown);
  expect(await ok(member, 'getBotPreview', { path, ...asMember() })).toMatchObject({
    bot: { welcomeMessage: 'Good evening!' },
    isUnpublished: true,
  });
  await refused(anyone, 'getPublicBot', 'bot.not_found', { path: { botId: 'none-such' } });
});

test('a bot is answered by the model that was chosen of those that the stage offers', async () => {
  const { id, version } = await show('public', true);
  const path = { botId: id };
  await refused(owner, 'updateBot', 'request.invalid', { path, body: { version, model: 'some.other-v1' } });
  await refused(owner, 'createBot', 'request.invalid', { body: { name: 'X', model: 'some.other-v1' } });
  const uploaded = await uploadDocument(owner, id, {
    fileName: 'terms.md',
    content: '# Returns\n\nGoods may be returned within thirty days of delivery.\n',
  });
  expect((await processed(owner, uploaded)).status).toBe('success');
  // A model that its function may not use would leave quotes.
  for (const model of [LOCAL_STAGE.furtherModels[0]?.id, LOCAL_STAGE.answerModel, null]) {
    const { version: current } = await ok(owner, 'getBot', { path });
    await ok(owner, 'updateBot', { path, body: { version: current, model } });
    const { token } = await ok(owner, 'openTestSession', { path, body: {} });
    const { answer } = await ok(apiClient(cloud, token), 'sendMessage', {
      path: { widgetId: bot.widgetId },
      body: { id: crypto.randomUUID(), text: 'How long may goods be returned?' },
    });
    expect(answer).toMatchObject({ kind: 'generated', text: expect.stringContaining('thirty days') });
  }
});
