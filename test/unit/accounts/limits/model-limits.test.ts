import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { PlanId } from '#contract/accounts/plan-id';
import { PLANS, STAGE_SHARE, UNPAID_SHARE } from '#contract/accounts/plans';
import { AccountId, BotId } from '#contract/base/ids';
import { addAccountSpending } from '#core/accounts/limits/account-spending';
import { BotUsageEntity, botUse, dayOf } from '#core/accounts/limits/bot-usage';
import { createModelGate, STATE_SECONDS } from '#core/accounts/limits/model-gate';
import { addSpending, readStageModels, switchModels } from '#core/accounts/limits/stage-spending';
import { refundUsage, reserveUsage } from '#core/accounts/limits/usage-counter';
import { modelBudget } from '#core/answers/metered-model';
import type { AnswerModel } from '#core/answers/ports';
import { costAtMost } from '#core/answers/prices';
import { alertLimit } from '#core/conversations/inbox/alert-limit';
import type { OutgoingMail } from '#platform/mail';
import { readItem } from '#platform/table-reads';
import { withLocalTable } from '#test/helpers/local-table';
import { storeAccount, storeMember } from '#test/helpers/stored-items';

withLocalTable();

const NOW = new Date('2040-11-30T12:00:00.000Z');
let day = 0;
/** A day of its own, so that tests don't share what the stage spends. */
const nextDay = () => new Date(NOW.getTime() + ++day * 86_400_000);

function newBot() {
  return { accountId: AccountId.parse(randomUUID()), botId: BotId.parse(randomUUID()), botName: 'Helper' };
}

async function usageOf({ accountId, botId }: ReturnType<typeof newBot>, now: Date) {
  return readItem(BotUsageEntity, { accountId, botId, day: dayOf(now) });
}

async function startAccount({ accountId }: ReturnType<typeof newBot>, language: 'en' | 'de' = 'en') {
  await storeAccount(accountId, { plan: 'free' });
  await storeMember(accountId, accountId, { language });
}

it('leaves exactly five of a hundred reservations at a limit of five', async () => {
  const bot = newBot();
  const use = botUse(bot, NOW);
  const taken = await Promise.all(
    Array.from({ length: 100 }, () =>
      reserveUsage(use, { answers: 1, tokens: 10 }, { answers: 5, tokens: 0 }),
    ),
  );
  expect(taken.filter(Boolean)).toHaveLength(5);
  expect(await usageOf(bot, NOW)).toMatchObject({ answers: 5, tokens: 50, warned: 100 });
  await refundUsage(use, { answers: 1 });
  expect(await reserveUsage(use, { answers: 1 }, { answers: 5 })).toBe(true);
});

it('takes all amounts or none, and does not check a limit of -1 or 0', async () => {
  const bot = newBot();
  const use = botUse(bot, NOW);
  expect(await reserveUsage(use, { answers: 1, tokens: 90 }, { answers: 10, tokens: 100 })).toBe(true);
  expect(await reserveUsage(use, { answers: 1, tokens: 20 }, { answers: 10, tokens: 100 })).toBe(false);
  expect(await usageOf(bot, NOW)).toMatchObject({ answers: 1, tokens: 90 });
  for (const none of [0, -1])
    expect(await reserveUsage(use, { answers: 50, tokens: 500 }, { answers: none, tokens: none })).toBe(true);
});

const question = {
  system: 'Answer.',
  messages: [{ role: 'user' as const, text: 'When?' }],
  maxTokens: 700,
  temperature: 0,
};
const model: AnswerModel = {
  async *stream() {
    yield { type: 'delta', text: 'At nine.' };
    yield { type: 'end', stop: 'complete', usage: { inputTokens: 3_000, outputTokens: 200 } };
  },
};
async function call(metered: AnswerModel) {
  for await (const _ of metered.stream(question, { signal: new AbortController().signal }));
}

