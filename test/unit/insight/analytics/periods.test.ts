import { PutItemCommand } from 'dynamodb-toolbox';
import { describe, expect, it } from 'vitest';
import { ConversationQuery } from '#contract/conversations/inbox';
import { AnalyticsQuery } from '#contract/insight/analytics';
import { botLabel } from '#contract/insight/bot-label';
import { countedAs } from '#contract/insight/counted-as';
import { FormerBotEntity } from '#core/bots/entity';
import { listConversations } from '#core/conversations/inbox/list-conversations';
import { countConversation } from '#core/insight/analytics/count-conversation';
import { gapReport } from '#core/insight/analytics/gaps';
import { analyticsReport } from '#core/insight/analytics/report';
import { topicReport } from '#core/insight/analytics/topics';
import { addVisitors } from '#core/insight/analytics/visitors';
import { wereCounted } from '#core/insight/analytics/were-counted';
import { getDashboard } from '#core/insight/dashboard/dashboard';
import { VisitorDayEntity } from '#core/insight/visits/entity';
import { deleteBot } from '#core/lifecycle/bots/delete-bot';
import {
  generateConversations,
  itemsOf,
  randomNumbers,
  writeItems,
} from '#test/helpers/generated-conversations';
import { withLocalTable } from '#test/helpers/local-table';
import { memoryPublications } from '../../bots/setup';
import { accountWithBots } from './setup';

withLocalTable();

/** An account whose bot had a conversation at each of these times. */
async function talkedAt(...times: readonly string[]) {
  const owner = await accountWithBots(1);
  const [bot] = owner.bots;
  if (!bot) throw new Error('no bot');
  const made = generateConversations(randomNumbers(7), bot, {
    count: times.length,
    from: new Date(0),
    days: 1,
  });
  for (const [at, each] of made.entries()) {
    await writeItems(itemsOf({ ...each, startedAt: new Date(times[at] ?? '') }));
    await countConversation(each);
  }
  return { owner, bot };
}

const at = (time: string) => () => new Date(time);
const query = (range: string) => AnalyticsQuery.parse({ range });

describe('a range under way', () => {
  it('is compared with the same part of the one before, to the minute', async () => {
    const { owner } = await talkedAt(
      '2026-10-14T02:10:00+02:00',
      '2026-10-14T02:29:40+02:00',
      '2026-10-14T02:30:00+02:00',
      '2026-10-14T18:00:00+02:00',
      '2026-10-15T01:00:00+02:00',
    );
    const today = await analyticsReport(at('2026-10-15T02:29:00+02:00'), owner, query('today'));
    expect(today).toMatchObject({
      until: '02:29',
      totals: { conversations: 1 },
      previous: { conversations: 2 },
    });
    const later = await analyticsReport(at('2026-10-15T02:31:00+02:00'), owner, query('today'));
    expect(later.previous.conversations).toBe(3);
    const over = await analyticsReport(at('2026-10-16T02:29:00+02:00'), owner, query('yesterday'));
    expect(over).toMatchObject({ until: null, totals: { conversations: 1 }, previous: { conversations: 4 } });
  });

  it('of a day has topics and gaps, which are counted by whole days, compared with nothing', async () => {
    const { owner } = await talkedAt('2026-10-14T18:00:00+02:00', '2026-10-15T01:10:00+02:00');
    const now = at('2026-10-15T02:29:00+02:00');
    const comparedWith = async (range: string) => {
      const { topics } = await topicReport(now, owner, query(range));
      const { gaps } = await gapReport(now, owner, query(range));
      return [...new Set([...topics, ...gaps].map(({ previous }) => previous))];
    };
    expect(await comparedWith('today')).toEqual([null]);
    expect(await comparedWith('yesterday')).toEqual([0]);
  });

  it('of a day is told by hours as far as it went, beside all of the day before', async () => {
    const { owner } = await talkedAt('2026-10-14T18:00:00+02:00', '2026-10-15T01:10:00+02:00');
    const { series, previousSeries } = await analyticsReport(
      at('2026-10-15T02:29:00+02:00'),
      owner,
      query('today'),
    );
    expect(series.map(({ at, conversations }) => [at, conversations])).toEqual([
      ['2026-10-15T00', 0],
      ['2026-10-15T01', 1],
      ['2026-10-15T02', 0],
    ]);
    expect(previousSeries).toHaveLength(24);
    expect(previousSeries[18]).toMatchObject({ at: '2026-10-14T18', conversations: 1 });
  });

  it('counts page views of the day before by quarters of an hour, and as large a part of its visitors', async () => {
    const { owner, bot } = await talkedAt('2026-10-15T01:00:00+02:00');
    await VisitorDayEntity.build(PutItemCommand)
      .item({
        ...bot,
        day: '2026-10-14',
        visits: 40,
        openings: 4,
        quarters: { '02:15': [10, 1], '02:30': [30, 3] },
        sketch: addVisitors(undefined, ['a', 'b', 'c', 'd']),
        revision: 1,
      })
      .send();
    const { previous } = await analyticsReport(at('2026-10-15T02:29:00+02:00'), owner, query('today'));
    expect(previous).toMatchObject({ visits: 10, openings: 1, visitors: 1 });
  });

  it('is compared in the same way on the dashboard', async () => {
    const { owner } = await talkedAt('2026-09-15T12:00:00+02:00', '2026-10-14T18:00:00+02:00');
    const conversationsAt = async (now: string) => (await getDashboard(at(now), owner)).conversations;
    expect(await conversationsAt('2026-10-15T11:00:00+02:00')).toEqual({ now: 1, before: 0 });
    expect(await conversationsAt('2026-10-15T13:00:00+02:00')).toEqual({ now: 1, before: 1 });
  });
});

