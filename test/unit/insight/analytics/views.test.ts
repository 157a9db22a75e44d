import { PutItemCommand } from 'dynamodb-toolbox';
import { describe, expect, it, test } from 'vitest';
import { AnalyticsQuery, FlowQuery, type RenameTopic } from '#contract/insight/analytics';
import { MonthlyUsageEntity } from '#core/accounts/limits/monthly-usage';
import { dashboardChannel, ListenerEntity } from '#core/accounts/sockets/entity';
import type { StoredMessage } from '#core/conversations/entity';
import { HEAD_KEY } from '#core/conversations/entity';
import { countConversation } from '#core/insight/analytics/count-conversation';
import { flowReport } from '#core/insight/analytics/flow';
import { expected, forecast, paceOf } from '#core/insight/analytics/forecast';
import { gapReport } from '#core/insight/analytics/gaps';
import { getLayout, saveLayout } from '#core/insight/analytics/layouts';
import { liveFigures, sendTestEvent } from '#core/insight/analytics/live';
import { analyticsReport } from '#core/insight/analytics/report';
import { NOTHING_READ, readFurther } from '#core/insight/analytics/tally';
import { renameTopic, topicReport } from '#core/insight/analytics/topics';
import { addVisitors, VISITORS_ERROR } from '#core/insight/analytics/visitors';
import { UnansweredEntity } from '#core/insight/questions/entity';
import { VisitorDayEntity } from '#core/insight/visits/entity';
import type { Sockets } from '#platform/sockets';
import {
  type GeneratedConversation,
  generateConversations,
  itemsOf,
  randomNumbers,
  writeItems,
} from '#test/helpers/generated-conversations';
import { withLocalTable } from '#test/helpers/local-table';
import { expectRefusal } from '#test/helpers/refusal';
import { accountWithBots } from './setup';

const FROM = new Date('2026-10-01T00:00:00+02:00');
const clock = () => new Date('2026-11-01T12:00:00+01:00');
const MONTH = AnalyticsQuery.parse({ range: 'last_month' });

withLocalTable();

async function ownerWith(
  count: number,
  change: (each: GeneratedConversation, at: number) => object = () => ({}),
) {
  const owner = await accountWithBots(1);
  const bot = owner.bots[0] as (typeof owner.bots)[number];
  const all = generateConversations(randomNumbers(13), bot, { count, from: FROM, days: 31 }).map(
    (each, at) => ({
      ...each,
      ...change(each, at),
    }),
  );
  return { owner, bot, all };
}

/** Stores and counts conversations; `head` adds to what their heads say. */
async function count(all: readonly GeneratedConversation[], head: (at: number) => object = () => ({})) {
  for (const [at, each] of all.entries())
    await writeItems(itemsOf(each).map((item) => (item.sk === HEAD_KEY ? { ...item, ...head(at) } : item)));
  for (const each of all) await countConversation(each);
}

/** Each has one answered turn about this heading. */
const about = (heading: string) => (each: GeneratedConversation) => ({
  turns: each.turns.slice(0, 1).map((turn) => ({ ...turn, heading, answer: 'Yes.' })),
});

test('ways through a flow are those that conversations took, and tell where they stopped', async () => {
  const paths = [
    ['name', 'mail', 'end'],
    ['name', 'mail'],
    ['name'],
    ['name', 'topic', 'mail', 'end'],
    ['name', 'topic'],
    ['name', 'topic'],
  ];
  const { owner, bot, all } = await ownerWith(paths.length);
  await count(all, (at) => ({ flowState: { at: null, data: {}, path: paths[at] } }));
  const query = FlowQuery.parse({ range: 'last_month', botId: bot.botId });
  const { steps, links } = await flowReport(clock, owner, query);
  const through = (step: string) => paths.filter((path) => path.includes(step)).length;
  const stopped = (step: string) => paths.filter((path) => path.at(-1) === step && step !== 'end').length;
  expect(steps).toHaveLength(4);
  for (const { id, reached, stopped: last } of steps)
    expect({ id, reached, last }).toEqual({ id, reached: through(id), last: stopped(id) });
  const ways = paths.flatMap((path) => path.slice(1).map((to, at) => `${path[at]} ${to}`));
  expect(links).toHaveLength(new Set(ways).size);
  for (const { from, to, count } of links)
    expect(count).toBe(ways.filter((way) => way === `${from} ${to}`).length);
});

