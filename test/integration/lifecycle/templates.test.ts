import { beforeAll, describe, expect, test } from 'vitest';
import { PublicBot } from '#contract/bots/public-bot';
import { TemplateId } from '#contract/lifecycle/template-id';
import { sharedCloud } from '#test/helpers/cloud';
import { request } from '#test/helpers/request';
import { newUser, type TestUser } from '#test/helpers/users';
import { ok, refused } from '../responses';

const cloud = sharedCloud();
let ada: TestUser;
let eve: TestUser;
beforeAll(async () => {
  [ada, eve] = await Promise.all([newUser(cloud), newUser(cloud)]);
});

const path = (templateId: TemplateId) => ({ path: { templateId } });
const german = { query: { language: 'de' } };

test('the gallery has every template, in the language that is asked for', async () => {
  const { items } = await ok(ada, 'listTemplates');
  expect(items.map(({ id }) => id)).toEqual(TemplateId.options);
  expect(items[0]).toMatchObject({ name: 'Contact request', difficulty: 'beginner', setupMinutes: 5 });
  const inGerman = await ok(ada, 'listTemplates', german);
  expect(inGerman.items[0]).toMatchObject({ name: 'Kontaktanfrage' });
  await refused(ada, 'listTemplates', 'request.invalid', { query: { language: 'fr' } });
});

test('one template comes with its fields, its flow, and the configuration of its bot', async () => {
  const template = await ok(ada, 'getTemplate', { ...path('returns-desk'), ...german });
  expect(template.fields.map(({ key }) => key)).toContain('photo');
  expect(template.config).toMatchObject({ language: 'de', category: 'ecommerce', type: 'ecommerce' });
  expect(template.config.flow?.steps).toHaveLength(template.stepCount);
});

test.each(['unknown', '__proto__', 'constructor', 'x'.repeat(300)])('there is no template %s', async (id) => {
  for (const name of ['getTemplate', 'createFromTemplate', 'rateTemplate'] as const)
    await refused(ada, name, 'template.not_found', {
      path: { templateId: id },
      ...(name === 'createFromTemplate' && { body: { name: 'A', language: 'en' } }),
      ...(name === 'rateTemplate' && { body: { rating: 3 } }),
    });
});

describe('a bot from a template', () => {
  const used = async () => (await ok(ada, 'getTemplate', path('appointment'))).useCount;

  test('is a draft with what was customised, and is counted; one that is refused is not', async () => {
    const person = await newUser(cloud);
    const before = await used();
    const bot = await ok(person, 'createFromTemplate', {
      ...path('appointment'),
      body: { name: 'Reception', language: 'de', companyName: 'Praxis Hohenstein', primaryColor: '#112233' },
    });
    expect(bot).toMatchObject({
      name: 'Reception',
      status: 'draft',
      language: 'de',
      companyName: 'Praxis Hohenstein',
      primaryColor: '#112233',
      welcomeMessage: 'Guten Tag! Möchten Sie einen Termin vereinbaren?',
      type: 'booking',
      category: 'events_booking',
    });
    const { config } = await ok(person, 'getTemplate', { ...path('appointment'), ...german });
    expect(bot.flow).toEqual(config.flow);
    expect(await ok(person, 'getBot', { path: { botId: bot.id } })).toEqual(bot);
    expect(await used()).toBe(before + 1);

    const again = { ...path('appointment'), body: { name: 'reception', language: 'de' } };
    expect((await person.send('createFromTemplate', again)).status).toBeGreaterThanOrEqual(400);
    expect(await used()).toBe(before + 1);
    await refused(eve, 'getBot', 'bot.not_found', { path: { botId: bot.id } });
  });

  test('is live at once where that is asked for', async () => {
    const person = await newUser(cloud);
    const bot = await ok(person, 'createFromTemplate', {
      ...path('faq-assistant'),
      body: { name: 'Helper', language: 'en', deploy: true },
    });
    expect(bot.status).toBe('active');
    const published = await request(`${cloud.addresses.app}/w/${bot.widgetId}.json`);
    expect(PublicBot.parse(published.json())).toMatchObject({ botName: 'Helper', language: 'en' });
  });

  test('needs a name, a language, and a flow whose ways lead somewhere', async () => {
    const create = (body: object) =>
      refused(ada, 'createFromTemplate', 'request.invalid', { ...path('appointment'), body });
    expect((await create({ language: 'en' })).fields).toHaveProperty('name');
    expect((await create({ name: 'A' })).fields).toHaveProperty('language');
    const flow = { start: 'gone', steps: [], edges: [] };
    expect((await create({ name: 'A', language: 'en', flow })).fields).toHaveProperty('flow.start');
  });
});

describe('a rating', () => {
  const use = (person: TestUser, templateId: TemplateId) =>
    ok(person, 'createFromTemplate', {
      ...path(templateId),
      body: { name: `From ${templateId}`, language: 'en' },
    });
  beforeAll(async () => {
    await Promise.all([ada, eve].map((person) => use(person, 'product-feedback')));
  });
  const rate = (person: TestUser, rating: number) =>
    ok(person, 'rateTemplate', { ...path('product-feedback'), body: { rating } });

  test('counts once a person, whatever they change it to and however often they repeat it', async () => {
    const first = await rate(ada, 2);
    const others = first.count - 1;
    expect(first).toMatchObject({ own: 2 });
    expect(await rate(ada, 2)).toEqual(first);
    expect(await rate(ada, 5)).toMatchObject({ count: others + 1, own: 5 });
    const second = await rate(eve, 4);
    expect(second).toMatchObject({ count: others + 2, own: 4 });
    if (others === 0) expect(second.average).toBe(4.5);
    const { items } = await ok(ada, 'listTemplates');
    expect(items.find(({ id }) => id === 'product-feedback')?.rating).toEqual({ ...second, own: 5 });
  });

  test('given in several windows at the same time is one', async () => {
    const person = await newUser(cloud);
    await use(person, 'order-help');
    const before = (await ok(person, 'getTemplate', path('order-help'))).rating.count;
    const options = (rating: number) => ({ ...path('order-help'), body: { rating } });
    await Promise.all([1, 3, 5, 1].map((rating) => person.send('rateTemplate', options(rating))));
    const { rating } = await ok(person, 'getTemplate', path('order-help'));
    expect(rating.count).toBe(before + 1);
    if (before === 0) expect(rating.average).toBe(rating.own);
  });

  test('is taken of those who have used it', async () => {
    const person = await newUser(cloud);
    const body = { rating: 3 };
    await refused(person, 'rateTemplate', 'template.not_used', { ...path('appointment'), body });
    await use(person, 'appointment');
    expect((await ok(person, 'getTemplate', path('appointment'))).rating).toMatchObject({
      own: null,
      mayRate: true,
    });
    expect(await ok(person, 'rateTemplate', { ...path('appointment'), body })).toMatchObject({ own: 3 });
    const { items } = await ok(eve, 'listTemplates');
    expect(items.find(({ id }) => id === 'appointment')?.rating).toMatchObject({ own: null, mayRate: false });
  });

  test.each([0, 6, 2.5, '5', null])('is not %j', async (rating) => {
    await refused(ada, 'rateTemplate', 'request.invalid', { ...path('order-help'), body: { rating } });
  });
});
