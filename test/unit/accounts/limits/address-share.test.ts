import { randomUUID } from 'node:crypto';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import {
  modelShareOfAddress,
  shareOfAddress,
  shareOfNetwork,
  shareOfNewcomer,
  shareOfNewcomers,
} from '#contract/accounts/limits';
import { PLANS } from '#contract/accounts/plans';
import { AccountId, BotId, ConversationId } from '#contract/base/ids';
import { askersAt, passedOn } from '#core/accounts/limits/asker-usage';
import { BotUsageEntity, dayOf } from '#core/accounts/limits/bot-usage';
import type { ModelGate } from '#core/accounts/limits/model-gate';
import { MonthlyUsageEntity, monthOf } from '#core/accounts/limits/monthly-usage';
import { loadAccount } from '#core/accounts/plan';
import { modelBudget } from '#core/answers/metered-model';
import { type AnswerModel, ModelError } from '#core/answers/ports';
import { costAtMost } from '#core/answers/prices';
import { acceptMessage } from '#core/conversations/accept-message';
import { answerConversation } from '#core/conversations/answer-conversation';
import { loadConversation } from '#core/conversations/messages';
import { openSession } from '#core/conversations/open-session';
import { visitorOriginOf } from '#core/conversations/visitor-origin';
import type { Clock } from '#platform/clock';
import { documentClient } from '#platform/table';
import { readItem } from '#platform/table-reads';
import { verifyVisitorToken } from '#platform/visitor-token';
import { expectRefusal } from '#test/helpers/refusal';
import { storeAccount } from '#test/helpers/stored-items';
import { deps, from, newWidget, prepareSessions } from '../../conversations/sessions-setup';
import { answer, answererOf, depsOf, recordingSockets, runOf, send } from '../../conversations/setup';

prepareSessions();

const { conversations, modelAnswers } = PLANS.free.limits;

async function freeWidget(change: Parameters<typeof newWidget>[0] = {}) {
  const widget = await newWidget(change);
  await storeAccount(widget.accountId, { plan: 'free' });
  return widget;
}
type Widget = Awaited<ReturnType<typeof freeWidget>>;

/** A visitor who has said something. */
async function visitorFrom(address: string, { widgetId }: Widget, clock: Clock = deps.clock) {
  const { token } = await openSession({ ...deps, clock }, widgetId, {}, { ...from, address });
  const visitor = await verifyVisitorToken(clock, token);
  await acceptMessage(clock, visitor, send('Hi'));
  return loadConversation(visitor);
}

async function counted({ accountId }: Widget, now: Date): Promise<number> {
  const item = await readItem(MonthlyUsageEntity, { accountId, month: monthOf(now) });
  return item?.conversations ?? 0;
}

test('a share is a tenth, of a small plan ten, and never more than there is', () => {
  expect([-1, 0, 5, 50, 100, 1_000].map(shareOfAddress)).toEqual([-1, 0, 5, 10, 10, 100]);
  expect(modelShareOfAddress({ modelAnswers: 50, modelTokens: 250_000 })).toEqual({
    modelAnswers: 10,
    modelTokens: 50_000,
  });
  expect(modelShareOfAddress({ modelAnswers: -1, modelTokens: 250_000 }).modelTokens).toBe(25_000);
});

test('what a network uses is passed on before it is used, in growing blocks', () => {
  const passed = Array.from({ length: 40 }, (_, before) => passedOn(before + 1));
  let [used, told] = [0, 0];
  for (const amount of passed) {
    used += 1;
    told += amount;
    expect(told).toBeGreaterThanOrEqual(used);
  }
  // Of five answers three writes.
  expect(passed.slice(0, 5).filter((amount) => amount > 0)).toHaveLength(3);
  expect(told).toBeLessThanOrEqual(2 * 40);
});

test('one network takes its share of a month, in whatever conversations, and then speaks on uncounted', async () => {
  const widget = await freeWidget();
  const share = shareOfAddress(conversations);
  let now = new Date('2031-03-05T12:00:00.000Z');
  const clock = () => now;
  for (let count = 0; count < 2 * share; count += 1) {
    // Each from another address of one network.
    const { isOverShare = false } = await visitorFrom(`2001:db8:0:1::${count}`, widget, clock);
    expect(isOverShare).toBe(count >= share);
  }
  expect(await counted(widget, now)).toBe(share);
  const other = await visitorFrom('2001:db8:0:2::1', widget, clock);
  expect(other.isOverShare).toBeUndefined();
  expect(await counted(widget, now)).toBe(share + 1);
  // What is not counted is bounded all the same.
  await expectRefusal(visitorFrom('2001:db8:0:1::99', widget, clock), 'request.rate_limited');
  now = new Date(now.getTime() + 3_600_000);
  expect((await visitorFrom('2001:db8:0:1::99', widget, clock)).isOverShare).toBe(true);
});