describe('visitors', () => {
  it('of a range are different people, within the error that is told, and the funnel counts their visits', async () => {
    const { owner, bot, all } = await ownerWith(12);
    await count(all);
    const visitors = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, number) => `visitor ${from + number}`);
    // On the second day half of the first day's come again.
    for (const [day, from, to] of [
      ['2026-10-03', 0, 400],
      ['2026-10-04', 200, 600],
    ] as const)
      await VisitorDayEntity.build(PutItemCommand)
        .item({
          ...bot,
          day,
          visits: 500,
          openings: 100,
          sketch: addVisitors(undefined, visitors(from, to)),
          revision: 1,
        })
        .send();
    const report = await analyticsReport(clock, owner, MONTH);
    expect(report.visitorsError).toBe(VISITORS_ERROR);
    expect(Math.abs(report.totals.visitors - 600)).toBeLessThan(600 * 3 * VISITORS_ERROR);
    expect(report.totals).toMatchObject({ visits: 1_000, openings: 200 });
    // Visits from the first stage to the last: page views, not people.
    const counts = [
      1_000,
      200,
      all.length,
      all.filter(({ status }) => status === 'ended' || status === 'resolved').length,
      all.filter(({ escalation }) => escalation !== null).length,
      all.filter(({ providedContact }) => providedContact).length,
    ];
    expect(report.funnel.map(({ count }) => count)).toEqual(counts);
    for (const [place, { dropOff }] of report.funnel.entries()) {
      // The last three are ways in which conversations go on.
      const before = counts[Math.min(place - 1, 2)] ?? 0;
      const lost = before > 0 ? Math.max(0, 1 - (counts[place] ?? 0) / before) : null;
      expect(dropOff).toEqual(lost);
    }
  });
});

describe('topics', () => {
  const rename = (owner: Parameters<typeof renameTopic>[0], changes: RenameTopic) =>
    renameTopic(owner, changes);

  it('are renamed, merged and parted again, with all that was counted', async () => {
    const { owner, bot, all } = await ownerWith(9, (each, at) =>
      about(['Returns', 'Refunds', 'constructor'][at % 3] ?? '')(each),
    );
    await count(all);
    const told = async () =>
      (await topicReport(clock, owner, MONTH)).topics.map(({ name, asked, merged }) => ({
        name,
        asked,
        merged,
      }));
    // One that is named like what every object has is a topic as others are.
    expect(await told()).toEqual([
      { name: 'Refunds', asked: 3, merged: [] },
      { name: 'Returns', asked: 3, merged: [] },
      { name: 'constructor', asked: 3, merged: [] },
    ]);
    const { botId } = bot;
    await rename(owner, { botId, topic: 'Refunds', name: 'Money back' });
    await rename(owner, { botId, topic: 'Returns', name: 'Money back' });
    expect(await told()).toEqual([
      { name: 'Money back', asked: 6, merged: ['Refunds', 'Returns'] },
      { name: 'constructor', asked: 3, merged: [] },
    ]);
    // What was merged goes along.
    await rename(owner, { botId, topic: 'Money back', name: 'Sending back' });
    expect((await told())[0]).toEqual({ name: 'Sending back', asked: 6, merged: ['Refunds', 'Returns'] });
    await rename(owner, { botId, topic: 'Refunds', name: '' });
    expect(await told()).toHaveLength(3);
  });

  it('have the unanswered questions that say their words, whatever their endings and order', async () => {
    const asks = (question: string, heading: string | null) => ({ question, heading });
    const turns = [
      asks('Do you deliver to Norway?', 'Delivery'),
      asks('Do you deliver to the islands?', null),
      asks('What are delivery costs abroad?', null),
      asks('Is the glasshouse heated in winter?', null),
      asks('Are glasshouses heated?', null),
    ];
    const { owner, bot, all } = await ownerWith(turns.length, (each, at) => ({
      turns: each.turns.slice(0, 1).map((turn) => ({
        ...turn,
        question: turns[at]?.question ?? '',
        heading: turns[at]?.heading ?? null,
        answer: turns[at]?.heading ? 'Yes.' : null,
      })),
    }));
    await count(all);
    const told = async () =>
      Object.fromEntries(
        (await topicReport(clock, owner, MONTH)).topics.map(({ name, asked, unanswered }) => [
          name,
          `${unanswered}/${asked}`,
        ]),
      );
    expect(await told()).toEqual({ Delivery: '2/3', 'glasshouse heated winter': '2/2' });
    // One that gets its own name stands for itself.
    await rename(owner, { botId: bot.botId, topic: 'deliver islands', name: 'deliver islands' });
    expect(await told()).toMatchObject({ Delivery: '1/2', 'deliver islands': '1/1' });
    await rename(owner, { botId: bot.botId, topic: 'deliver islands', name: '' });
    expect(await told()).toMatchObject({ Delivery: '2/3' });
  });

  it('are of the tenant who renames them', async () => {
    const [{ bot }, other] = await Promise.all([ownerWith(0), ownerWith(0)]);
    await expectRefusal(rename(other.owner, { botId: bot.botId, topic: 'a', name: 'b' }), 'bot.not_found');
  });
});

