import { beforeAll, expect, test } from 'vitest';
import type { Bot } from '#contract/bots/bots';
import { sharedCloud } from '#test/helpers/cloud';
import { awayFromMidnight } from '#test/helpers/days';
import { apiClient, newUser, type TestUser } from '#test/helpers/users';
import { waitFor } from '#test/helpers/wait-for';
import { ok } from '../responses';

const cloud = sharedCloud();
const PERSON = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
/** As many pages as a newsletter opens within a moment; far below what one address may send in a minute, of which one in ten is counted. */
const AT_ONCE = 90;

let owner: TestUser;
let bot: Bot;
beforeAll(async () => {
  owner = await newUser(cloud);
  bot = await ok(owner, 'createBot', { body: { name: 'Shop', deploy: true } });
});

test('a burst of beacons is taken and counted, each once', async () => {
  await awayFromMidnight();
  const visitor = apiClient(cloud, undefined, { origin: cloud.addresses.customer });
  const statuses = await Promise.all(
    Array.from({ length: AT_ONCE }, async (_, number) => {
      const { status } = await visitor.send('countVisit', {
        path: { widgetId: bot.widgetId },
        body: { event: number % 3 === 0 ? 'opened' : 'shown' },
        headers: { 'user-agent': PERSON },
      });
      return status;
    }),
  );
  expect(statuses.filter((status) => status !== 204)).toEqual([]);
  const counted = await waitFor('the visits', async () => {
    const { totals } = await ok(owner, 'getAnalytics', { query: { range: 'today', bots: bot.id } });
    return totals.visits + totals.openings >= AT_ONCE ? totals : undefined;
  });
  expect(counted).toMatchObject({ visits: 60, openings: 30 });
});