const model: AnswerModel = {
  async *stream() {
    yield { type: 'delta', text: 'At nine.' };
    yield { type: 'end', stop: 'complete', usage: { inputTokens: 3_000, outputTokens: 200 } };
  },
};
const gateOf = (shareUsd: number): ModelGate => ({
  pass: async ({ accountId }) => ({ account: await loadAccount(AccountId.parse(accountId)), shareUsd }),
  spend: () => {},
  flush: async () => {},
});
const request = {
  system: '',
  messages: [{ role: 'user' as const, text: 'When?' }],
  maxTokens: 700,
  temperature: 0,
};

/** A bot of a plan with what its model may answer in a day, and what each who asks makes of it. */
async function askedBot(plan: 'free' | 'enterprise' = 'free', shareUsd = 1) {
  const now = new Date('2031-03-05T12:00:00.000Z');
  const bot = { accountId: AccountId.parse(randomUUID()), botId: BotId.parse(randomUUID()) };
  await storeAccount(bot.accountId, { plan });
  const budget = modelBudget(() => now, gateOf(shareUsd));
  type Asker = Parameters<typeof budget.meter>[1]['asker'];
  const ask = async (asker: Asker, modelId = 'eu.amazon.nova-lite-v1:0', asked = request) => {
    const metered = budget.meter(model, { modelId, bot, botName: 'Helper', isTest: false, asker });
    for await (const _ of metered.stream(asked, { signal: new AbortController().signal }));
  };
  /** How many answers it is: one, or none. */
  const askFrom = async (address: string, isNew = false): Promise<number> => {
    const [id, ...wider] = await askersAt(bot.accountId, address);
    try {
      await ask({ id, wider, isNew, isOverShare: false });
      return 1;
    } catch (error) {
      if (error instanceof ModelError) return 0;
      throw error;
    }
  };
  const used = () => readItem(BotUsageEntity, { ...bot, day: dayOf(now) });
  return { ask, askFrom, used };
}

test("one address takes its share of a bot's day, and the others have the rest", async () => {
  const { ask, used } = await askedBot();
  const by = (id: string, isOverShare = false) => ask({ id, isOverShare });
  const share = shareOfAddress(modelAnswers);
  for (let count = 0; count < share; count += 1) await by('greedy');
  for (let count = 0; count < 3; count += 1)
    await expect(by('greedy')).rejects.toMatchObject({ reason: 'over_share' });
  await expect(by('another', true)).rejects.toMatchObject({ reason: 'over_share' });
  const others = modelAnswers - share;
  for (let count = 0; count < others; count += 1) await by(`other ${Math.floor(count / share)}`);
  expect((await used())?.answers).toBe(modelAnswers);
  await expect(by('late')).rejects.toMatchObject({ reason: 'over_limit' });
});

test("many addresses of one network take its share of a bot's day, in whatever part of it they are", async () => {
  const { askFrom } = await askedBot();
  // A line's /56: 256 networks, each of which asks once.
  let answers = 0;
  for (let network = 0; network < 30; network += 1)
    answers += await askFrom(`2001:db8:1:2${network.toString(16).padStart(2, '0')}::1`);
  expect(answers).toBe(shareOfNetwork(modelAnswers, 0));
  // Its /48, with another /56.
  for (let network = 0; network < 20; network += 1)
    answers += await askFrom(`2001:db8:1:3${network.toString(16).padStart(2, '0')}::1`);
  expect(answers).toBe(shareOfNetwork(modelAnswers, 1));
  // Others have the rest.
  expect(await askFrom('192.0.2.1')).toBe(1);
});

test('five new addresses leave a free bot most of its day, and a returning visitor a part of it', async () => {
  const { askFrom, used } = await askedBot();
  const flood = async (addresses: number) => {
    let answers = 0;
    for (let address = 1; address <= addresses; address += 1)
      for (let count = 0; count <= shareOfNewcomer(modelAnswers); count += 1)
        answers += await askFrom(`198.51.${address}.7`, true);
    return answers;
  };
  expect(await flood(5)).toBe(5 * shareOfNewcomer(modelAnswers));
  expect(await flood(10)).toBe(shareOfNewcomers(modelAnswers) - 5 * shareOfNewcomer(modelAnswers));
  // Of the bot's limit nobody is told: it is not reached.
  expect((await used())?.warned ?? 0).toBeLessThan(100);
  expect(await askFrom('203.0.113.9')).toBe(1);
});

