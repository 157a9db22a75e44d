import type { AnswerRecord } from '../../contract/answer-record';
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
import { costOf } from '../answers/prices';
import { retrievalDeps, retrieveWith } from '../knowledge/retrieval-deps';
import type { AnswerDeps } from './answer-conversation';
import type { Answerer, WrittenAnswer } from './answerer';

const TIMEOUTS = { firstText: 8_000, total: 25_000 };

/** What answering needs, from the function's environment. Segments stay in memory as long as the function does. */
export function answerDeps(): AnswerDeps {
  return { clock: systemClock, sockets: socketsAt(), answerer: createAnswerer() };
}

function createAnswerer(): Answerer {
  const models = new Map(environmentList('ANSWER_MODELS').map((id) => [id, answerModel(id)]));
  const own = environment('ANSWER_MODEL');
  const modelFor = (id: string | null | undefined) => (id && models.has(id) ? id : own);
  const deps: AnswersDeps = {
    retriever: { retrieve: retrieveWith(retrievalDeps()) },
    model: answerModel(own),
    timeouts: TIMEOUTS,
    onModelFailed: (failure, error) => logger.warn('The model failed.', { failure, error: asError(error) }),
  };
  return {
    answer: async ({ model, ...question }, options) => {
      const id = modelFor(model);
      const answering = { ...deps, model: models.get(id) ?? deps.model };
      return recorded(await answerQuestion(answering, question, options), id);
    },
    quote: async (question) => recorded(await answerWithQuotes(deps, question), null),
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

/** Kept with the answer, and logged but for what is the visitor's: neither the question nor the answer is. */
function recorded(answer: AnswerResult, modelId: string | null): WrittenAnswer {
  const { text, kind, citations, unsupported, searchedFor, modelFailure, usage, timings, isModelAsked } =
    answer;
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
  return { text, kind, citations, record };
}

function whole(milliseconds: number | null): number | null {
  return milliseconds === null ? null : Math.round(milliseconds);
}

function asError(error: unknown): Error | string {
  return error instanceof Error ? error : String(error);
}