describe('the figures of a deleted bot', () => {
  const now = at('2026-10-15T12:00:00+02:00');

  it('stay among those of all bots, in analytics and on the dashboard', async () => {
    memoryPublications();
    const { owner, bot } = await talkedAt('2026-10-14T18:00:00+02:00');
    const before = await analyticsReport(now, owner, query('7d'));
    const name = before.bots[0]?.name ?? '';
    await deleteBot(now, owner, bot.botId, { name });
    const after = await analyticsReport(now, owner, query('7d'));
    expect(after.totals).toEqual(before.totals);
    expect(after.bots).toMatchObject([{ botId: bot.botId, name, isDeleted: true }]);
    expect((await getDashboard(now, owner)).conversations.now).toBe(1);
  });

  it('have no name once it is erased', async () => {
    const { owner } = await talkedAt('2026-10-14T18:00:00+02:00');
    const other = await talkedAt('2026-10-14T18:00:00+02:00');
    const { accountId, botId } = other.bot;
    await FormerBotEntity.build(PutItemCommand).item({ accountId, botId }).send();
    expect((await analyticsReport(now, owner, query('7d'))).bots).toHaveLength(1);
    expect(botLabel({ name: '', isDeleted: true }, 'de')).toBe('Gelöschter Bot');
    expect(botLabel({ name: 'Desk', isDeleted: true }, 'en')).toBe('Desk (deleted)');
  });
});

it('leads from a figure to the conversations that were counted in it, and to no other', async () => {
  const { owner, bot } = await talkedAt('2026-10-14T10:00:00+02:00', '2026-10-14T11:00:00+02:00');
  const list = async (counted?: string) =>
    (await listConversations(owner, ConversationQuery.parse({ counted }), wereCounted)).items.length;
  const report = await analyticsReport(at('2026-10-15T12:00:00+02:00'), owner, query('7d'));
  expect(report.bots[0]?.botId).toBe(bot.botId);
  expect(await list()).toBe(2);
  expect(await list(countedAs('DAY', ['conversations']))).toBe(2);
  expect(await list(countedAs('DAY', ['hour10']))).toBe(1);
  expect(await list(countedAs('DAY', ['hour10', 'hour11']))).toBe(2);
  expect(await list(countedAs('TOPICS', ['+Nothing of the kind']))).toBe(0);
  for (const { name, count } of report.pages) expect(await list(countedAs('PAGES', [name]))).toBe(count);
});
