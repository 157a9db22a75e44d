import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, describe, expect, it } from 'vitest';
import { AnalyticsQuery } from '#contract/insight/analytics';
import { conversationChannel } from '#core/accounts/sockets/entity';
import { HEAD_KEY } from '#core/conversations/entity';
import { countConversation, MOST_NAMES } from '#core/insight/analytics/count-conversation';
import { analyticsPartition, dayKey } from '#core/insight/analytics/entity';
import { CountJob, runCountJob } from '#core/insight/analytics/jobs';
import { recountBot } from '#core/insight/analytics/rebuild';
import { analyticsReport } from '#core/insight/analytics/report';
import { OTHER } from '#core/insight/analytics/tally';
import { setTimeZone } from '#core/insight/analytics/time-zone';
import { topicReport } from '#core/insight/analytics/topics';
import { eraseConversation } from '#core/lifecycle/bots/erase-conversation';
import { readCounters } from '#platform/counters';
import { environment } from '#platform/environment';
import { deletePartition, documentClient } from '#platform/table';
import {
  type GeneratedConversation,
  generateConversations,
  itemsOf,
  randomNumbers,
  writeItems,
} from '#test/helpers/generated-conversations';
import { withLocalTable } from '#test/helpers/local-table';
import { accountWithBots } from './setup';

const FROM = new Date('2026-10-01T00:00:00+02:00');
const clock = () => new Date('2026-11-01T12:00:00+01:00');
const MONTH = AnalyticsQuery.parse({ range: 'last_month' });

withLocalTable();

/** The function dies before its transaction is sent, or after it was written and before it hears so. */
let dies: () => 'before' | 'after' | 'never' = () => 'never';
afterEach(() => {
  dies = () => 'never';
});
documentClient.middlewareStack.add(
  (next, context) => async (args) => {
    const death = context.commandName === 'TransactWriteItemsCommand' ? dies() : 'never';
    if (death === 'before') throw new Error('died');
    const result = await next(args);
    if (death === 'after') throw new Error('died');
    return result;
  },
  { step: 'initialize', name: 'deaths' },
);

type Bot = Pick<GeneratedConversation, 'accountId' | 'botId'>;

async function botWith(count: number, seed: number) {
  const owner = await accountWithBots(1);
  const bot = owner.bots[0] as Bot;
  return {
    owner,
    bot,
    all: generateConversations(randomNumbers(seed), bot, { count, from: FROM, days: 31 }),
  };
}

/** What is counted of a bot, without names that nothing is left of. */
async function counted(bot: Bot) {
  const items = await readCounters(analyticsPartition(bot), 'A', 'Z');
  return items.map(({ sk, counters }) => [
    sk,
    Object.fromEntries(Object.entries(counters).filter(([, by]) => by !== 0)),
  ]);
}

/** The same with questions that no document answered in one sum: whose words go, they are counted without. */
async function countedUnnamed(bot: Bot) {
  return (await counted(bot)).map(([sk, counters]) => {
    const entries = Object.entries(counters as Readonly<Record<string, number>>);
    const isAsked = ([name]: readonly [string, number]) =>
      String(sk).startsWith('TOPICS') && name.startsWith('-');
    const asked = entries.filter(isAsked).reduce((sum, [, by]) => sum + by, 0);
    return [sk, Object.fromEntries(entries.filter((entry) => !isAsked(entry))), asked];
  });
}

const job = ({ accountId, conversationId }: GeneratedConversation) =>
  CountJob.parse({ accountId, conversationId });

