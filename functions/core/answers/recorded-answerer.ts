import type { AnswerRecord } from '#contract/answers/answer-record';
import { logger } from '#platform/logger';
import { type AnswerDeps, type AnswerResult, answerQuestion, answerWithQuotes } from './answer-question';
import type { RecordedAnswer, RecordingAnswerer } from './answerer';
import type { ModelBudget } from './metered-model';
import type { AnswerModel } from './ports';
import { costOf } from './prices';

/** The models of a stage, and the id of the one that answers where a bot chooses none. */
export interface Models {
  readonly all: ReadonlyMap<string, AnswerModel>;
  readonly own: { readonly id: string; readonly model: AnswerModel };
  /** The id of the one that administrators have set for bots that choose none; null is the stage's own. */
  readonly set?: () => Promise<string | null>;
}

/** Answers with the model that a bot has chosen, and says what each answer took. */
export function recordedAnswerer(
  deps: Omit<AnswerDeps, 'model' | 'onModelFailed'>,
  budget: ModelBudget,
  { all, own, set = async () => null }: Models,
): RecordingAnswerer {
  const onModelFailed: AnswerDeps['onModelFailed'] = (failure, error) =>
    logger.warn('The model failed.', { failure, error: asError(error) });
  return {
    answer: async ({ model: chosen, isTest = false, ...question }, options) => {
      const wanted = chosen && all.has(chosen) ? chosen : await set();
      const model = wanted ? all.get(wanted) : undefined;
      const id = wanted && model ? wanted : own.id;
      const { bot, botName, asker } = question;
      const metered = budget.meter(model ?? own.model, {
        modelId: id,
        bot,
        botName,
        isTest,
        asker,
      });
      const answering = { ...deps, onModelFailed, model: metered };
      try {
        return recorded(await answerQuestion(answering, question, options), id);
      } finally {
        await budget.flush();
      }
    },
    quote: async (question) => {
      try {
        return recorded(await answerWithQuotes(deps, question), null);
      } finally {
        // Finding passages has its price too.
        await budget.flush();
      }
    },
  };
}

/** Kept with the answer, and logged but for what is the visitor's: neither the question nor the answer is. */
function recorded(answer: AnswerResult, modelId: string | null): RecordedAnswer {
  const { text, kind, citations, citationNumbers, found } = answer;
  const { unsupported, searchedFor, modelFailure, usage, timings, isModelAsked } = answer;
  const model = isModelAsked ? modelId : null;
  const record: AnswerRecord = {
    model,
    modelFailure,
    inputTokens: usage?.inputTokens ?? null,
    outputTokens: usage?.outputTokens ?? null,
    costUsd: model === null ? null : costOf(model, usage),
    retrievedMs: whole(timings.retrieved),
    firstTextMs: whole(timings.firstText),
    doneMs: Math.round(timings.done),
    searchedFor,
    unsupported: [...unsupported],
  };
  logger.info('Answered.', { kind, ...record, searchedFor: undefined, unsupported: unsupported.length });
  return { text, kind, citations, citationNumbers, record, found };
}

function whole(milliseconds: number | null): number | null {
  return milliseconds === null ? null : Math.round(milliseconds);
}

function asError(error: unknown): Error | string {
  return error instanceof Error ? error : String(error);
}
