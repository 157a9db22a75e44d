import { beforeEach, expect, test } from 'vitest';
import type { Bot } from '#contract/bots/bots';
import { sharedCloud } from '#test/helpers/cloud';
import { awayFromMidnight } from '#test/helpers/days';
import { apiClient, newUser, type TestUser } from '#test/helpers/users';
import { waitFor } from '#test/helpers/wait-for';
import { ok } from '../responses';

const cloud = sharedCloud();
const PERSON =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

let owner: TestUser;
let bot: Bot;

// Each try has an account of its own: what was counted in a former one is counted too.
beforeEach(async () => {
  await awayFromMidnight();
  owner = await newUser(cloud);
  bot = await owner.call<Bot>('createBot', { body: { name: 'Tents', language: 'en', deploy: true } });
});

const counted = async () => {
  const { totals } = await ok(owner, 'getAnalytics', { query: { range: 'today' } });
  return { visits: totals.visits, openings: totals.openings, visitors: totals.visitors };
};
const tell = async (body: object, agent = PERSON) => {
  const { status } = await apiClient(cloud).send('countVisit', {
    path: { widgetId: bot.widgetId },
    body,
    headers: { 'user-agent': agent },
  });
  return status;
};

test('a burst of pages and openings is taken and counted, each once, and they are one visitor', async () => {
  // As many as a newsletter opens within a moment; far below what one address may send in a minute.
  const events = Array.from({ length: 90 }, (_, number) => (number % 3 === 0 ? 'opened' : 'shown'));
  expect(new Set(await Promise.all(events.map((event) => tell({ event }))))).toEqual(new Set([204]));
  await waitFor('the visits', async () => {
    const { visits, openings } = await counted();
    return visits + openings >= events.length || undefined;
  });
  expect(await counted()).toEqual({ visits: 60, openings: 30, visitors: 1 });
});

test('no program is counted, and what is no beacon is refused', async () => {
  const shown = { event: 'shown' };
  expect(await tell(shown, 'Googlebot/2.1 (+http://www.google.com/bot.html)')).toBe(204);
  expect(await tell({ event: 'bought' })).toBe(400);
  expect(await tell({ ...shown, more: ' '.repeat(100_000) })).toBe(413);
  // What is sent after them is counted after them.
  expect(await tell(shown)).toBe(204);
  await waitFor('the visit', async () => (await counted()).visits > 0 || undefined);
  expect((await counted()).visits).toBe(1);
});

test('the dashboard shows nothing of another tenant, and nothing to a stranger', async () => {
  const other = await newUser(cloud);
  expect(await ok(other, 'listActivity')).toEqual({ items: [], cursor: null });
  expect((await ok(other, 'getDashboard')).health).toEqual([]);
  expect((await apiClient(cloud).send('getDashboard')).status).toBe(401);
});
