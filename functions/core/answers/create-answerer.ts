import { modelGate } from '#core/accounts/limits/model-gate';
import { currentSettings } from '#core/accounts/platform-settings/settings';
import { bedrockAnswerModel } from '#platform/bedrock';
import { systemClock } from '#platform/clock';
import { environment, environmentList, optionalEnvironment } from '#platform/environment';
import { retrievalDeps, retrieveWith } from '../knowledge/retrieval-deps';
import type { RecordingAnswerer } from './answerer';
import { modelBudget } from './metered-model';
import { ModelError } from './ports';
import { recordedAnswerer } from './recorded-answerer';

const TIMEOUTS = { firstText: 8_000, total: 25_000 };

/** Answers with the models, and from the index, that the function's environment names. */
export function createAnswerer(retrieval = retrievalDeps()): RecordingAnswerer {
  const own = environment('ANSWER_MODEL');
  return recordedAnswerer(
    { retriever: { retrieve: retrieveWith(retrieval) }, timeouts: TIMEOUTS },
    modelBudget(systemClock, modelGate()),
    {
      all: new Map(environmentList('ANSWER_MODELS').map((id) => [id, answerModel(id)])),
      own: { id: own, model: answerModel(own) },
      set: async () => (await currentSettings()).answerModel,
    },
  );
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
