import { setTimeout as sleep } from 'node:timers/promises';
import {
  BedrockRuntimeClient,
  ConverseStreamCommand,
  type ConverseStreamOutput,
  InvokeModelCommand,
} from '@aws-sdk/client-bedrock-runtime';
import * as z from 'zod';

export type EmbeddingModelId = 'cohere.embed-multilingual-v3' | 'amazon.titan-embed-text-v2:0';

/** Why a model gave no answer, for logs and metrics. */
export type ModelFailure = 'throttled' | 'unavailable' | 'refused';

/** Attempts are counted here; a connection on which nothing comes any more must not hold a function until its end. */
const client = /* @__PURE__ */ new BedrockRuntimeClient({
  maxAttempts: 1,
  requestHandler: { requestTimeout: 30_000 },
});

// — Embeddings —

interface EmbeddingProtocol {
  readonly dimensions: number;
  /** Texts a call takes. */
  readonly batch: number;
  /** Characters of a text that the model reads; more is refused with an error, so it is cut. */
  readonly maxCharacters: number;
  request(texts: readonly string[], purpose: 'passage' | 'question'): unknown;
  vectors(response: unknown): readonly (readonly number[])[];
}

const Vector = z.array(z.number());
const CohereResponse = z.object({
  embeddings: z.union([z.array(Vector), z.object({ float: z.array(Vector) })]),
});
const TitanResponse = z.object({ embedding: Vector });

const PROTOCOLS: Readonly<Record<EmbeddingModelId, EmbeddingProtocol>> = {
  'cohere.embed-multilingual-v3': {
    dimensions: 1024,
    batch: 96,
    maxCharacters: 2048,
    request: (texts, purpose) => ({
      texts,
      input_type: purpose === 'passage' ? 'search_document' : 'search_query',
      truncate: 'END',
    }),
    vectors(response) {
      const { embeddings } = CohereResponse.parse(response);
      return Array.isArray(embeddings) ? embeddings : embeddings.float;
    },
  },
  'amazon.titan-embed-text-v2:0': {
    dimensions: 1024,
    batch: 1,
    maxCharacters: 30_000,
    request: ([inputText]) => ({ inputText, dimensions: 1024, normalize: true }),
    vectors: (response) => [TitanResponse.parse(response).embedding],
  },
};

/** The stage's embedding model, or null for `none`: then search is lexical. */
export function bedrockEmbedder(model: string) {
  if (model === 'none') return null;
  const protocol = PROTOCOLS[model as EmbeddingModelId];
  if (!protocol) throw new Error(`Unknown embedding model ${model}.`);

  async function embed(
    texts: readonly string[],
    purpose: 'passage' | 'question',
    options: { readonly signal?: AbortSignal } = {},
  ): Promise<readonly Float32Array[]> {
    const batches: string[][] = [];
    for (let start = 0; start < texts.length; start += protocol.batch)
      batches.push(
        texts
          .slice(start, start + protocol.batch)
          .map((text) => text.slice(0, protocol.maxCharacters) || ' '),
      );
    // A visitor waits for a question's vector; passages have time.
    const attempts = purpose === 'question' ? 2 : 7;
    const embedded = await concurrently(batches, CONCURRENT_CALLS, async (batch) => {
      const response = await retrying(attempts, options.signal, () =>
        invoke(model, protocol.request(batch, purpose), options.signal),
      );
      const vectors = protocol.vectors(response);
      if (vectors.length !== batch.length)
        throw new Error(`${model} gave ${vectors.length} vectors for ${batch.length} texts.`);
      return vectors.map((vector) => Float32Array.from(vector));
    });
    return embedded.flat();
  }

  return { model, dimensions: protocol.dimensions, embed };
}

const CONCURRENT_CALLS = 4;

async function invoke(model: string, body: unknown, signal: AbortSignal | undefined): Promise<unknown> {
  const response = await client.send(
    new InvokeModelCommand({
      modelId: model,
      contentType: 'application/json',
      accept: 'application/json',
      body: JSON.stringify(body),
    }),
    { ...(signal && { abortSignal: signal }) },
  );
  return JSON.parse(response.body.transformToString());
}

/** Exponential backoff with full jitter; an error that no waiting heals is thrown at once. */
async function retrying<RESULT>(
  attempts: number,
  signal: AbortSignal | undefined,
  call: () => Promise<RESULT>,
): Promise<RESULT> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await call();
    } catch (error) {
      if (attempt >= attempts || failureOf(error) === 'refused' || signal?.aborted) throw error;
      await sleep(Math.random() * Math.min(8_000, 100 * 2 ** attempt), undefined, {
        ...(signal && { signal }),
      });
    }
  }
}

