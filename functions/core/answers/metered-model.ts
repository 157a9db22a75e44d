import { LIMITS, modelShareOfAddress, shareOfNewcomer, shareOfNewcomers } from '#contract/accounts/limits';
import type { Limits } from '#contract/accounts/plans';
import { AccountId, BotId } from '#contract/base/ids';
import { ASKER_SPENDING, askerDayUse, nanoUsd, spendingOfAsker } from '#core/accounts/limits/asker-usage';
import { botTestUse, botUse } from '#core/accounts/limits/bot-usage';
import { type ModelGate, ModelsStopped } from '#core/accounts/limits/model-gate';
import { giveBack, reserveAround, type Taken } from '#core/accounts/limits/network-shares';
import { limitOf } from '#core/accounts/limits/quotas';
import {
  type Amounts,
  addUsage,
  refundUsage,
  reserveCounted,
  type UsageCounter,
} from '#core/accounts/limits/usage-counter';
import type { Asker, BotKey } from '#core/retrieval/ports';
import type { Clock } from '#platform/clock';
import type { StoredAccount } from '../accounts/entity';
import { type AnswerModel, ModelError, type ModelRequest, type ModelUsage } from './ports';
import { costAtMost } from './prices';

/** What bounds and counts the calls of models. */
export interface ModelBudget {
  /** The model, for one question to a bot. A call that is not allowed throws a ModelError, so that quotes are given. */
  meter(model: AnswerModel, asked: AskedModel): AnswerModel;
  /** Writes down what one question cost in all. */
  flush(): Promise<void>;
}

export interface AskedModel {
  readonly modelId: string;
  readonly bot: BotKey;
  readonly botName: string;
  /** Its team asks, to see what it answers. */
  readonly isTest: boolean;
  readonly asker?: Asker | undefined;
}

const ANSWERS = LIMITS.modelAnswers.counter;
const TOKENS = LIMITS.modelTokens.counter;
const NEW_ANSWERS = 'newAnswers';

/** Characters a token, at least, in the languages of the product. */
const CHARACTERS = 3;

/** Of the longest answer, what most are at most: so much counts in the share of whoever asks. */
const USUAL = 0.25;

/**
 * Bounds models by the plan of the bot's account and by the stage's budget. The most that a call may take is reserved
 * before it, so that calls at the same time don't pass the limit together, and what it did not take is given back to the
 * bot. Of whoever asks a usual call is counted, once: nobody is shown that, and each write costs as much as some answers.
 * Tests have as much again: they take nothing of the visitors'.
 */
export function modelBudget(clock: Clock, gate: ModelGate): ModelBudget {
  return { meter: (model, asked) => metered(clock, gate, model, asked), flush: () => gate.flush() };
}

function metered(
  clock: Clock,
  gate: ModelGate,
  model: AnswerModel,
  { modelId, bot, botName, isTest, asker }: AskedModel,
): AnswerModel {
  // Rewriting the question and answering it are two calls and one answer.
  let isCounted = false;
  async function* stream(request: ModelRequest, options: { readonly signal: AbortSignal }) {
    const spender = { accountId: bot.accountId, isTest };
    const { account, shareUsd } = await gate.pass(spender).catch((error: unknown) => {
      if (!(error instanceof ModelsStopped)) throw error;
      throw new ModelError(error.of === 'stage' ? 'stopped' : 'over_limit', error.message);
    });
    if (asker?.isOverShare) throw overShare();
    const now = clock();
    const most = mostOf(request);
    const asked = { modelId, bot, botName, isTest, asker };
    const { ofBot, hers } = allowancesOf(account, asked, { now, shareUsd, most });
    options.signal.throwIfAborted();
    // The narrowest first: what it refuses is not taken of the next.
    await reserveAll(hers ? [hers, ofBot] : [ofBot], isCounted ? 0 : 1);
    isCounted = true;
    // Of a call that breaks off nobody says what it took: then the most counts.
    let usage: ModelUsage = most;
    try {
      for await (const event of model.stream(request, options)) {
        if (event.type === 'end' && event.usage) usage = event.usage;
        yield event;
      }
    } finally {
      gate.spend(costAtMost(modelId, usage), spender);
      await settle(ofBot, tokensOf(usage) - tokensOf(most));
    }
  }
  return { stream };
}