describe('counting', () => {
  it('is exact though jobs come twice, late and in any order, and functions die anywhere', async () => {
    const random = randomNumbers(11);
    const { bot, all } = await botWith(8, 3);
    let deaths = 0;
    dies = () => {
      const fate = random();
      if (fate >= 0.4) return 'never';
      deaths += 1;
      return fate < 0.2 ? 'before' : 'after';
    };
    /** As the queue does: what failed is delivered again. */
    const deliver = async (conversation: GeneratedConversation): Promise<void> => {
      for (let delivery = 1; delivery <= 20; delivery += 1) {
        try {
          return await runCountJob(job(conversation));
        } catch (error) {
          if (!(error instanceof Error) || error.message !== 'died') throw error;
        }
      }
      throw new Error('never delivered');
    };
    const said = new Map<GeneratedConversation, number>();
    for (let round = 0; round < 4; round += 1) {
      for (const conversation of all.toSorted(() => random() - 0.5)) {
        const upTo = (said.get(conversation) ?? 0) + Math.floor(random() * 3);
        said.set(conversation, upTo);
        await writeItems(round === 3 ? itemsOf(conversation) : itemsOf(conversation, upTo));
      }
      const jobs = [...all, ...all].filter(() => random() < 0.6).toSorted(() => random() - 0.5);
      for (let first = 0; first < jobs.length; first += 6)
        await Promise.all(jobs.slice(first, first + 6).map(deliver));
    }
    for (const conversation of all.toSorted(() => random() - 0.5)) await deliver(conversation);
    expect(deaths).toBeGreaterThan(8);
    dies = () => 'never';

    const live = await counted(bot);
    await recountBot(bot);
    expect(await counted(bot)).toEqual(live);
    // Where nothing went wrong, and each was counted once.
    const calm = await botWith(0, 0);
    for (const each of all) await writeItems(itemsOf({ ...each, ...calm.bot }));
    for (const each of all) await countConversation({ ...each, ...calm.bot });
    expect(live).toEqual(await counted(calm.bot));
  });

  it('stays where a conversation began when the account moves to another time zone', async () => {
    const { owner, bot, all } = await botWith(6, 5);
    for (const each of all) await writeItems(itemsOf(each));
    await recountBot(bot);
    const before = await counted(bot);
    await setTimeZone(clock, owner, { timeZone: 'Asia/Tokyo' });
    await recountBot(bot);
    expect(await counted(bot)).toEqual(before);
  });

  it('keeps what was counted of conversations that are erased, and never counts trials', async () => {
    const { owner, bot, all } = await botWith(4, 6);
    const [erased, trial] = all as [GeneratedConversation, GeneratedConversation];
    for (const each of all)
      await writeItems(
        itemsOf(each).map((item) =>
          each === trial && item.sk === HEAD_KEY ? { ...item, isTest: true } : item,
        ),
      );
    for (const each of all) await runCountJob(job(each));
    await deletePartition(conversationChannel(erased.accountId, erased.conversationId), {
      hasTime: () => true,
    });
    await runCountJob(job(erased));
    await recountBot(bot);
    expect((await analyticsReport(clock, owner, MONTH)).totals.conversations).toBe(3);
  });

  it.each([1, 2, 3, 5])(
    'keeps what was counted of conversations whose erasure was stopped after %i looks at them',
    async (looks) => {
      const { bot, all } = await botWith(3, 12);
      const [erased] = all as [GeneratedConversation];
      for (const each of all) await writeItems(itemsOf(each));
      for (const each of all) await runCountJob(job(each));
      const before = await countedUnnamed(bot);
      // Time runs out in the middle, and comes again.
      let left = looks;
      const key = { accountId: erased.accountId, conversationId: erased.conversationId };
      await eraseConversation(key, () => {
        left -= 1;
        return left >= 0;
      });
      await runCountJob(job(erased));
      await recountBot(bot);
      expect(await countedUnnamed(bot)).toEqual(before);
      expect(await eraseConversation(key, () => true)).toBe(true);
      await recountBot(bot);
      expect(await countedUnnamed(bot)).toEqual(before);
      expect(await readCounters(conversationChannel(key.accountId, key.conversationId), ' ', '~')).toEqual(
        [],
      );
    },
  );

  it('keeps no words of a question that only an erased conversation asked', async () => {
    const { bot, all } = await botWith(2, 21);
    const [own, other] = all.map((each) => ({ ...each, startedAt: new Date('2026-10-10T10:00:00Z') }));
    if (!own || !other) throw new Error('two conversations are needed');
    const asks = (each: GeneratedConversation, ...questions: string[]): GeneratedConversation => ({
      ...each,
      turns: questions.map((question) => ({
        ...(each.turns[0] as GeneratedConversation['turns'][number]),
        question,
        heading: null,
        answer: null,
      })),
    });
    const pair = [asks(own, 'Anna Schmidt, Hauptstrasse', 'Sauna vouchers'), asks(other, 'Sauna vouchers')];
    for (const each of pair) await writeItems(itemsOf(each));
    for (const each of pair) await runCountJob(job(each));
    const topics = async () => {
      const { pk, sk } = dayKey(bot, 'TOPICS', '2026-10-10');
      return (await readCounters(pk, sk, sk))[0]?.counters;
    };
    expect(await topics()).toEqual({ '-anna schmidt hauptstrasse': 1, '-sauna vouchers': 2 });
    const { accountId, conversationId } = own;
    // Died once after its topics were forgotten: they are forgotten once.
    await eraseConversation({ accountId, conversationId }, () => false);
    expect(await eraseConversation({ accountId, conversationId }, () => true)).toBe(true);
    expect(await topics()).toEqual({ '-sauna vouchers': 1, [`-${OTHER}`]: 2 });
  });

  it('counts names together that a full day has no room for, and tells those that it has', async () => {
    const { owner, bot, all } = await botWith(2, 8);
    const [known, fresh] = all.map((each) => ({
      ...each,
      startedAt: new Date('2026-10-10T10:00:00Z'),
      turns: each.turns.slice(0, 1),
    }));
    if (!known || !fresh) throw new Error('two conversations are needed');
    const turn = { ...known.turns[0], heading: 'Topic 7', answer: 'Yes.' } as (typeof known.turns)[number];
    const conversations = [
      { ...known, page: 'https://shop.example/7', turns: [turn] },
      { ...fresh, page: 'https://shop.example/new', turns: [{ ...turn, heading: 'New topic' }] },
    ];
    for (const [kind, nameOf] of [
      ['TOPICS', (number: number) => `+Topic ${number}`],
      ['PAGES', (number: number) => `https://shop.example/${number}`],
    ] as const) {
      const names = Array.from({ length: MOST_NAMES }, (_, number) => [`=${nameOf(number)}`, 1]);
      await documentClient.send(
        new PutCommand({
          TableName: environment('TABLE_NAME'),
          Item: { ...dayKey(bot, kind, '2026-10-10'), ...Object.fromEntries(names) },
        }),
      );
    }
    for (const each of conversations) await writeItems(itemsOf(each));
    for (const each of conversations) await countConversation(each);
    await recountBot(bot);
    const items = new Map(
      (await readCounters(analyticsPartition(bot), 'A', 'Z')).map(({ sk, counters }) => [sk, counters]),
    );
    const [topics, pages] = [items.get('TOPICS#2026-10-10'), items.get('PAGES#2026-10-10')];
    expect(topics).toMatchObject({ '+Topic 7': 2, [`+${OTHER}`]: 1 });
    expect(pages).toMatchObject({ 'https://shop.example/7': 2, [OTHER]: 1 });
    for (const names of [topics, pages]) expect(Object.keys(names ?? {})).toHaveLength(MOST_NAMES + 1);
    const report = await analyticsReport(clock, owner, MONTH);
    expect(report.pages[0]).toEqual({ name: 'https://shop.example/7', count: 2 });
    expect(report.pages.map(({ name }) => name)).not.toContain(OTHER);
    const told = (await topicReport(clock, owner, MONTH)).topics;
    expect(told[0]).toMatchObject({ name: 'Topic 7', asked: 2 });
    expect(told.map(({ name }) => name.trim())).not.toContain('');
  });

  it('takes names that are cut through a character', async () => {
    const { owner, all } = await botWith(1, 9);
    const [first] = all as [GeneratedConversation];
    const turn = { ...first.turns[0], heading: `${'x'.repeat(59)}😀 tail`, answer: 'Yes.' };
    const conversation = {
      ...first,
      page: `https://shop.example/${'y'.repeat(178)}😀`,
      turns: [turn as (typeof first.turns)[number]],
    };
    await writeItems(itemsOf(conversation, 1));
    await countConversation(conversation);
    await writeItems(itemsOf(conversation));
    await countConversation(conversation);
    await countConversation(conversation, { anew: true });
    const { topics } = await topicReport(clock, owner, MONTH);
    expect(topics).toMatchObject([{ name: 'x'.repeat(59), asked: 1 }]);
    expect((await analyticsReport(clock, owner, MONTH)).pages).toHaveLength(1);
  });
});
