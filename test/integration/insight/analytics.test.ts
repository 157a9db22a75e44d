import { beforeAll, expect, test } from 'vitest';
import type { Bot } from '#contract/bots/bots';
import { sharedCloud } from '#test/helpers/cloud';
import { awayFromMidnight } from '#test/helpers/days';
import { type ApiClient, newUser, type TestUser } from '#test/helpers/users';
import { openVisitor } from '#test/helpers/visitor';
import { waitFor } from '#test/helpers/wait-for';
import { ok, refused } from '../responses';
import { join } from '../table';

const cloud = sharedCloud();
let owner: TestUser;
let stranger: TestUser;
let viewer: ApiClient;
let bot: Bot;
beforeAll(async () => {
  [owner, stranger] = await Promise.all([newUser(cloud), newUser(cloud)]);
  viewer = await join(cloud, owner, 'viewer');
  bot = await ok(owner, 'createBot', { body: { name: 'Helper', deploy: true } });
});

const VIEWS = ['getAnalytics', 'getTopics', 'getGaps', 'listRatings'] as const;

test('what visitors ask is counted by the stream, and shown to all of the team and to nobody else', async () => {
  await awayFromMidnight();
  const visitor = await openVisitor(cloud, bot.widgetId);
  await visitor.ask('Is the glasshouse heated in winter?');
  visitor.close();
  const counted = await waitFor('the conversation to be counted', async () => {
    const report = await ok(viewer, 'getAnalytics', { query: { range: 'today', bots: bot.id } });
    return report.totals.abstained === 1 ? report : undefined;
  });
  expect(counted.totals).toMatchObject({ conversations: 1, messages: 2, answered: 0, resolved: 0 });
  expect(counted.series.reduce((sum, hour) => sum + hour.conversations, 0)).toBe(1);
  expect((await ok(owner, 'getLiveFigures')).today).toBe(1);
  expect(await ok(owner, 'getForecast')).toMatchObject({ used: 1 });
  const { questions, topics } = await ok(owner, 'getTopics', { query: { range: '7d' } });
  expect({ questions, topics }).toMatchObject({ questions: 1, topics: [{ asked: 1, unanswered: 1 }] });
  await waitFor('the gap', async () => (await ok(owner, 'getGaps')).gaps[0]);

  expect((await ok(stranger, 'getAnalytics')).totals.conversations).toBe(0);
  for (const view of VIEWS) await refused(stranger, view, 'bot.not_found', { query: { bots: bot.id } });
  await refused(stranger, 'getFlowReport', 'bot.not_found', { query: { botId: bot.id } });
});

test('ranges and bots that make no sense are refused by name', async () => {
  const custom = (from: string, to: string) => ({ query: { range: 'custom', from, to } });
  for (const view of VIEWS) {
    await refused(owner, view, 'analytics.invalid_range', custom('2030-02-01', '2030-01-01'));
    await refused(owner, view, 'analytics.invalid_range', custom('2029-01-01', '2030-12-31'));
    await refused(owner, view, 'analytics.invalid_range', { query: { range: 'custom' } });
    await refused(owner, view, 'analytics.invalid_range', custom('0000-01-01', '0000-01-09'));
    await refused(owner, view, 'request.invalid', custom('2030-02-30', '2030-03-01'));
    await refused(owner, view, 'request.invalid', { query: { range: 'always' } });
    await refused(owner, view, 'bot.not_found', { query: { bots: 'nobodys' } });
  }
  const six = Array.from({ length: 6 }, (_, number) => `bot-${number}`).join(',');
  const { fields } = await refused(owner, 'getAnalytics', 'request.invalid', { query: { bots: six } });
  expect(Object.keys(fields ?? {})).toEqual(['bots']);
  await refused(owner, 'listRatings', 'request.invalid', { query: { cursor: 'forged' } });
  await refused(owner, 'getFlowReport', 'request.invalid', { query: {} });
});

test('days are counted in the time zone of the account’s settings', async () => {
  const body = { timeZone: 'Pacific/Kiritimati' };
  await refused(owner, 'setTimeZone', 'request.invalid', { body: { timeZone: 'Europe/Nowhere' } });
  await ok(owner, 'setTimeZone', { body });
  await ok(owner, 'setTimeZone', { body });
  expect(await ok(owner, 'getAnalytics')).toMatchObject(body);
  expect(await ok(stranger, 'getAnalytics')).toMatchObject({ timeZone: 'Europe/Berlin' });
});

test('an event to try the live figures with is sent to this account’s dashboards', async () => {
  await ok(viewer, 'sendTestEvent');
  expect(await ok(viewer, 'getLiveFigures')).toMatchObject({ dashboards: 0 });
});
