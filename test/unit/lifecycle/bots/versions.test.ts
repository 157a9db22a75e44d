import { expect, test } from 'vitest';
import { createBot } from '#core/bots/create-bot';
import { updateBot } from '#core/bots/update-bot';
import { actOnBot } from '#core/lifecycle/bots/act-on-bot';
import { listVersions, restoreVersion } from '#core/lifecycle/bots/versions';
import { withLocalTable } from '#test/helpers/local-table';
import { expectRefusal } from '#test/helpers/refusal';
import { bot, clock, memoryPublications, newOwner } from '../../bots/setup';

withLocalTable();
const published = memoryPublications();

test('every publication is kept, and an earlier one can be published again', async () => {
  const owner = await newOwner('starter');
  const { id, widgetId } = await createBot(clock, owner, bot('Helper', { deploy: true }));
  await updateBot(clock, owner, id, { version: 1, companyName: 'New' });
  await actOnBot(clock, owner, id, { action: 'publish' });
  const restored = await restoreVersion(clock, owner, id, 1);
  expect(restored).toMatchObject({ publishedVersion: 3, companyName: 'New', hasUnpublishedChanges: true });
  expect(published.get(`w/${widgetId}.json`)).toMatchObject({ version: 3, companyName: 'Your Company' });
  const { items } = await listVersions(owner, id, { limit: 50 });
  expect(items.map(({ number, restoredFrom, config }) => [number, restoredFrom, config.companyName])).toEqual(
    [
      [3, 1, 'Your Company'],
      [2, null, 'New'],
      [1, null, 'Your Company'],
    ],
  );
  expect(items[0]).toMatchObject({ publishedBy: owner.userId, publisherName: 'Ada Lovelace' });
});

test('what visitors see already is no new version, published or gone back to twice', async () => {
  const owner = await newOwner('starter');
  const { id } = await createBot(clock, owner, bot('Helper', { deploy: true }));
  const numbers = async () =>
    (await listVersions(owner, id, { limit: 50 })).items.map(({ number }) => number);
  expect(await actOnBot(clock, owner, id, { action: 'publish' })).toMatchObject({ publishedVersion: 1 });
  await updateBot(clock, owner, id, { version: 1, companyName: 'New' });
  const twice = () => actOnBot(clock, owner, id, { action: 'publish' });
  expect(await Promise.all([twice(), twice()])).toMatchObject([
    { publishedVersion: 2 },
    { publishedVersion: 2 },
  ]);
  expect(await numbers()).toEqual([2, 1]);
  const back = () => restoreVersion(clock, owner, id, 1);
  expect(await Promise.all([back(), back()])).toMatchObject([
    { publishedVersion: 3 },
    { publishedVersion: 3 },
  ]);
  expect(await numbers()).toEqual([3, 2, 1]);
});

test('versions come page by page, newest first also beyond nine', async () => {
  const owner = await newOwner('starter');
  const { id } = await createBot(clock, owner, bot('Helper', { deploy: true }));
  for (let version = 1; version <= 10; version += 1) {
    await updateBot(clock, owner, id, { version, companyName: `Company ${version}` });
    await actOnBot(clock, owner, id, { action: 'publish' });
  }
  const first = await listVersions(owner, id, { limit: 2 });
  expect(first.items.map(({ number }) => number)).toEqual([11, 10]);
  const next = await listVersions(owner, id, { limit: 2, cursor: first.cursor ?? '' });
  expect(next.items.map(({ number }) => number)).toEqual([9, 8]);
});

test('a version that is none, of a bot off the air, or of another tenant is not published', async () => {
  const [owner, stranger] = [await newOwner('starter'), await newOwner('starter')];
  const { id } = await createBot(clock, owner, bot('Helper', { deploy: true }));
  await expectRefusal(restoreVersion(clock, owner, id, 2), 'bot.version_not_found');
  for (const call of [restoreVersion(clock, stranger, id, 1), listVersions(stranger, id, { limit: 1 })])
    await expectRefusal(call, 'bot.not_found');
  await actOnBot(clock, owner, id, { action: 'undeploy' });
  await expect(restoreVersion(clock, owner, id, 1)).rejects.toMatchObject({
    code: 'bot.transition_refused',
    details: { status: 'ready', action: 'publish' },
  });
});
