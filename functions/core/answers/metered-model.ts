import { AccountId, BotId } from '#contract/ids';
import { LIMITS } from '#contract/limits';
import type { Clock } from '#platform/clock';
import { loadAccount } from '../accounts/plan';
import type { BotKey } from '../knowledge/index/ports';
import { botTestUse, botUse } from '../limits/bot-usage';
import { type ModelGate, ModelsStopped } from '../limits/model-gate';
import { limitOf } from '../limits/places';
import { addUsage, refundUsage, reserveUsage } from '../limits/usage-counter';
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
}

const ANSWERS = LIMITS.modelAnswers.counter;
const TOKENS = LIMITS.modelTokens.counter;

/** Characters a token, at least, in the languages of the product. */
const CHARACTERS = 3;

/**
 * Bounds models by the plan of the bot's account and by the stage's budget. The most that a call may take is reserved
 * before it, so that calls at the same time don't pass the limit together, and what it did not take is given back. Tests
 * have as much again: they take nothing of the visitors'.
 */
export function modelBudget(clock: Clock, gate: ModelGate): ModelBudget {
  return { meter: (model, asked) => metered(clock, gate, model, asked), flush: () => gate.flush() };
}

function metered(
  clock: Clock,
  gate: ModelGate,
  model: AnswerModel,
  { modelId, bot, botName, isTest }: AskedModel,
): AnswerModel {
  // Rewriting the question and answering it are two calls and one answer.
  let isCounted = false;
  async function* stream(request: ModelRequest, options: { readonly signal: AbortSignal }) {
    await gate.pass().catch((error: unknown) => {
      throw error instanceof ModelsStopped ? new ModelError('stopped', error.message) : error;
    });
    const accountId = AccountId.parse(bot.accountId);
    const account = await loadAccount(accountId);
    const now = clock();
    const limits = {
      [ANSWERS]: limitOf(account, 'modelAnswers', now).limit,
      [TOKENS]: limitOf(account, 'modelTokens', now).limit,
    };
    const use = (isTest ? botTestUse : botUse)({ accountId, botId: BotId.parse(bot.botId), botName }, now);
    const most = mostOf(request);
    const wanted = { [TOKENS]: most.inputTokens + most.outputTokens, ...(!isCounted && { [ANSWERS]: 1 }) };
    options.signal.throwIfAborted();
    if (!(await reserveUsage(use, wanted, limits)))
      throw new ModelError('over_limit', 'The bot has used what its plan allows a day.');
    isCounted = true;
    // Of a call that breaks off nobody says what it took: then the most counts.
    let usage: ModelUsage = most;
    try {
      for await (const event of model.stream(request, options)) {
        if (event.type === 'end' && event.usage) usage = event.usage;
        yield event;
      }
    } finally {
      gate.spend(costAtMost(modelId, usage));
      const left = tokensOf(most) - tokensOf(usage);
      if (left > 0) await refundUsage(use, { [TOKENS]: left });
      else if (left < 0) await addUsage(use, { [TOKENS]: -left }, limits);
    }
  }
  return { stream };
}

/** The most that a call may take. */
function mostOf({ system, messages, maxTokens }: ModelRequest): ModelUsage {
  const characters = messages.reduce((sum, { text }) => sum + text.length, system.length);
  return { inputTokens: Math.ceil(characters / CHARACTERS), outputTokens: maxTokens };
}

function tokensOf({ inputTokens, outputTokens }: ModelUsage): number {
  return inputTokens + outputTokens;
}
