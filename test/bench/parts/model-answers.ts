import { readModelBackend } from '#bin/local/models';
import { answerQuestion } from '#core/answers/answer-question';
import { ModelError } from '#core/answers/ports';
import { costOf } from '#core/answers/prices';
import type { Segment } from '#core/retrieval/segment';
import { LOCAL_STAGE } from '#infra/config/stage';
import { createBedrock } from '#infra/local/services/bedrock/service';
import { serveService, temporaryContext } from '#test/helpers/serve-service';
import {
  type AskedDocument,
  type AskedQuestion,
  askedDocuments,
  holdsFact,
  requestOf,
  retrieverOf,
  segmentOfAsked,
} from '../asked-documents';
import { UsageError } from '../command';
import { type BenchOptions, type Figures, median, prefixed } from '../figures';

/** As long as a model on a laptop may take: how long it does is among the figures. */
const TIMEOUTS = { firstText: 120_000, total: 600_000 };

/**
 * The questions of `answers`, through the whole path that a visitor's takes, with the model that `BEDROCK` names. In
 * percent: facts of what is answered, those whose citation has the fact, refusals of what the documents don't tell, and
 * what a model failed at; then tokens and dollars (a stage's list price) of an answer, and how long one takes. With
 * `minutes` as many questions as fit, from all documents alike.
 */
export async function modelAnswers({ progress, minutes }: BenchOptions): Promise<Figures> {
  const context = await temporaryContext();
  const backend = await readModelBackend(process.env, context.region);
  if (!backend) throw new UsageError('--model needs BEDROCK: aws, or the address of a server (see README)');
  const { answerModel: modelId } = LOCAL_STAGE;
  progress(await backend.check({ answer: modelId, embedding: 'none' }));
  const served = await serveService(createBedrock(context, { backend }), { http2: true });
  try {
    const ask = await asker(served.endpoint, modelId);
    const questions = await inTurn(askedDocuments());
    const until = minutes > 0 ? Date.now() + minutes * 60_000 : Number.POSITIVE_INFINITY;
    const trials: Trial[] = [];
    for (const asked of questions) {
      if (Date.now() > until) break;
      trials.push(await ask(asked));
      if (trials.length % 50 === 0) progress(`answers: ${trials.length} questions`);
    }
    return prefixed('model', figuresOf(trials));
  } finally {
    await served.close();
    await context.remove();
  }
}

interface Asked {
  readonly document: AskedDocument;
  readonly segment: Segment;
  readonly question: AskedQuestion;
}

/** One question of each document, then the next of each. */
async function inTurn(documents: readonly AskedDocument[]): Promise<readonly Asked[]> {
  const asked: (Asked & { readonly turn: number })[] = [];
  for (const document of documents) {
    const segment = await segmentOfAsked(document);
    asked.push(...document.questions.map((question, turn) => ({ document, segment, question, turn })));
  }
  return asked.sort((one, other) => one.turn - other.turn);
}

interface Trial {
  readonly isAnswerable: boolean;
  readonly isAnswered: boolean;
  readonly isRight: boolean;
  /** Whether a passage that it cites has the fact. */
  readonly isCited: boolean;
  readonly hasFailed: boolean;
  readonly tokens: number | null;
  readonly dollars: number | null;
  readonly firstText: number | null;
  readonly done: number;
}

async function asker(endpoint: string, modelId: string): Promise<(asked: Asked) => Promise<Trial>> {
  // The client reads these when it is made, and the platform makes it when it is imported.
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_BEDROCK_RUNTIME: endpoint,
    AWS_REGION: LOCAL_STAGE.region,
    AWS_ACCESS_KEY_ID: 'bench',
    AWS_SECRET_ACCESS_KEY: 'bench',
  });
  const { bedrockAnswerModel } = await import('#platform/bedrock');
  const model = bedrockAnswerModel({
    modelId,
    failure: (reason, message, options) => new ModelError(reason, message, options),
  });
  return async ({ document, segment, question: { question, after, answers } }) => {
    const answer = await answerQuestion(
      { model, timeouts: TIMEOUTS, retriever: retrieverOf(segment) },
      requestOf(document, question, after),
      { onText: () => {} },
    );
    const { usage, timings } = answer;
    return {
      isAnswerable: answers !== null,
      isAnswered: answer.kind !== 'abstained',
      isRight: holdsFact(answers, answer.text),
      isCited: (answer.found?.hits ?? []).some(
        ({ passage }, at) => answer.citationNumbers[at] != null && holdsFact(answers, passage.text),
      ),
      hasFailed: answer.modelFailure !== null,
      tokens: usage && usage.inputTokens + usage.outputTokens,
      dollars: costOf(modelId, usage),
      firstText: timings.firstText,
      done: timings.done,
    };
  };
}

function figuresOf(trials: readonly Trial[]): Figures {
  const share = (of: readonly Trial[], fits: (one: Trial) => boolean) =>
    (100 * of.filter(fits).length) / Math.max(1, of.length);
  const known = (read: (trial: Trial) => number | null) => trials.map(read).filter((value) => value !== null);
  const mean = (values: readonly number[]) =>
    values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  const answerable = trials.filter(({ isAnswerable }) => isAnswerable);
  return {
    questions: trials.length,
    right: share(answerable, ({ isAnswered, isRight }) => isAnswered && isRight),
    wrong: share(answerable, ({ isAnswered, isRight }) => isAnswered && !isRight),
    wrongly_abstained: share(answerable, ({ isAnswered }) => !isAnswered),
    wrongly_answered: share(
      trials.filter(({ isAnswerable }) => !isAnswerable),
      ({ isAnswered }) => isAnswered,
    ),
    cited: share(
      answerable.filter(({ isAnswered }) => isAnswered),
      ({ isCited }) => isCited,
    ),
    failed: share(trials, ({ hasFailed }) => hasFailed),
    tokens: mean(known(({ tokens }) => tokens)),
    dollars_per_1000: 1000 * mean(known(({ dollars }) => dollars)),
    first_text_ms: median(known(({ firstText }) => firstText)),
    done_ms: median(trials.map(({ done }) => done)),
  };
}
