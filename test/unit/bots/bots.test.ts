import { UpdateItemCommand } from 'dynamodb-toolbox';
import { expect, test } from 'vitest';
import { AccountEntity } from '#core/accounts/entity';
import { findWidgetBot, getBot, listBots } from '#core/bots/bots';
import { createBot } from '#core/bots/create-bot';
import { updateBot } from '#core/bots/update-bot';
import { withLocalTable } from '#test/helpers/local-table';
import { expectRefusal } from '#test/helpers/refusal';
import { bot, clock, memoryPublications, newOwner } from './setup';

withLocalTable();
const published = memoryPublications();

test('a bot is a draft until it is deployed: visitors know nothing of it', async () => {
  const owner = await newOwner('starter');
  const created = await createBot(clock, owner, bot('Helper'));
  expect(created).toMatchObject({ status: 'draft', publishedVersion: null, hasUnpublishedChanges: false });
  expect(await getBot(owner, created.id)).toEqual(created);
  await expectRefusal(findWidgetBot(created.widgetId), 'widget.not_found');
  expect(published.has(`w/${created.widgetId}.json`)).toBe(false);
});

test('a bot that is deployed at once is found by its widget, and is published', async () => {
  const owner = await newOwner('starter');
  const created = await createBot(clock, owner, bot('Helper', { language: 'de', deploy: true }));
  expect(created).toMatchObject({
    name: 'Helper',
    version: 1,
    status: 'active',
    publishedVersion: 1,
    hasUnpublishedChanges: false,
    documentCount: 0,
  });
  expect(created.welcomeMessage).toBe('Hallo! Wie kann ich Ihnen heute helfen?');
  expect(await getBot(owner, created.id)).toEqual(created);
  expect((await findWidgetBot(created.widgetId)).botId).toBe(created.id);
  expect(published.get(`w/${created.widgetId}.json`)).toMatchObject({ botName: 'Helper', version: 1 });
  expect(published.has(`w/${created.widgetId}/1.json`)).toBe(true);
});

test('of two bots of one name at the same time one is refused', async () => {
  const owner = await newOwner('enterprise');
  const both = await Promise.allSettled([
    createBot(clock, owner, bot('Helper')),
    createBot(clock, owner, bot(' helper ')),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(both.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'bot.name_taken', details: undefined },
  });
});

test.each([
  ['case', 'HELPER DESK'],
  ['width', 'Ｈｅｌｐｅｒ Desk'],
  ['spaces', 'helper \u00a0 desk'],
  ['an invisible character', 'Hel\u200dper Desk'],
])('a name that differs in %s only is taken', async (_, name) => {
  const owner = await newOwner('enterprise');
  await createBot(clock, owner, bot('Helper Desk'));
  await expectRefusal(createBot(clock, owner, bot(name)), 'bot.name_taken');
});

test('a name with an accent is another one, however it is composed; a sharp s is two', async () => {
  const owner = await newOwner('enterprise');
  for (const name of ['Cafe', 'Café', 'Straße']) await createBot(clock, owner, bot(name));
  for (const name of ['Cafe\u0301', 'STRASSE'])
    await expectRefusal(createBot(clock, owner, bot(name)), 'bot.name_taken');
});

test('a name whose folded form is longer than a key may be is a name like any other', async () => {
  const owner = await newOwner('enterprise');
  const name = '\ufdfa'.repeat(80);
  await createBot(clock, owner, bot(name));
  await expectRefusal(createBot(clock, owner, bot(name)), 'bot.name_taken');
});

test('another account may use the same name', async () => {
  for (const owner of [await newOwner('starter'), await newOwner('starter')])
    await expect(createBot(clock, owner, bot('Helper'))).resolves.toMatchObject({ name: 'Helper' });
});

test('the last place of a plan is taken once', async () => {
  const owner = await newOwner('professional');
  const results = await Promise.allSettled(
    Array.from({ length: 8 }, (_, n) => createBot(clock, owner, bot(`Bot ${n}`, { deploy: true }))),
  );
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  for (const result of results)
    if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'plan.limit_exceeded' });
  // What was refused left nothing behind, not even its name.
  await AccountEntity.build(UpdateItemCommand)
    .item({ accountId: owner.accountId, plan: 'enterprise' })
    .send();
  for (let n = 0; n < 8; n += 1)
    await createBot(clock, owner, bot(`Bot ${n}`, { deploy: true })).catch(({ code }) =>
      expect(code).toBe('bot.name_taken'),
    );
  expect((await listBots(owner, { limit: 100 })).items).toHaveLength(8);
});

test('a trial that has ended leaves the limits of the free plan', async () => {
  const owner = await newOwner('professional');
  await AccountEntity.build(UpdateItemCommand)
    .item({
      accountId: owner.accountId,
      subscriptionStatus: 'trialing',
      trialEndsAt: '2020-01-01T00:00:00.000Z',
    })
    .send();
  await createBot(clock, owner, bot('One', { deploy: true }));
  await expect(createBot(clock, owner, bot('Two', { deploy: true }))).rejects.toMatchObject({
    code: 'plan.limit_exceeded',
    details: { plan: 'free', limit: 1 },
  });
});

