import { bedrockAnswerModel } from '../../platform/bedrock';
import { systemClock } from '../../platform/clock';
import { environment, environmentList, optionalEnvironment } from '../../platform/environment';
import { logger } from '../../platform/logger';
import { socketsAt } from '../../platform/sockets';
import {
  type AnswerResult,
  type AnswerDeps as AnswersDeps,
  answerQuestion,
  answerWithQuotes,
} from '../answers/answer-question';
import { ModelError } from '../answers/ports';
import { retrieve } from '../knowledge/index/retrieve';
import { retrievalDeps } from '../knowledge/retrieval-deps';
import type { AnswerDeps } from './answer-conversation';
import type { Answerer, WrittenAnswer } from './answerer';

const TIMEOUTS = { firstText: 8_000, total: 25_000 };

/** What answering needs, from the function's environment. Segments stay in memory as long as the function does. */
export function answerDeps(): AnswerDeps {
  return { clock: systemClock, sockets: socketsAt(), answerer: createAnswerer() };
}

function createAnswerer(): Answerer {
  const retrieval = retrievalDeps();
  const models = new Map(environmentList('ANSWER_MODELS').map((id) => [id, answerModel(id)]));
  const modelFor = (id: string | null | undefined) => (id ? models.get(id) : undefined);
  const deps: AnswersDeps = {
    retriever: { retrieve: (bot, question, options) => retrieve(retrieval, bot, question, options) },
    model: answerModel(environment('ANSWER_MODEL')),
    timeouts: TIMEOUTS,
    onModelFailed: (failure, error) => logger.warn('The model failed.', { failure, error: asError(error) }),
  };
  return {
    answer: async ({ model, ...question }, options) =>
      logged(await answerQuestion({ ...deps, model: modelFor(model) ?? deps.model }, question, options)),
    quote: async (question) => logged(await answerWithQuotes(deps, question)),
  };
}

function answerModel(modelId: string) {
  return bedrockAnswerModel({
    modelId,
    guardrail: guardrail(),
    failure: (reason, message, options) => new ModelError(reason, message, options),
  });
}

function guardrail() {
  const id = optionalEnvironment('GUARDRAIL_ID');
  return id === undefined ? undefined : { id, version: environment('GUARDRAIL_VERSION') };
}

/** Neither the question nor the answer is logged: they are the visitor's. */
function logged({ kind, modelFailure, usage, timings, ...answer }: AnswerResult): WrittenAnswer {
  logger.info('Answered.', { kind, modelFailure, usage, timings });
  return { ...answer, kind };
}

function asError(error: unknown): Error | string {
  return error instanceof Error ? error : String(error);
}
