import { performance } from 'node:perf_hooks';
import { addDays, dayAndHour } from '#contract/base/calendar';
import { AnalyticsQuery, FlowQuery, RatingsQuery } from '#contract/insight/analytics';
import type { StoredConversation, StoredMessage } from '#core/conversations/entity';
import { countConversation } from '#core/insight/analytics/count-conversation';
import type { DayKind } from '#core/insight/analytics/days';
import { dayKey, ratingsPartition } from '#core/insight/analytics/entity';
import { flowReport } from '#core/insight/analytics/flow';
import { forecast } from '#core/insight/analytics/forecast';
import { gapReport } from '#core/insight/analytics/gaps';
import { liveFigures } from '#core/insight/analytics/live';
import { listRatings } from '#core/insight/analytics/ratings';
import { analyticsReport } from '#core/insight/analytics/report';
import { contributionOf, NOTHING_READ, readFurther } from '#core/insight/analytics/tally';
import { topicReport } from '#core/insight/analytics/topics';
import { addVisitors } from '#core/insight/analytics/visitors';
import {
  type GeneratedConversation,
  generateConversations,
  itemsOf,
  randomNumbers,
  writeItems,
} from '#test/helpers/generated-conversations';
import { startLocalTable } from '#test/helpers/local-table';
import { accountWithBots } from '#test/unit/insight/analytics/setup';
import { type Capacity, measureCapacity } from '../capacity';
import { type Figures, median, type Part } from '../figures';

const ZONE = 'Europe/Berlin';
const NOW = new Date('2027-01-01T12:00:00+01:00');
const clock = () => NOW;
const DAYS = 365;
const LAST = '2026-12-31';
const YEAR = { range: 'custom', from: addDays(LAST, 1 - DAYS), to: LAST } as const;
const SIZES = [100, 10_000, 100_000] as const;
const REPEATS = 5;
const COUNTED = 300;
/** As many as one batch of the queue has. */
const AT_ONCE = 10;
const VISITORS_A_DAY = 50;

/** What a year's views take at few and at many conversations, and how fast conversations are counted. */
export const analytics: Part = async ({ progress }) => {
  const table = await startLocalTable({ overHttp: true });
  const capacity = measureCapacity();
  try {
    const figures: Record<string, number> = {};
    for (const size of SIZES) {
      progress(`analytics: a year of ${size} conversations`);
      Object.assign(figures, await measureViews(size, capacity));
    }
    progress('analytics: counting');
    return { ...figures, ...(await measureCounting(capacity)) };
  } finally {
    await table.close();
  }
};

async function measureViews(size: number, capacity: Capacity): Promise<Figures> {
  const owner = await accountWithBots(1);
  const bot = owner.bots[0] as (typeof owner.bots)[number];
  const from = new Date(NOW.getTime() - DAYS * 86_400_000);
  await store(generateConversations(randomNumbers(size), bot, { count: size, from, days: DAYS }));
  const query = AnalyticsQuery.parse(YEAR);
  const views = {
    overview: () => analyticsReport(clock, owner, query),
    topics: () => topicReport(clock, owner, query),
    flow: () => flowReport(clock, owner, FlowQuery.parse({ ...YEAR, botId: bot.botId })),
    ratings: () => listRatings(clock, owner, RatingsQuery.parse(YEAR)),
    gaps: () => gapReport(clock, owner, query),
    forecast: () => forecast(clock, owner),
    live: () => liveFigures(clock, owner),
  };
  const figures: Record<string, number> = {};
  for (const [name, view] of Object.entries(views)) {
    const took: number[] = [];
    capacity.forget();
    for (let repeat = 0; repeat < REPEATS; repeat += 1) {
      const begun = performance.now();
      await view();
      took.push(performance.now() - begun);
    }
    figures[`analytics.${size}.${name}_ms`] = median(took);
    figures[`analytics.${size}.${name}_units`] = capacity.units() / REPEATS;
  }
  const { totals } = await views.overview();
  // What was stored is what is measured.
  if (Math.abs(totals.conversations - size) > size / 50 + 2)
    throw new Error(`${totals.conversations} of ${size} conversations are in the year.`);
  return figures;
}

/**
 * Days as counting all of them would have left them, ratings, and the conversations that live figures look at. They are
 * added up here, since to write and to count 100,000 one by one takes most of an hour.
 */
async function store(all: readonly GeneratedConversation[]): Promise<void> {
  const days = new Map<string, Record<string, unknown>>();
  const written: Record<string, unknown>[] = [];
  const recently = NOW.getTime() - 2 * 86_400_000;
  for (const conversation of all) {
    const items = itemsOf(conversation);
    const messages = items.filter(({ entity }) => entity === 'Message') as unknown as StoredMessage[];
    const head = items.at(-1) as unknown as StoredConversation;
    const { day } = dayAndHour(conversation.startedAt, ZONE);
    const contribution = contributionOf(head, readFurther(NOTHING_READ, messages), ZONE);
    for (const [kind, counts] of Object.entries(contribution)) {
      const key = dayKey(conversation, kind as DayKind, day);
      const item = days.get(`${key.pk} ${key.sk}`) ?? { ...key };
      days.set(`${key.pk} ${key.sk}`, item);
      for (const [name, by] of Object.entries(counts))
        item[`=${name}`] = Number(item[`=${name}`] ?? 0) + Number(by);
    }
    if (conversation.stars !== null) written.push(ratingOf(conversation, day));
    if (conversation.startedAt.getTime() > recently) written.push(...items);
  }
  const [first] = all;
  if (first)
    for (let place = 0; place < DAYS; place += 1) {
      const visitors = Array.from({ length: VISITORS_A_DAY }, (_, number) => `${place} ${number}`);
      written.push({
        ...dayKey(first, 'VISITORS', addDays(LAST, -place)),
        '=visits': 80,
        '=openings': 20,
        sketch: addVisitors(undefined, visitors),
      });
    }
  await writeItems([...days.values(), ...written]);
}

function ratingOf(
  { accountId, botId, conversationId, startedAt, stars }: GeneratedConversation,
  day: string,
) {
  const began = startedAt.toISOString();
  return {
    pk: ratingsPartition(accountId),
    sk: `RATING#${began}#${conversationId}`,
    entity: 'Rating',
    accountId,
    botId,
    conversationId,
    startedAt: began,
    day,
    stars,
  };
}

async function measureCounting(capacity: Capacity): Promise<Figures> {
  const owner = await accountWithBots(1);
  const bot = owner.bots[0] as (typeof owner.bots)[number];
  const all = generateConversations(randomNumbers(1), bot, {
    count: COUNTED,
    from: new Date(NOW.getTime() - DAYS * 86_400_000),
    days: DAYS,
  });
  for (const each of all) await writeItems(itemsOf(each));
  capacity.forget();
  const begun = performance.now();
  for (let first = 0; first < all.length; first += AT_ONCE)
    await Promise.all(all.slice(first, first + AT_ONCE).map((each) => countConversation(each)));
  const seconds = (performance.now() - begun) / 1_000;
  return {
    'analytics.counting.events_per_second': COUNTED / seconds,
    'analytics.counting.units_per_event': capacity.units() / COUNTED,
  };
}