test('bots of an account come newest first, page by page, and no others', async () => {
  const owner = await newOwner('enterprise');
  await createBot(clock, await newOwner('starter'), bot('Of a stranger'));
  for (const name of ['1', '2', '3'])
    await createBot(() => new Date(Date.now() + 10 * Number(name)), owner, bot(name));
  const first = await listBots(owner, { limit: 2 });
  expect(first.items.map(({ name }) => name)).toEqual(['3', '2']);
  const second = await listBots(owner, { limit: 2, cursor: first.cursor ?? '' });
  expect(second.items.map(({ name }) => name)).toEqual(['1']);
  expect(second.cursor).toBeNull();
});

test("a forged cursor, or a stranger's, reads nothing of anybody else's", async () => {
  const [owner, stranger] = [await newOwner('enterprise'), await newOwner('enterprise')];
  for (const name of ['1', '2']) await createBot(clock, owner, bot(name));
  const { cursor } = await listBots(owner, { limit: 1 });
  expect((await listBots(stranger, { limit: 10, cursor: cursor ?? '' })).items).toEqual([]);
  const forged = [...['ACCOUNT', 'MEMBER#1'].map((key) => JSON.stringify([key])), '{}', 'nonsense'];
  for (const text of forged) {
    const request = { limit: 10, cursor: Buffer.from(text).toString('base64url') };
    await expectRefusal(listBots(owner, request), 'request.invalid');
  }
});

test('a change on a stale version is refused with the bot as it is', async () => {
  const owner = await newOwner('starter');
  const { id } = await createBot(clock, owner, bot('Helper'));
  const changed = await updateBot(clock, owner, id, { version: 1, description: 'first' });
  expect(changed).toMatchObject({ version: 2, description: 'first', companyName: 'Your Company' });
  await expect(updateBot(clock, owner, id, { version: 1, description: 'second' })).rejects.toMatchObject({
    code: 'bot.version_conflict',
    details: { current: changed },
  });
});

test('of changes at the same time one wins', async () => {
  const owner = await newOwner('starter');
  const { id } = await createBot(clock, owner, bot('Helper'));
  for (let version = 1; version < 4; version += 1) {
    const results = await Promise.allSettled(
      ['a', 'b', 'c'].map((name) =>
        updateBot(clock, owner, id, { version, companyName: `${name}${version}` }),
      ),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  }
});

test('texts that nobody changed follow the bot into another language', async () => {
  const owner = await newOwner('starter');
  const { id } = await createBot(clock, owner, bot('Helper', { welcomeMessage: 'Welcome to Tents' }));
  const changed = await updateBot(clock, owner, id, { version: 1, language: 'de' });
  expect(changed).toMatchObject({
    language: 'de',
    welcomeMessage: 'Welcome to Tents',
    placeholder: 'Stellen Sie eine Frage …',
  });
  const named = { version: 2, language: 'en', placeholder: 'Ask us' } as const;
  expect(await updateBot(clock, owner, id, named)).toMatchObject({
    placeholder: 'Ask us',
    fallbackMessage: expect.stringContaining('sorry'),
  });
});

test('a style sheet is stored as it may stand in the widget', async () => {
  const owner = await newOwner('starter');
  const customCss = '@import url(//evil.example); .header { color: red; background: url(//evil.example/x) }';
  const { id, customCss: stored } = await createBot(clock, owner, bot('Helper', { customCss }));
  const changed = await updateBot(clock, owner, id, { version: 1, customCss });
  for (const css of [stored, changed.customCss]) {
    expect(css).toContain('color');
    expect(css).not.toContain('evil');
  }
});

test('a change that changes nothing is no new version', async () => {
  const owner = await newOwner('starter');
  const { id, ...created } = await createBot(clock, owner, bot('Helper', { allowedDomains: ['x.de'] }));
  const same = { theme: created.theme, allowedDomains: ['x.de'], customCss: '' };
  for (const change of [{}, same])
    expect(await updateBot(clock, owner, id, { version: 1, ...change })).toEqual({ id, ...created });
  expect(await updateBot(clock, owner, id, { version: 1, theme: 'dark' })).toMatchObject({ version: 2 });
  await expectRefusal(updateBot(clock, owner, id, { version: 1 }), 'bot.version_conflict');
});

test('a configuration that would not fit is refused', async () => {
  const owner = await newOwner('starter');
  const { id } = await createBot(clock, owner, bot('Helper'));
  // As nothing that passed the contract is: what is guarded is the table's limit.
  const allowedDomains = Array.from({ length: 1_000 }, (_, n) => `${'x'.repeat(200)}.${n}.example`);
  await expectRefusal(updateBot(clock, owner, id, { version: 1, allowedDomains }), 'request.too_large');
  await expectRefusal(createBot(clock, owner, { ...bot('Other'), allowedDomains }), 'request.too_large');
});

test("another tenant's bot doesn't exist", async () => {
  const [owner, stranger] = [await newOwner('starter'), await newOwner('starter')];
  const { id } = await createBot(clock, owner, bot('Helper'));
  await expectRefusal(getBot(stranger, id), 'bot.not_found');
  await expectRefusal(updateBot(clock, stranger, id, { version: 1 }), 'bot.not_found');
});
