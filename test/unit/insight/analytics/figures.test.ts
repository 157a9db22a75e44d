import { beforeAll, describe, expect, it } from 'vitest';
import { dayAndHour } from '#contract/base/calendar';
import type { BotId } from '#contract/base/ids';
import { AnalyticsQuery } from '#contract/insight/analytics';
import { countConversation } from '#core/insight/analytics/count-conversation';
import { analyticsPartition } from '#core/insight/analytics/entity';
import { gapReport } from '#core/insight/analytics/gaps';
import { listRatings } from '#core/insight/analytics/ratings';
import { recountBot } from '#core/insight/analytics/rebuild';
import { analyticsReport } from '#core/insight/analytics/report';
import { topicReport } from '#core/insight/analytics/topics';
import { readCounters } from '#platform/counters';
import {
  type GeneratedConversation,
  generateConversations,
  HEADINGS,
  itemsOf,
  randomNumbers,
  writeItems,
} from '#test/helpers/generated-conversations';
import { withLocalTable } from '#test/helpers/local-table';
import { accountWithBots } from './setup';

const ZONE = 'Europe/Berlin';
// Summer time ends within it.
const FROM = new Date('2026-10-01T00:00:00+02:00');
const NOW = new Date('2026-11-01T12:00:00+01:00');
const clock = () => NOW;
const MONTH = AnalyticsQuery.parse({ range: 'last_month' });

let owner: Awaited<ReturnType<typeof accountWithBots>>;
let all: GeneratedConversation[];
const COUNT = 30;
const random = randomNumbers(7);

withLocalTable();
beforeAll(async () => {
  owner = await accountWithBots(2);
  all = owner.bots.flatMap((bot) =>
    generateConversations(random, bot, { count: COUNT, from: FROM, days: 31 }),
  );
  // As they grew: each is counted at several lengths, in an order that nobody chose, some of it twice.
  const steps = all.flatMap((conversation) => {
    const whole = itemsOf(conversation).length - 2;
    return Array.from({ length: whole + 1 }, (_, upTo) => ({ conversation, upTo, at: random() }));
  });
  for (const { conversation, upTo } of steps.filter(({ upTo }) => upTo % 2 === 1)) {
    await writeItems(itemsOf(conversation, upTo));
    if (random() < 0.5) await countConversation(conversation);
  }
  for (const conversation of all) await writeItems(itemsOf(conversation));
  const jobs = [...all, ...all].sort(() => random() - 0.5);
  // Several at once, also of the same conversation.
  for (let first = 0; first < jobs.length; first += 8)
    await Promise.all(jobs.slice(first, first + 8).map((job) => countConversation(job)));
});

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);
const share = (part: number, whole: number) => (whole > 0 ? part / whole : null);

/** The figures of conversations, counted one by one. */
function bruteForce(conversations: readonly GeneratedConversation[]) {
  const turns = conversations.flatMap((each) => each.turns);
  const answered = turns.filter(({ answer }) => answer !== null);
  const rated = conversations.flatMap(({ stars }) => (stars === null ? [] : [stars]));
  const agents = conversations.filter(({ escalation }) => escalation?.agentMs != null);
  const isDeflected = ({ turns, escalation }: GeneratedConversation) =>
    escalation === null && turns.some(({ answer }) => answer !== null);
  const resolved = conversations.filter(
    (each) =>
      each.status === 'resolved' ||
      (isDeflected(each) && each.turns.at(-1)?.answer !== null && (each.stars ?? 5) > 2),
  );
  const costUsd = sum(turns.map((turn) => turn.costUsd));
  return {
    conversations: conversations.length,
    engaged: conversations.filter((each) => each.turns.length > 1).length,
    messages: 2 * turns.length + agents.length,
    answered: answered.length,
    abstained: turns.length - answered.length,
    deflected: conversations.filter(isDeflected).length,
    resolved: resolved.length,
    escalated: conversations.filter(({ escalation }) => escalation !== null).length,
    ended: conversations.filter(({ status }) => status === 'ended' || status === 'resolved').length,
    contacts: conversations.filter(({ providedContact }) => providedContact).length,
    rated: rated.length,
    resolutionRate: share(resolved.length, conversations.length),
    abstentionRate: share(turns.length - answered.length, turns.length),
    satisfaction: share(sum(rated), rated.length),
    positiveShare: share(rated.filter((stars) => stars >= 4).length, rated.length),
    responseMs: share(sum(turns.map(({ tookMs }) => tookMs)), turns.length),
    agentResponseMs: agents.length > 0 ? 60_000 : null,
    inputTokens: sum(turns.map(({ inputTokens }) => inputTokens)),
    outputTokens: sum(turns.map(({ outputTokens }) => outputTokens)),
    messagesPerConversation: share(sum(conversations.map(messagesOf)), conversations.length),
    durationSeconds: close(share(sum(conversations.map(lastedMs)) / 1_000, conversations.length)),
    costUsd: close(costUsd),
    costPerConversation: close(share(costUsd, conversations.length)),
    costPerResolved: close(share(costUsd, resolved.length)),
  };
}

