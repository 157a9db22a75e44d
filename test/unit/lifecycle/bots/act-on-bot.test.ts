import { describe, expect, test } from 'vitest';
import { BotId } from '#contract/base/ids';
import { BotAction, BotStatus } from '#contract/bots/bot-states';
import { nextStatus } from '#contract/bots/bot-status';
import { assertTakesQuestions, findWidgetBot, getBot } from '#core/bots/bots';
import { createBot } from '#core/bots/create-bot';
import { updateBot } from '#core/bots/update-bot';
import { actOnBot } from '#core/lifecycle/bots/act-on-bot';
import { withLocalTable } from '#test/helpers/local-table';
import { expectRefusal } from '#test/helpers/refusal';
import { bot, clock, memoryPublications, newOwner } from '../../bots/setup';

withLocalTable();
const published = memoryPublications();

const isShown = (widgetId: string) => published.get(`w/${widgetId}.json`);

test('what visitors see is what was published, until the next publication', async () => {
  const owner = await newOwner('starter');
  const { id, widgetId } = await createBot(clock, owner, bot('Helper'));
  expect(await actOnBot(clock, owner, id, { action: 'deploy' })).toMatchObject({
    status: 'active',
    publishedVersion: 1,
  });
  await updateBot(clock, owner, id, { version: 1, companyName: 'New' });
  expect(await getBot(owner, id)).toMatchObject({ publishedVersion: 1, hasUnpublishedChanges: true });
  expect(isShown(widgetId)).toMatchObject({ version: 1, companyName: 'Your Company' });
  expect((await findWidgetBot(widgetId)).publication.config.companyName).toBe('Your Company');

  expect(await actOnBot(clock, owner, id, { action: 'publish' })).toMatchObject({
    status: 'active',
    publishedVersion: 2,
    hasUnpublishedChanges: false,
  });
  expect(isShown(widgetId)).toMatchObject({ version: 2, companyName: 'New' });
  // What a version was stays readable under its number.
  expect(published.get(`w/${widgetId}/1.json`)).toMatchObject({ version: 1, companyName: 'Your Company' });
});

test('a paused bot says so, and one that is taken off the air is gone; no number comes twice', async () => {
  const owner = await newOwner('starter');
  const { id, widgetId } = await createBot(clock, owner, bot('Helper', { deploy: true }));
  // Of a paused bot visitors have the offline message.
  expect(await actOnBot(clock, owner, id, { action: 'deactivate' })).toMatchObject({ isShown: true });
  expect(isShown(widgetId)).toMatchObject({ version: 1, paused: true });
  const paused = await findWidgetBot(widgetId);
  expect(() => assertTakesQuestions(paused)).toThrow(expect.objectContaining({ code: 'widget.paused' }));
  await actOnBot(clock, owner, id, { action: 'activate' });
  expect(isShown(widgetId)).toMatchObject({ version: 1, paused: false });
  expect(await actOnBot(clock, owner, id, { action: 'unpublish' })).toMatchObject({
    status: 'draft',
    publishedVersion: null,
    isShown: false,
  });
  expect(isShown(widgetId)).toBeUndefined();
  await expectRefusal(findWidgetBot(widgetId), 'widget.not_found');
  expect(await actOnBot(clock, owner, id, { action: 'deploy' })).toMatchObject({ publishedVersion: 2 });
});

test('the embed code shows nothing of a bot that was published for its team', async () => {
  const owner = await newOwner('starter');
  const { id } = await createBot(clock, owner, bot('Helper', { deploy: true, visibility: 'private' }));
  expect(await getBot(owner, id)).toMatchObject({ status: 'active', isShown: false });
  await updateBot(clock, owner, id, { version: 1, visibility: 'public' });
  expect(await getBot(owner, id)).toMatchObject({ isShown: false });
  expect(await actOnBot(clock, owner, id, { action: 'publish' })).toMatchObject({ isShown: true });
});

test('of two that deploy at the same time one is refused', async () => {
  const owner = await newOwner('starter');
  const { id, widgetId } = await createBot(clock, owner, bot('Helper'));
  const both = await Promise.allSettled([1, 2].map(() => actOnBot(clock, owner, id, { action: 'deploy' })));
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(both.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'bot.transition_refused', details: { status: 'active', action: 'deploy' } },
  });
  expect(isShown(widgetId)).toMatchObject({ version: 1 });
});

test('changes and publications at the same time lose nothing: the last is the draft as it ended', async () => {
  const owner = await newOwner('starter');
  const { id, widgetId } = await createBot(clock, owner, bot('Helper', { deploy: true }));
  await Promise.all([
    updateBot(clock, owner, id, { version: 1, companyName: 'New' }),
    actOnBot(clock, owner, id, { action: 'publish' }),
    actOnBot(clock, owner, id, { action: 'publish' }),
  ]);
  const { publishedVersion } = await actOnBot(clock, owner, id, { action: 'publish' });
  expect(publishedVersion).toBe(2);
  expect(isShown(widgetId)).toMatchObject({ version: 2, companyName: 'New' });
});

test("another tenant's bot can't be moved", async () => {
  const [owner, stranger] = [await newOwner('starter'), await newOwner('starter')];
  const { id } = await createBot(clock, owner, bot('Helper'));
  for (const botId of [id, BotId.parse('none')])
    await expectRefusal(actOnBot(clock, stranger, botId, { action: 'deploy' }), 'bot.not_found');
});

describe('the table of transitions', () => {
  test('has a way from every status to the air, and from the air back', () => {
    for (const status of BotStatus.options) {
      const reached = new Set<BotStatus>([status]);
      for (const from of reached)
        for (const action of [...BotAction.options, 'trained', 'training_failed'] as const) {
          const next = nextStatus(from, action);
          if (next) reached.add(next);
        }
      expect([...reached]).toEqual(expect.arrayContaining(['active', 'inactive', 'ready', 'draft']));
    }
  });
});

const place = { x: 0, y: 0 };
const greeting = (text: string) => ({ id: 'hi', type: 'message', place, text, answers: false });

test('a flow that does not run is published in no way, and says where it fails', async () => {
  const owner = await newOwner('professional');
  const flow = { start: 'hi', steps: [greeting('')], edges: [] };
  const refused = {
    code: 'flow.invalid',
    details: { problems: [{ stepId: 'hi', problem: 'empty_content' }] },
  };
  await expect(createBot(clock, owner, bot('At once', { flow, deploy: true }))).rejects.toMatchObject(
    refused,
  );
  const { id, version } = await createBot(clock, owner, bot('Later', { flow }));
  await expect(actOnBot(clock, owner, id, { action: 'deploy' })).rejects.toMatchObject(refused);

  const mended = bot('Later', { flow: { ...flow, steps: [greeting('Hello')] } }).flow ?? null;
  const { version: second } = await updateBot(clock, owner, id, { version, flow: mended });
  expect(await actOnBot(clock, owner, id, { action: 'deploy' })).toMatchObject({ status: 'active' });
  await updateBot(clock, owner, id, { version: second, flow: bot('Later', { flow }).flow ?? null });
  await expect(actOnBot(clock, owner, id, { action: 'publish' })).rejects.toMatchObject(refused);
  // What visitors have runs: pausing it and going on need no other.
  await actOnBot(clock, owner, id, { action: 'deactivate' });
  expect(await actOnBot(clock, owner, id, { action: 'activate' })).toMatchObject({ status: 'active' });
});