/** A bot of a free account on a day of its own, and what meters its questions. */
async function startBot() {
  const bot = newBot();
  const now = nextDay();
  await startAccount(bot);
  const budget = modelBudget(
    () => now,
    createModelGate(() => now, 4),
  );
  const asked = { modelId: 'eu.amazon.nova-lite-v1:0', bot, botName: bot.botName, isTest: false };
  return { bot, now, budget, asked };
}

it('lets a bot answer as often as its plan says, counts what it took, and then refuses the model', async () => {
  const { bot, now, budget, asked } = await startBot();
  const { modelAnswers } = PLANS.free.limits;
  for (let count = 0; count < modelAnswers; count += 1) {
    const metered = budget.meter(model, asked);
    // A question that is rewritten first is one answer.
    await call(metered);
    if (count === 0) await call(metered);
  }
  expect(await usageOf(bot, now)).toMatchObject({
    answers: modelAnswers,
    tokens: 3_200 * (modelAnswers + 1),
  });
  await expect(call(budget.meter(model, asked))).rejects.toMatchObject({ reason: 'over_limit' });
  await budget.flush();
  const each = costAtMost(asked.modelId, { inputTokens: 3_000, outputTokens: 200 });
  expect((await readStageModels(now)).spentUsd).toBeCloseTo(each * (modelAnswers + 1), 6);
});

it("takes nothing of a bot's visitors for what its team tries, and bounds that apart", async () => {
  const { bot, now, budget, asked } = await startBot();
  const trial = { ...asked, isTest: true };
  for (let count = 0; count < PLANS.free.limits.modelAnswers; count += 1)
    await call(budget.meter(model, trial));
  await expect(call(budget.meter(model, trial))).rejects.toMatchObject({ reason: 'over_limit' });
  expect(await usageOf(bot, now)).toBeUndefined();
  await call(budget.meter(model, asked));
  expect(await usageOf(bot, now)).toMatchObject({ answers: 1 });
  await budget.flush();
});

/** An account that spends, of a plan. */
async function newSpender(plan: PlanId = 'enterprise') {
  const accountId = AccountId.parse(randomUUID());
  await storeAccount(accountId, { plan });
  return { accountId };
}

it('stops models when the budget of the stage is spent, by all functions together', async () => {
  const now = nextDay();
  const [one, other] = [await newSpender(), await newSpender()];
  const gate = createModelGate(() => now, 1);
  await gate.pass(one);
  await Promise.all(Array.from({ length: 40 }, () => addSpending(now, 0.025, { isPaid: true })));
  await expect(createModelGate(() => now, 1).pass(one)).rejects.toMatchObject({ of: 'stage' });
  gate.spend(1, other);
  await expect(gate.pass(one)).rejects.toMatchObject({ name: 'ModelsStopped', of: 'stage' });
  // A day later there is a new budget.
  await createModelGate(() => nextDay(), 1).pass(one);
});

it.each(PlanId.options)(
  'stops models for an account of the plan %s alone that has spent its share',
  async (plan) => {
    const now = nextDay();
    const [greedy, other] = [await newSpender(plan), await newSpender('free')];
    const gate = createModelGate(() => now, 20);
    const share = (20 * STAGE_SHARE[plan]) / 100;
    await gate.pass(greedy);
    // What its team tries leaves its visitors half of it.
    gate.spend(0.6 * share, greedy);
    await expect(gate.pass({ ...greedy, isTest: true })).rejects.toMatchObject({ of: 'account' });
    await gate.pass(greedy);
    gate.spend(0.4 * share, greedy);
    await gate.flush();
    for (const each of [gate, createModelGate(() => now, 20)]) {
      await expect(each.pass(greedy)).rejects.toMatchObject({ of: 'account' });
      await each.pass(other);
    }
    expect((await readStageModels(now)).spentUsd).toBeCloseTo(share, 6);
    await createModelGate(() => nextDay(), 20).pass(greedy);
  },
);