test('gaps have the open questions of their topic, and are none once these are settled', async () => {
  const asked = (question: string) => (each: GeneratedConversation) => ({
    turns: each.turns.slice(0, 1).map((turn) => ({ ...turn, question, heading: null, answer: null })),
  });
  const QUESTIONS = ['Is the glasshouse heated?', 'Do you sell tulip bulbs?', 'Do you repair mowers?'];
  const { owner, bot, all } = await ownerWith(4, (each, at) =>
    asked(QUESTIONS[Math.max(0, at - 1)] ?? '')(each),
  );
  await count(all);
  const groups = [
    [QUESTIONS[0], 2, '2026-10-20T10:00:00Z', 'open'],
    // In Berlin it is November already.
    ['The glasshouse: heated?', 9, '2026-10-31T23:30:00Z', 'open'],
    [QUESTIONS[1], 1, '2026-10-20T10:00:00Z', 'answered'],
  ] as const;
  for (const [question = '', count, at, state] of groups)
    await UnansweredEntity.build(PutItemCommand)
      .item({
        ...bot,
        unansweredId: question,
        question,
        askedIn: 'nobody',
        language: 'en',
        count,
        firstAskedAt: at,
        lastAskedAt: at,
        examples: [],
        state,
        expiresAt: 4_000_000_000,
      })
      .send();
  expect((await gapReport(clock, owner, MONTH)).gaps).toMatchObject([
    {
      topic: 'glasshouse heated',
      unanswered: 2,
      asked: 2,
      countedAs: expect.arrayContaining(['-glasshouse heated']),
      advice: 'add',
      questions: [{ question: QUESTIONS[0], lastAskedAt: '2026-10-20T10:00:00Z' }],
    },
    // Nothing is known of it any more, so nobody has settled it.
    { unanswered: 1, questions: [] },
  ]);
});

describe('the forecast', () => {
  const pace = { now: new Date('2026-11-10T12:00:00Z'), used: 100, limit: 305, perDay: 10 };

  it('goes on as in the last days through the rest of today, and says when the limit is reached', () => {
    expect(expected(pace)).toEqual({
      month: '2026-11',
      used: 100,
      limit: 305,
      expected: 305,
      reachedOn: '2026-11-30',
    });
    expect(expected({ ...pace, perDay: 20 })).toMatchObject({ expected: 510, reachedOn: '2026-11-20' });
    expect(expected({ ...pace, perDay: 9 })).toMatchObject({ expected: 285, reachedOn: null });
    expect(expected({ ...pace, used: 305 })).toMatchObject({ reachedOn: '2026-11-10' });
    expect(expected({ ...pace, perDay: 0 })).toMatchObject({ expected: 100, reachedOn: null });
    expect(expected({ ...pace, limit: 0 })).toMatchObject({ limit: -1, reachedOn: null });
    expect(expected({ ...pace, perDay: null })).toMatchObject({ used: 100, expected: null, reachedOn: null });
  });

  it('takes the mean of the days that there have been, today included, and of none before a whole one', () => {
    const days = (...counts: readonly (readonly [string, number])[]) =>
      counts.map(([day, conversations]) => ({ day, counts: { conversations } }));
    const now = new Date('2026-11-10T12:00:00Z');
    const of = (createdAt: string, counted: ReturnType<typeof days>) =>
      paceOf({ now, timeZone: 'UTC', createdAt: new Date(createdAt) }, counted);
    expect(of('2026-01-01T00:00:00Z', days(['2026-11-03', 50], ['2026-11-10', 25]))).toBe(10);
    expect(of('2026-11-09T00:00:00Z', days(['2026-11-09', 20], ['2026-11-10', 10]))).toBe(20);
    expect(of('2026-11-08T12:00:00Z', days(['2026-11-10', 10]))).toBe(5);
    expect(of('2026-11-10T09:00:00Z', days(['2026-11-10', 10]))).toBeNull();
    expect(of('2026-11-10T09:00:00Z', days(['2026-11-01', 9], ['2026-11-10', 6]))).toBe(2);
  });

  it('is that of the plan’s month, whose end comes later than the account’s day', async () => {
    const { owner, bot, all } = await ownerWith(7, (_, at) => ({
      startedAt: new Date(Date.UTC(2026, 9, 25 + (at % 7), 10)),
    }));
    await count(all);
    await MonthlyUsageEntity.build(PutItemCommand)
      .item({ accountId: bot.accountId, month: '2026-10', conversations: 40 })
      .send();
    // The last half hour of October by UTC is November in Berlin: none of the month's days is left.
    const found = await forecast(() => new Date('2026-10-31T23:30:00Z'), owner);
    expect(found).toMatchObject({ month: '2026-10', used: 40, expected: 40 });
  });
});