test('a visitor returns when they spoke with the bot an hour ago, and not when they begin anew at once', async () => {
  const widget = await freeWidget();
  let now = new Date('2031-03-05T12:00:00.000Z');
  const clock = () => now;
  const first = await visitorFrom('192.0.2.8', widget, clock);
  expect(await visitorOriginOf(first)).toMatchObject({ isNew: true });
  const again = async (previous: string) => {
    const { token } = await openSession(
      { ...deps, clock },
      widget.widgetId,
      { previous: ConversationId.parse(previous) },
      { ...from, address: '192.0.2.8' },
    );
    const visitor = await verifyVisitorToken(clock, token);
    await acceptMessage(clock, visitor, send('Hi'));
    return loadConversation(visitor);
  };
  const hasty = await again(first.conversationId);
  expect(await visitorOriginOf(hasty)).toMatchObject({ isNew: true });
  now = new Date(now.getTime() + 3_600_000);
  const back = await again(hasty.conversationId);
  expect(await visitorOriginOf(back)).toMatchObject({ isNew: false });
  expect(await visitorOriginOf(await again(back.conversationId))).toMatchObject({ isNew: false });
});

test('of a dear model one address has a tenth of what its account may spend, and always one answer', async () => {
  const modelId = 'anthropic.claude-opus-4-5';
  // An answer of 3,000 and 200 tokens, about as many as are counted of it: a usual one's.
  const long = { ...request, system: 'x'.repeat(9_000) };
  const each = costAtMost(modelId, { inputTokens: 3_000, outputTokens: 200 });
  const askedOf = async (shareUsd: number) => {
    const { ask } = await askedBot('enterprise', shareUsd);
    for (let answers = 0; ; answers += 1) {
      try {
        await ask({ id: 'one', isOverShare: false }, modelId, long);
      } catch (error) {
        expect(error).toMatchObject({ reason: 'over_share' });
        return answers;
      }
    }
  };
  expect(await askedOf(each)).toBe(1);
  expect(await askedOf(10 * 5.5 * each)).toBe(6);
});

test('a visitor who shares their address with many is told once why they get quotes', async () => {
  const widget = await freeWidget();
  const { token } = await openSession(deps, widget.widgetId, { language: 'de' }, from);
  const visitor = await verifyVisitorToken(deps.clock, token);
  const asked: unknown[] = [];
  const answerer = answererOf({
    answer: async ({ asker }) => {
      asked.push(asker);
      return { ...answer('Um neun.'), kind: 'quoted', record: { modelFailure: 'over_share' } as never };
    },
  });
  const { sockets, events } = recordingSockets();
  for (const text of ['Wann öffnen Sie?', 'Und sonntags?']) {
    await acceptMessage(deps.clock, visitor, send(text));
    await answerConversation(depsOf(sockets, answerer), visitor, runOf());
  }
  const conversation = await loadConversation(visitor);
  expect(asked).toEqual(Array(2).fill(await visitorOriginOf(conversation)));
  const { messages } = await openSession(deps, widget.widgetId, { token }, from);
  const said = messages.filter(({ author }) => author === 'bot').map(({ text }) => text);
  expect(said[0]).toMatch(/^Aus Ihrem Netz .*\n\nUm neun\.$/);
  expect(said[1]).toBe('Um neun.');
  expect(events('error')).toEqual([]);
});

test('the messages of one address are about a tenth of those that a bot takes, and others are not refused', async () => {
  const widget = await freeWidget();
  const now = new Date('2031-03-05T12:00:00.000Z');
  const clock = () => now;
  const limit = shareOfAddress(900);
  // A conversation holds fewer messages than an address may send.
  const VISITORS = 12;
  const visitors = [];
  for (let count = 0; count < VISITORS; count += 1) {
    const { token } = await openSession({ ...deps, clock }, widget.widgetId, {}, from);
    visitors.push(await verifyVisitorToken(clock, token));
  }
  let taken = 0;
  for (let count = 0; count < 4 * limit; count += 1) {
    const visitor = visitors[count % VISITORS];
    if (!visitor) throw new Error('no visitor');
    await acceptMessage(clock, visitor, send('again')).then(
      () => (taken += 1),
      (error: unknown) => expect(error).toMatchObject({ code: 'request.rate_limited' }),
    );
  }
  // One in ten is counted, by chance: that so few or so many pass happens once in a hundred thousand times.
  expect(taken).toBeGreaterThan(limit / 9);
  expect(taken).toBeLessThan(3 * limit);
  await visitorFrom('198.51.100.7', widget, clock);
});

test('nothing that is kept holds the address, and networks of two accounts are told apart', async () => {
  const [one, other] = [await freeWidget(), await freeWidget()];
  const address = '203.0.113.77';
  const askers = [
    await visitorOriginOf(await visitorFrom(address, one)),
    await visitorOriginOf(await visitorFrom(address, one)),
    await visitorOriginOf(await visitorFrom(address, other)),
  ].map((asker) => asker?.id);
  expect(new Set(askers).size).toBe(2);
  expect(askers[0]).toBe(askers[1]);
  const { Items } = await documentClient.send(new ScanCommand({ TableName: process.env.TABLE_NAME }));
  expect(JSON.stringify(Items)).not.toContain(address);
});