it('gives unpaid accounts a third together, however many they are, and turns no paying account off', async () => {
  const now = nextDay();
  const payer = await newSpender('starter');
  const trials = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const trial = { accountId: AccountId.parse(randomUUID()) };
      await storeAccount(trial.accountId, {
        plan: 'starter',
        subscriptionStatus: 'trialing',
        trialEndsAt: new Date(now.getTime() + 86_400_000).toISOString(),
      });
      return trial;
    }),
  );
  const gate = createModelGate(() => now, 20);
  let passed = 0;
  for (const trial of trials) {
    const isIn = await gate.pass(trial).then(
      () => true,
      (error: unknown) => {
        expect(error).toMatchObject({ of: 'account' });
        return false;
      },
    );
    if (!isIn) continue;
    passed += 1;
    gate.spend((20 * STAGE_SHARE.starter) / 100, trial);
  }
  await gate.flush();
  expect(passed).toBe(Math.ceil(UNPAID_SHARE / STAGE_SHARE.starter));
  for (const each of [gate, createModelGate(() => now, 20)]) {
    await each.pass(payer);
    await expect(each.pass(await newSpender('free'))).rejects.toMatchObject({ of: 'account' });
  }
});

it('answers with quotes, as at a limit of its plan, where the account has spent its share', async () => {
  const { bot, now, asked } = await startBot();
  const gate = createModelGate(() => now, 20);
  await addAccountSpending(bot.accountId, now, (20 * STAGE_SHARE.free) / 100);
  const metered = modelBudget(() => now, gate).meter(model, asked);
  await expect(call(metered)).rejects.toMatchObject({ reason: 'over_limit' });
});

it('turns models off and on within the seconds that a function goes by what it read', async () => {
  let now = nextDay();
  const spender = await newSpender();
  const gate = createModelGate(() => now, 1);
  await gate.pass(spender);
  await switchModels('off', now);
  await gate.pass(spender);
  now = new Date(now.getTime() + STATE_SECONDS * 1_000);
  await expect(gate.pass(spender)).rejects.toMatchObject({ name: 'ModelsStopped' });
  await switchModels('on', now);
  now = new Date(now.getTime() + STATE_SECONDS * 1_000);
  await gate.pass(spender);
});

it.each([
  ['en', 'Helper has nearly used its AI answers for today', 'Helper answers with quotes until midnight'],
  [
    'de',
    'Helper hat seine KI-Antworten für heute fast aufgebraucht',
    'Helper antwortet bis Mitternacht mit Zitaten',
  ],
] as const)('mails the owner once at 80 and once at 100 per cent, in %s', async (language, near, reached) => {
  const bot = newBot();
  await startAccount(bot, language);
  const mails: OutgoingMail[] = [];
  const deps = {
    clock: () => NOW,
    appOrigin: 'https://app.example',
    sendMail: async (mail: OutgoingMail) => void mails.push(mail),
  };
  const { accountId, botId } = bot;
  const tell = () => alertLimit(deps, { accountId, botId, period: dayOf(NOW) });
  const limits = { answers: PLANS.free.limits.modelAnswers, tokens: PLANS.free.limits.modelTokens };
  const use = botUse(bot, NOW);
  await reserveUsage(use, { answers: 39 }, limits);
  await tell();
  expect(mails).toEqual([]);
  await reserveUsage(use, { answers: 1 }, limits);
  await Promise.all([tell(), tell()]);
  await tell();
  expect(mails.map(({ subject }) => subject)).toEqual([near]);
  expect(mails[0]?.text).toContain('40');
  await reserveUsage(use, { answers: 10 }, limits);
  await Promise.all([tell(), tell()]);
  expect(mails.map(({ subject }) => subject)).toEqual([near, reached]);
});

it('keeps what bots cost at most with the default model below the price of their plan', () => {
  for (const plan of ['starter', 'professional', 'enterprise'] as const) {
    const { price, limits } = PLANS[plan];
    const outputTokens = limits.modelAnswers * 700;
    const usage = { inputTokens: limits.modelTokens - outputTokens, outputTokens };
    const month = 30 * Math.max(1, limits.bots) * costAtMost('eu.amazon.nova-lite-v1:0', usage);
    expect(month).toBeLessThan(price);
  }
});