/** Maps in order with at most `limit` calls at once. */
async function concurrently<INPUT, OUTPUT>(
  inputs: readonly INPUT[],
  limit: number,
  map: (input: INPUT) => Promise<OUTPUT>,
): Promise<OUTPUT[]> {
  const outputs: OUTPUT[] = [];
  let next = 0;
  async function work(): Promise<void> {
    while (next < inputs.length) {
      const index = next;
      next += 1;
      outputs[index] = await map(inputs[index] as INPUT);
    }
  }
  await Promise.all(Array.from({ length: Math.min(limit, inputs.length) }, work));
  return outputs;
}

// — Answers —

export interface AnswerModelOptions {
  readonly modelId: string;
  /** What the model may say and be asked. It refuses by stopping, which is told as `filtered`. */
  readonly guardrail?: { readonly id: string; readonly version: string } | undefined;
  /** Makes the error that the caller knows: this module can't import it. */
  readonly failure: (reason: ModelFailure, message: string, options: ErrorOptions) => Error;
}

interface Request {
  readonly system: string;
  readonly messages: readonly { readonly role: 'user' | 'assistant'; readonly text: string }[];
  readonly maxTokens: number;
  readonly temperature: number;
}

type Event =
  | { readonly type: 'delta'; readonly text: string }
  | {
      readonly type: 'end';
      readonly stop: 'complete' | 'length' | 'filtered';
      readonly usage: { readonly inputTokens: number; readonly outputTokens: number } | null;
    };

/**
 * A model that writes answers, over ConverseStream. A stream that breaks off without its end is a failure, not
 * a short answer. The caller bounds its time by aborting the signal.
 */
export function bedrockAnswerModel(options: AnswerModelOptions) {
  async function* stream(
    request: Request,
    { signal }: { readonly signal: AbortSignal },
  ): AsyncGenerator<Event, void, void> {
    try {
      const response = await client.send(
        new ConverseStreamCommand({
          modelId: options.modelId,
          system: [{ text: request.system }],
          messages: request.messages.map(({ role, text }) => ({ role, content: [{ text }] })),
          inferenceConfig: { maxTokens: request.maxTokens, temperature: request.temperature },
          ...(options.guardrail && {
            guardrailConfig: {
              guardrailIdentifier: options.guardrail.id,
              guardrailVersion: options.guardrail.version,
            },
          }),
        }),
        { abortSignal: signal },
      );
      let stop: string | undefined;
      let usage: { readonly inputTokens: number; readonly outputTokens: number } | null = null;
      for await (const part of abortable(response.stream ?? [], signal)) {
        throwBroken(part);
        const text = part.contentBlockDelta?.delta?.text;
        if (text) yield { type: 'delta', text };
        stop = part.messageStop?.stopReason ?? stop;
        if (part.metadata?.usage) {
          const { inputTokens = 0, outputTokens = 0 } = part.metadata.usage;
          usage = { inputTokens, outputTokens };
        }
      }
      if (stop === undefined) throw new Error('The stream ended before the answer did.');
      yield { type: 'end', stop: STOPS[stop] ?? 'filtered', usage };
    } catch (error) {
      signal.throwIfAborted();
      throw options.failure(failureOf(error), error instanceof Error ? error.message : String(error), {
        cause: error,
      });
    }
  }
  return { stream };
}

const STOPS: Readonly<Record<string, 'complete' | 'length' | 'filtered'>> = {
  end_turn: 'complete',
  stop_sequence: 'complete',
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
};

/** Exceptions in the middle of a stream arrive as its members. */
function throwBroken(part: ConverseStreamOutput): void {
  const broken =
    part.internalServerException ??
    part.modelStreamErrorException ??
    part.serviceUnavailableException ??
    part.throttlingException ??
    part.validationException;
  if (broken) throw broken;
}

/** Aborting a call doesn't end a stream that has begun but says nothing: this does. */
async function* abortable<PART>(stream: AsyncIterable<PART> | Iterable<PART>, signal: AbortSignal) {
  let abort = () => {};
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(signal.reason);
  });
  // Nobody may be waiting when it comes.
  aborted.catch(() => undefined);
  signal.addEventListener('abort', abort, { once: true });
  if (signal.aborted) abort();
  const parts = iterate(stream);
  try {
    for (;;) {
      const next = await Promise.race([parts.next(), aborted]);
      if (next.done) return;
      yield next.value;
    }
  } finally {
    signal.removeEventListener('abort', abort);
    // Not awaited: a silent stream's return waits for its next part for ever.
    parts.return?.()?.then(undefined, () => undefined);
  }
}

async function* iterate<PART>(
  stream: AsyncIterable<PART> | Iterable<PART>,
): AsyncGenerator<PART, void, void> {
  yield* stream;
}

function failureOf(error: unknown): ModelFailure {
  const name = error instanceof Error ? error.name : '';
  if (name === 'ThrottlingException' || name === 'ServiceQuotaExceededException') return 'throttled';
  if (
    name === 'ValidationException' ||
    name === 'AccessDeniedException' ||
    name === 'ResourceNotFoundException'
  )
    return 'refused';
  return 'unavailable';
}