/** What a call takes some of, and why it is refused where too little is left. */
interface Allowance {
  readonly use: UsageCounter;
  readonly limits: Amounts;
  /** What is reserved for a call, beside the answer. */
  readonly amounts: Amounts;
  readonly refusal: ModelError;
  /** Takes of the wider networks, when its own counter comes to so many answers; null where one has had its share. */
  around?(count: number): Promise<readonly Taken[] | null>;
  /** Counters of answers beside its own, with their limits. Nobody is warned of these. */
  readonly alsoCounts?: Amounts;
}

function allowancesOf(
  account: StoredAccount,
  { modelId, bot, botName, isTest, asker }: AskedModel,
  { now, shareUsd, most }: { readonly now: Date; readonly shareUsd: number; readonly most: ModelUsage },
): { readonly ofBot: Allowance; readonly hers?: Allowance | undefined } {
  const key = { accountId: AccountId.parse(bot.accountId), botId: BotId.parse(bot.botId) };
  const limits = {
    modelAnswers: limitOf(account, 'modelAnswers', now).limit,
    modelTokens: limitOf(account, 'modelTokens', now).limit,
  };
  const usual = { ...most, outputTokens: Math.ceil(USUAL * most.outputTokens) };
  const usualCost = nanoUsd(costAtMost(modelId, usual));
  const counterOf = (id: string) => askerDayUse(key.accountId, id, now);
  const hers = asker && {
    use: counterOf(asker.id),
    limits: {
      ...counted(modelShareOfAddress(limits)),
      ...(asker.isNew && { [ANSWERS]: shareOfNewcomer(limits.modelAnswers) }),
      // The answer that reaches it is the last: of a dear model one may cost more than her share.
      [ASKER_SPENDING]: spendingOfAsker(shareUsd) + usualCost,
    },
    amounts: { [TOKENS]: tokensOf(usual), [ASKER_SPENDING]: usualCost },
    refusal: overShare(),
    around: (count: number) =>
      reserveAround(asker, { counter: ANSWERS, limit: limits.modelAnswers }, count, counterOf),
  };
  const ofBot = {
    use: (isTest ? botTestUse : botUse)({ ...key, botName }, now),
    limits: counted(limits),
    amounts: { [TOKENS]: tokensOf(most) },
    refusal: new ModelError('over_limit', 'The bot has used what its plan allows a day.'),
    // In the same write: of newcomers together, who leave something for those who come back.
    ...(asker?.isNew && { alsoCounts: { [NEW_ANSWERS]: shareOfNewcomers(limits.modelAnswers) } }),
  };
  return { ofBot, hers };
}

function overShare(): ModelError {
  return new ModelError('over_share', 'Those at this address have had their share of what the plan allows.');
}

function counted({ modelAnswers, modelTokens }: Pick<Limits, 'modelAnswers' | 'modelTokens'>): Amounts {
  return { [ANSWERS]: modelAnswers, [TOKENS]: modelTokens };
}

async function reserveAll(allowances: readonly Allowance[], answers: number): Promise<void> {
  const taken: Taken[] = [];
  for (const { use, limits, amounts, refusal, around, alsoCounts = {} } of allowances) {
    const ofAnswer = answers > 0 ? [ANSWERS, ...Object.keys(alsoCounts)] : [];
    const wanted = { ...amounts, ...Object.fromEntries(ofAnswer.map((name) => [name, answers])) };
    const counts = await reserveCounted(use, wanted, limits, alsoCounts);
    if (counts) taken.push({ use, amounts: wanted });
    const wider = counts && around && answers > 0 ? await around(Number(counts[ANSWERS])) : [];
    if (wider) taken.push(...wider);
    if (counts && wider) continue;
    await giveBack(taken);
    throw refusal;
  }
}

/** Gives back what a call did not take, or counts what it took beyond. */
async function settle({ use, limits }: Allowance, beyond: number): Promise<void> {
  if (beyond < 0) await refundUsage(use, { [TOKENS]: -beyond });
  if (beyond > 0) await addUsage(use, { [TOKENS]: beyond }, limits);
}

/** The most that a call may take. */
function mostOf({ system, messages, maxTokens }: ModelRequest): ModelUsage {
  const characters = messages.reduce((sum, { text }) => sum + text.length, system.length);
  return { inputTokens: Math.ceil(characters / CHARACTERS), outputTokens: maxTokens };
}

function tokensOf({ inputTokens, outputTokens }: ModelUsage): number {
  return inputTokens + outputTokens;
}