/** Costs are added in millionths, times in milliseconds. */
const close = (value: number | null) => (value === null ? null : expect.closeTo(value, 9));
const messagesOf = ({ turns, escalation }: GeneratedConversation) =>
  2 * turns.length + (escalation?.agentMs == null ? 0 : 1);
/** From its beginning to its last message, as `itemsOf` sets them. */
const lastedMs = ({ turns, escalation }: GeneratedConversation) =>
  sum(turns.map(({ tookMs }) => 5_000 + tookMs)) +
  (escalation?.agentMs == null ? 0 : 1_000 + escalation.agentMs);

const dayOf = ({ startedAt }: GeneratedConversation) => dayAndHour(startedAt, ZONE).day;
/** All counters of a bot, as they are stored. */
const storedCounts = (botId: BotId) =>
  readCounters(analyticsPartition({ accountId: owner.accountId, botId }), 'A', 'Z');

describe('the figures of a month', () => {
  it('are those of its conversations, counted one by one: of all bots, of each, and of each day', async () => {
    const report = await analyticsReport(clock, owner, MONTH);
    expect(report).toMatchObject({ from: '2026-10-01', to: '2026-10-31', timeZone: ZONE });
    expect(report.totals).toMatchObject(bruteForce(all));
    expect(report.previous).toMatchObject({ conversations: 0, resolutionRate: null });
    for (const { botId, totals } of report.bots)
      expect(totals).toMatchObject(bruteForce(all.filter((each) => each.botId === botId)));
    expect(report.series).toHaveLength(31);
    for (const { at: day, ...metrics } of report.series) {
      const own: Record<string, unknown> = bruteForce(all.filter((each) => dayOf(each) === day));
      const expected = Object.keys(metrics).map((name) => [name, name in own ? own[name] : 0]);
      expect({ day, ...metrics }).toEqual({ day, ...Object.fromEntries(expected) });
    }
    // What no conversation has: visits are counted elsewhere.
    expect(report.totals).toMatchObject({ visits: 0, openings: 0, visitors: 0 });
    const told = Object.keys(bruteForce(all)).concat('visits', 'openings', 'visitors');
    expect(Object.keys(report.totals).sort()).toEqual(told.sort());
  });

  it('are parted by hours, languages, pages, stars, reasons and lengths', async () => {
    const report = await analyticsReport(clock, owner, MONTH);
    const counted = (holds: (each: GeneratedConversation) => boolean) => all.filter(holds).length;
    expect(report.hours).toEqual(
      Array.from({ length: 24 }, (_, hour) =>
        counted((each) => dayAndHour(each.startedAt, ZONE).hour === hour),
      ),
    );
    expect(report.languages).toEqual([
      { language: 'en', count: counted(({ language }) => language === 'en') },
      { language: 'de', count: counted(({ language }) => language === 'de') },
    ]);
    for (const { name, count } of report.pages) expect(count).toBe(counted(({ page }) => page === name));
    for (const { stars, count } of report.stars) expect(count).toBe(counted((each) => each.stars === stars));
    for (const { name, count } of report.escalations)
      expect(count).toBe(counted(({ escalation }) => escalation?.trigger === name));
    const bounds = [0, 3, 5, 9, 15, 25, 50, Number.POSITIVE_INFINITY];
    expect(report.lengths.map(({ count }) => count)).toEqual(
      bounds
        .slice(1)
        .map((below, place) =>
          counted((each) => messagesOf(each) >= (bounds[place] ?? 0) && messagesOf(each) < below),
        ),
    );
    expect(sum(report.pages.map(({ count }) => count))).toBe(all.length);
    expect(sum(report.escalations.map(({ count }) => count))).toBe(
      counted(({ escalation }) => escalation !== null),
    );
    const { conversations, ended, escalated, contacts } = bruteForce(all);
    const lost = (count: number) => 1 - count / conversations;
    expect(report.funnel).toEqual([
      { stage: 'visitors', count: 0, dropOff: null },
      { stage: 'widget_opened', count: 0, dropOff: null },
      { stage: 'started_conversation', count: conversations, dropOff: null },
      { stage: 'completed', count: ended, dropOff: lost(ended) },
      { stage: 'escalated', count: escalated, dropOff: lost(escalated) },
      { stage: 'provided_contact_info', count: contacts, dropOff: lost(contacts) },
    ]);
    const took = all.flatMap(({ turns }) => turns.map(({ tookMs }) => tookMs));
    expect(report.responseTimes.map(({ count }) => count)).toEqual(
      [0, 500, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000].map(
        (above, place, bounds) =>
          took.filter((ms) => ms >= above && ms < (bounds[place + 1] ?? Number.POSITIVE_INFINITY)).length,
      ),
    );
  });

  it('are the same of a bot alone, and of days from one to another', async () => {
    const [bot] = owner.bots;
    const query = AnalyticsQuery.parse({
      range: 'custom',
      from: '2026-10-20',
      to: '2026-10-26',
      bots: bot?.botId,
    });
    const { totals, previous } = await analyticsReport(clock, owner, query);
    const within = (from: string, to: string) =>
      all.filter((each) => each.botId === bot?.botId && dayOf(each) >= from && dayOf(each) <= to);
    expect(totals).toMatchObject(bruteForce(within('2026-10-20', '2026-10-26')));
    expect(previous).toMatchObject(bruteForce(within('2026-10-13', '2026-10-19')));
  });

  /** Questions about a heading, by the day on which their conversation began. */
  const asked = (botId: BotId, heading: string, from = '', to = '9999') =>
    all
      .filter((each) => each.botId === botId && dayOf(each) >= from && dayOf(each) <= to)
      .flatMap(({ turns }) => turns)
      .filter(({ question }) => question.startsWith(heading.toLowerCase()));
  const unanswered = (turns: readonly { readonly answer: string | null }[]) =>
    turns.filter(({ answer }) => answer === null).length;
  const WEEK = { from: '2026-10-20', to: '2026-10-26' };

  it('tell topics by what was asked: answered and unanswered in one count', async () => {
    const { topics, questions } = await topicReport(clock, owner, MONTH);
    const turns = all.flatMap((each) => each.turns);
    expect(questions).toBe(turns.length);
    expect(topics).toHaveLength(HEADINGS.length * owner.bots.length);
    expect(sum(topics.map((topic) => topic.asked))).toBe(turns.length);
    for (const { botId, name, ...topic } of topics) {
      const own = asked(botId, name);
      expect(topic).toMatchObject({
        asked: own.length,
        unanswered: unanswered(own),
        previous: 0,
        share: own.length / turns.length,
        major: own.length / turns.length > 0.05,
      });
    }
    const week = await topicReport(clock, owner, AnalyticsQuery.parse({ range: 'custom', ...WEEK }));
    for (const { botId, name, ...topic } of week.topics)
      expect(topic).toMatchObject({
        asked: asked(botId, name, WEEK.from, WEEK.to).length,
        unanswered: unanswered(asked(botId, name, WEEK.from, WEEK.to)),
        previous: asked(botId, name, '2026-10-13', '2026-10-19').length,
      });
  });

  it('tell gaps by topic, of the range alone and with their trend', async () => {
    for (const span of [{ from: '2026-10-01', to: '2026-10-31' }, WEEK]) {
      const query = AnalyticsQuery.parse({ range: 'custom', ...span });
      const { gaps, parts } = await gapReport(clock, owner, query);
      expect([parts[0]?.from, parts.at(-1)?.to]).toEqual([span.from, span.to]);
      const expected = owner.bots.flatMap(({ botId }) =>
        HEADINGS.filter((heading) => unanswered(asked(botId, heading, span.from, span.to)) > 0),
      );
      expect(gaps.map(({ topic }) => topic).sort()).toEqual(expected.sort());
      for (const gap of gaps) {
        const { botId, topic } = gap;
        const within = (from: string, to: string) => unanswered(asked(botId, topic, from, to));
        expect(gap).toMatchObject({
          asked: asked(botId, topic, span.from, span.to).length,
          unanswered: within(span.from, span.to),
          previous: span === WEEK ? within('2026-10-13', '2026-10-19') : 0,
          trend: parts.map(({ from, to }) => within(from, to)),
          advice: 'extend',
        });
      }
    }
  });

  it('come with the comments that were written', async () => {
    const seen = [];
    let cursor: string | undefined;
    do {
      const page = await listRatings(clock, owner, {
        range: 'last_month',
        limit: 7,
        ...(cursor && { cursor }),
      });
      seen.push(...page.items);
      cursor = page.cursor ?? undefined;
    } while (cursor);
    const rated = all.filter(({ stars }) => stars !== null);
    expect(seen).toHaveLength(rated.length);
    expect(seen.map(({ startedAt }) => startedAt)).toEqual(
      rated
        .map(({ startedAt }) => startedAt.toISOString())
        .sort()
        .reverse(),
    );
    for (const { conversationId, stars, comment } of seen)
      expect(rated.find((each) => each.conversationId === conversationId)).toMatchObject({ stars, comment });
  });

  it('stay the same when all is counted anew, and are the same when nothing was counted before', async () => {
    const live = await Promise.all(owner.bots.map(({ botId }) => storedCounts(botId)));
    for (const bot of owner.bots) expect(await recountBot(bot)).toEqual({ counted: COUNT, failed: [] });
    expect(await Promise.all(owner.bots.map(({ botId }) => storedCounts(botId)))).toEqual(live);
    const other = await accountWithBots(1);
    const [bot] = other.bots;
    if (!bot) throw new Error('no bot');
    const copies = all
      .filter(({ botId }) => botId === owner.bots[0]?.botId)
      .map((each) => ({ ...each, ...bot }));
    for (const copy of copies) await writeItems(itemsOf(copy));
    await recountBot(bot);
    const nonZero = (items: Awaited<ReturnType<typeof storedCounts>>) =>
      items.map(({ sk, counters }) => [
        sk,
        Object.fromEntries(Object.entries(counters).filter(([, by]) => by !== 0)),
      ]);
    const rebuilt = await readCounters(analyticsPartition(bot), 'A', 'Z');
    expect(nonZero(rebuilt)).toEqual(nonZero(live[0] ?? []));
  });
});
