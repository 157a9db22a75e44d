import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AwsLike } from '../../runtime/aws-like';
import type { AwsAnswer, AwsCall, LocalContext, LocalService, RequiredAction } from '../../service';
import type { ModelBackend } from './backend';
import { converse, converseStream } from './converse';
import { EMBEDDING_MODELS } from './embeddings';
import { BedrockError, validation } from './error';
import { delayed, Faults, type ModelFault, type ModelOperation, refuseIfFaulty } from './faults';
import { embedWithFeatures } from './features';
import type { ModelPace } from './pace';
import { ModelQuota } from './quota';

export interface BedrockOptions {
  /** In force from the start. */
  readonly faults?: readonly ModelFault[];
  /** Of the stand-in's answers; default: all at once. */
  readonly pace?: ModelPace;
  /** Default: as much as is asked for. */
  readonly awsLike?: AwsLike | undefined;
  /** Models that answer in the stand-in's place. */
  readonly backend?: ModelBackend | undefined;
}

export interface BedrockService extends LocalService {
  /** Puts a fault in force; the result ends it. */
  inject(fault: ModelFault): () => void;
}

/** Roughly, of a request; those of the answer are few beside it. */
const BYTES_A_TOKEN = 4;

interface ModelCall {
  readonly model: string;
  readonly operation: ModelOperation;
}

/**
 * Models. Without a backend a stand-in answers: embeddings by feature hashing, answers by the product's own extractive
 * code. Functions don't know which it is.
 */
export function createBedrock(context: LocalContext, options: BedrockOptions = {}): BedrockService {
  const faults = new Faults();
  const quota = options.awsLike && new ModelQuota(options.awsLike.modelTokensAMinute);
  for (const fault of options.faults ?? []) faults.add(fault);

  return {
    name: 'bedrock',
    async start() {
      rememberEmbeddings(context, options.backend?.embeddings ?? STAND_IN);
    },
    async stop() {},
    inject: (fault) => faults.add(fault),

    requiredActions(call) {
      const read = readCall(call);
      return read ? requiredActionsOf(read, context) : [];
    },

    async handle(call) {
      try {
        const read = readCall(call);
        if (!read) {
          throw new BedrockError(
            'UnknownOperationException',
            404,
            `${call.method} ${call.url.pathname} is not served.`,
          );
        }
        const hits = faults.hitting(read.operation, call.body.toString());
        refuseIfFaulty(hits);
        quota?.take(read.model, call.body.length / BYTES_A_TOKEN);
        return options.backend
          ? await answerBy(options.backend, read, parseJson(call.body))
          : await answer(read, parseJson(call.body), hits, options.pace);
      } catch (error) {
        if (!(error instanceof BedrockError)) throw error;
        return json(error.status, { message: error.message }, { 'x-amzn-errortype': error.name });
      }
    },
  };
}

async function answer(
  { model, operation }: ModelCall,
  body: unknown,
  faults: readonly ModelFault[],
  pace: ModelPace | undefined,
): Promise<AwsAnswer> {
  const embed = EMBEDDING_MODELS[model];
  if (operation === 'invoke') {
    if (!embed) throw validation(`The model ${model} is served by Converse only.`);
    await delayed(faults);
    return embedded(await embed(body, embedWithFeatures));
  }
  if (embed) throw validation(`This action doesn't support the model ${model}.`);
  if (operation === 'converse') return json(200, await converse(body, faults, pace));
  return streamed(converseStream(body, faults, pace));
}

async function answerBy(
  backend: ModelBackend,
  { model, operation }: ModelCall,
  body: unknown,
): Promise<AwsAnswer> {
  if (operation === 'invoke') return embedded(await backend.invoke(model, body));
  if (operation === 'converse') return json(200, await backend.converse(model, body));
  return streamed(await backend.converseStream(model, body));
}

function embedded({ body, inputTokens }: { readonly body: object; readonly inputTokens: number }): AwsAnswer {
  return json(200, body, { 'x-amzn-bedrock-input-token-count': String(inputTokens) });
}

function streamed(events: AsyncIterable<Uint8Array>): AwsAnswer {
  return {
    status: 200,
    headers: { 'content-type': 'application/vnd.amazon.eventstream', 'x-amzn-requestid': randomUUID() },
    body: events,
  };
}

const STAND_IN = 'the stand-in';

/** Vectors of two models can't be compared, and segments know theirs only by the name that the stage gives it. */
function rememberEmbeddings({ directory, log }: LocalContext, now: string): void {
  const file = join(directory, 'embeddings.txt');
  const before = existsSync(file) ? readFileSync(file, 'utf8') : now;
  if (before !== now)
    log(
      `documents so far have vectors of ${before}, questions now of ${now}: npm run rebuild -- --all --wait`,
    );
  writeFileSync(file, now);
}

function readCall(call: AwsCall): ModelCall | undefined {
  const [, model, operation] =
    /^\/model\/([^/]+)\/(invoke|converse|converse-stream)$/.exec(call.url.pathname) ?? [];
  if (!model || !operation || call.method !== 'POST') return undefined;
  try {
    return { model: decodeURIComponent(model), operation: operation as ModelOperation };
  } catch {
    return undefined;
  }
}

/** A system-defined inference profile: a region group, then the model that it spreads over regions. */
const PROFILE = /^(?:us|eu|apac|jp|au|ca|global)\.(.+)$/;

/** A profile needs leave for itself and for the model behind it. */
function requiredActionsOf(
  { model, operation }: ModelCall,
  { region, accountId }: LocalContext,
): readonly RequiredAction[] {
  const action =
    operation === 'converse-stream' ? 'bedrock:InvokeModelWithResponseStream' : 'bedrock:InvokeModel';
  const resources = model.startsWith('arn:')
    ? [model]
    : [
        ...(PROFILE.test(model) ? [`arn:aws:bedrock:${region}:${accountId}:inference-profile/${model}`] : []),
        `arn:aws:bedrock:${region}::foundation-model/${model.replace(PROFILE, '$1')}`,
      ];
  return resources.map((resource) => ({ action, resource }));
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    throw validation('The request body is not valid JSON.');
  }
}

function json(status: number, body: object, headers: Readonly<Record<string, string>> = {}): AwsAnswer {
  return {
    status,
    headers: { 'content-type': 'application/json', 'x-amzn-requestid': randomUUID(), ...headers },
    body: JSON.stringify(body),
  };
}
