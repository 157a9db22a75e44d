import { expect, test } from 'vitest';
import { findWidgetBot, getBot } from '#core/bots/bots';
import { createBot } from '#core/bots/create-bot';
import { revealIdentitySecret, verifyVisitorHash, visitorHash } from '#core/bots/identity';
import { publishBot } from '#core/bots/publish-bot';
import { updateBot } from '#core/bots/update-bot';
import { actOnBot } from '#core/lifecycle/bots/act-on-bot';
import { duplicateBot } from '#core/lifecycle/bots/duplicate-bot';
import { withLocalTable } from '#test/helpers/local-table';
import { expectRefusal } from '#test/helpers/refusal';
import { bot, clock, memoryPublications, newOwner } from '../../bots/setup';

withLocalTable();
const published = memoryPublications();
process.env.APP_ORIGIN = 'https://app.example';

const shownAt = (widgetId: string) => published.get(`w/${widgetId}.json`);
const inPlace = (name: string) => ({ name, withKnowledge: false, takesAddress: true });

test('a copy that takes the address is on websites at once, as the bot was published', async () => {
  // The plan has one place on the air: it passes from one to the other.
  const owner = await newOwner('free');
  const source = await createBot(clock, owner, bot('Tnets', { deploy: true, companyName: 'Tents' }));
  await updateBot(clock, owner, source.id, { version: 1, companyName: 'Not published' });
  const copy = await duplicateBot(clock, owner, source.id, inPlace('Tents'));
  expect(copy).toMatchObject({
    widgetId: source.widgetId,
    status: 'active',
    companyName: 'Not published',
    publishedVersion: 2,
  });
  expect(shownAt(source.widgetId)).toMatchObject({ version: 2, botName: 'Tents', companyName: 'Tents' });
  expect((await findWidgetBot(source.widgetId)).botId).toBe(copy.id);

  const former = await getBot(owner, source.id);
  expect(former).toMatchObject({ name: 'Tnets', status: 'ready', publishedVersion: null, isShown: false });
  expect(former.widgetId).not.toBe(source.widgetId);
  await expectRefusal(findWidgetBot(former.widgetId), 'widget.not_found');
  await expectRefusal(actOnBot(clock, owner, source.id, { action: 'deploy' }), 'plan.limit_exceeded');
});

test('what still publishes the former bot leaves the address to the copy', async () => {
  const owner = await newOwner('professional');
  const source = await createBot(clock, owner, bot('Tnets', { deploy: true }));
  const before = await findWidgetBot(source.widgetId);
  const copy = await duplicateBot(clock, owner, source.id, inPlace('Tents'));
  await publishBot(before);
  expect(shownAt(source.widgetId)).toMatchObject({ version: 2, botName: 'Tents' });
  await actOnBot(clock, owner, copy.id, { action: 'deactivate' });
  await actOnBot(clock, owner, source.id, { action: 'deploy' });
  expect(shownAt(source.widgetId)).toMatchObject({ version: 2, botName: 'Tents', paused: true });
  const { widgetId } = await getBot(owner, source.id);
  expect(shownAt(widgetId)).toMatchObject({ version: 2, botName: 'Tnets' });
});

test('a draft passes its address on, and neither is on the air', async () => {
  const owner = await newOwner('starter');
  const source = await createBot(clock, owner, bot('Tnets'));
  const copy = await duplicateBot(clock, owner, source.id, inPlace('Tents'));
  expect(copy).toMatchObject({ widgetId: source.widgetId, status: 'draft', publishedVersion: null });
  expect(await getBot(owner, source.id)).toMatchObject({ status: 'draft' });
  await actOnBot(clock, owner, copy.id, { action: 'deploy' });
  expect(shownAt(source.widgetId)).toMatchObject({ version: 1, botName: 'Tents' });
});

test('the website goes on vouching for its visitors with the secret that it has', async () => {
  const owner = await newOwner('starter');
  const source = await createBot(clock, owner, bot('Tnets', { deploy: true }));
  const { secret } = await revealIdentitySecret(clock, owner, source.id);
  const { id: botId } = await duplicateBot(clock, owner, source.id, inPlace('Tents'));
  const ref = { accountId: owner.accountId, botId };
  expect(await verifyVisitorHash(ref, 'ada', visitorHash(secret, 'ada'))).toBe(true);
});

test('of two copies at once one has the address, and a refused one changes nothing', async () => {
  const owner = await newOwner('professional');
  const source = await createBot(clock, owner, bot('Tnets', { deploy: true }));
  await createBot(clock, owner, bot('Taken'));
  await expectRefusal(duplicateBot(clock, owner, source.id, inPlace('taken')), 'bot.name_taken');
  expect(await getBot(owner, source.id)).toEqual(source);
  const tries = await Promise.allSettled(
    ['One', 'Two'].map((name) => duplicateBot(clock, owner, source.id, inPlace(name))),
  );
  const copies = tries.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  // Both only where the second read the bot when the first had its address already.
  const holders = copies.filter(({ widgetId }) => widgetId === source.widgetId);
  expect(holders).toHaveLength(1);
  expect((await findWidgetBot(source.widgetId)).botId).toBe(holders[0]?.id);
  for (const each of tries)
    if (each.status === 'rejected') expect(each.reason).toMatchObject({ code: 'bot.version_conflict' });
});

test('another account takes nobody’s address', async () => {
  const [owner, stranger] = [await newOwner('starter'), await newOwner('starter')];
  const source = await createBot(clock, owner, bot('Tents', { deploy: true }));
  await expectRefusal(duplicateBot(clock, stranger, source.id, inPlace('Mine')), 'bot.not_found');
  expect((await findWidgetBot(source.widgetId)).botId).toBe(source.id);
});