test('live figures say where they are of the conversations that were looked at only', async () => {
  const minutesAgo = (minutes: number) => new Date(clock().getTime() - minutes * 60_000);
  const few = await ownerWith(1, () => ({ startedAt: minutesAgo(5), status: 'escalated', escalation: null }));
  await count(few.all, () => ({ lastMessageAt: minutesAgo(2).toISOString() }));
  expect((await liveFigures(clock, few.owner)).atLeast).toEqual([]);
  const many = await ownerWith(101, () => ({
    startedAt: minutesAgo(5),
    status: 'escalated',
    turns: [],
    escalation: null,
  }));
  await count(many.all, () => ({ lastMessageAt: minutesAgo(2).toISOString() }));
  expect(await liveFigures(clock, many.owner)).toMatchObject({
    waiting: 100,
    atLeast: ['active', 'withPerson', 'waiting'],
  });
});

test('live figures are those of the last half hour, of this account', async () => {
  const now = clock();
  const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
  const cases = [
    { status: 'active', said: 2, began: 60 },
    { status: 'active', said: 45, began: 60 },
    { status: 'ended', said: 2, began: 60 },
    { status: 'escalated', said: 3, began: 60 },
    { status: 'pending', said: 4, began: 60 },
    // They have waited for days.
    { status: 'escalated', said: 4_000, began: 4_320 },
  ] as const;
  const { owner, bot, all } = await ownerWith(cases.length, (_, at) => ({
    startedAt: minutesAgo(cases[at]?.began ?? 0),
    status: cases[at]?.status ?? 'active',
    turns: [],
    escalation: null,
  }));
  await count(all, (at) => ({ lastMessageAt: minutesAgo(cases[at]?.said ?? 0).toISOString() }));
  await ListenerEntity.build(PutItemCommand)
    .item({ channel: dashboardChannel(bot.accountId), connectionId: 'c1', expiresAt: 4_000_000_000 })
    .send();
  expect(await liveFigures(clock, owner)).toMatchObject({
    active: 3,
    waiting: 2,
    withPerson: 3,
    today: 5,
    dashboards: 1,
  });
  const sent: unknown[] = [];
  const sockets: Sockets = {
    send: async (connectionId, event) => {
      sent.push([connectionId, event]);
      return 'sent';
    },
    close: async () => {},
  };
  await sendTestEvent({ clock, sockets }, owner);
  expect(sent).toEqual([['c1', { type: 'analytics.test', by: owner.userId, at: now.toISOString() }]]);
});

test('a dashboard of one’s own is saved over the version that was shown, and is nobody else’s', async () => {
  const { owner } = await ownerWith(0);
  const widgets = [{ id: 'a', kind: 'chart', size: 'large', shows: 'conversations' }] as const;
  expect(await getLayout(owner)).toEqual({ version: 0, widgets: [] });
  expect(await saveLayout(owner, { version: 0, widgets: [...widgets] })).toEqual({ version: 1, widgets });
  for (const version of [0, 2])
    await expectRefusal(saveLayout(owner, { version, widgets: [] }), 'analytics.layout_conflict');
  expect(await getLayout(owner)).toEqual({ version: 1, widgets });
  expect(await getLayout({ ...owner, userId: (await ownerWith(0)).owner.userId })).toMatchObject({
    version: 0,
  });
});

test('a question that is asked again in other words order is one that was not resolved', () => {
  const ask = (number: number, text: string): StoredMessage[] => [
    { messageId: `v${number}`, author: 'visitor', text, createdAt: '2026-10-01T10:00:00Z' } as StoredMessage,
    {
      messageId: `b${number}`,
      author: 'bot',
      kind: 'quoted',
      inReplyTo: `v${number}`,
      text: 'Within 45 days.',
      createdAt: '2026-10-01T10:00:01Z',
    } as StoredMessage,
  ];
  const first = ask(1, 'May I return the bicycle?');
  const repeated = (second: string) => readFurther(NOTHING_READ, [...first, ...ask(2, second)]).repeated;
  expect(repeated('the bicycle, may I return it?')).toBe(true);
  expect(repeated('What does the bicycle cost?')).toBe(false);
  expect(repeated('Thanks')).toBe(false);
});
