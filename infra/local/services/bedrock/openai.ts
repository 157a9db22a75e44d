import { type ModelBackend, ModelsMissing } from './backend';
import { type ConverseRequest, readConverseRequest } from './converse-request';
import { countTokens, EMBEDDING_MODELS } from './embeddings';
import { BedrockError, validation } from './error';
import { encodeEvent, encodeException } from './event-stream';
import { embedWithFeatures } from './features';
import * as openai from './openai-protocol';

export interface OpenAiSettings {
  /** Address of the API, with its version: `http://localhost:11434/v1`. */
  readonly baseUrl: string;
  /** Model that answers, by its name on that server. */
  readonly model: string;
  /** Model that makes vectors; without one the stand-in makes them. */
  readonly embeddings?: string | undefined;
  /** Sent as a bearer token; servers on a laptop want none. */
  readonly apiKey?: string | undefined;
}

/**
 * Bedrock's API on a server that speaks OpenAI's: Ollama, LM Studio, llama.cpp, vLLM. Whatever model a function
 * names, the one of the settings answers.
 */
export function createOpenAiBackend(settings: OpenAiSettings): ModelBackend {
  const server = openai.createOpenAiClient(settings);

  return {
    embeddings: settings.embeddings && `${settings.embeddings} of ${settings.baseUrl}`,

    async check({ embedding }) {
      await requireModels(server, settings);
      if (settings.embeddings && embedding !== 'none')
        await asMissing(() => embed(['Parley'], 1_024), `${settings.embeddings} makes no vectors`);
      const vectors = settings.embeddings ?? 'made locally, without a model';
      return `models: ${settings.model} of ${settings.baseUrl}; vectors: ${vectors}`;
    },

    async converse(_model, body) {
      const begun = performance.now();
      const request = readConverseRequest(body);
      const { choices, usage } = await server.complete(completionOf(settings.model, request));
      const [choice] = choices;
      const text = choice?.message.content ?? '';
      return {
        output: { message: { role: 'assistant', content: [{ text }] } },
        stopReason: stopReasonOf(choice?.finish_reason),
        usage: usageOf(usage, request, text),
        metrics: { latencyMs: since(begun) },
      };
    },

    async converseStream(_model, body) {
      const begun = performance.now();
      const request = readConverseRequest(body);
      const chunks = await server.stream(completionOf(settings.model, request));
      return events(request, chunks, begun);
    },

    async invoke(model, body) {
      const shape = EMBEDDING_MODELS[model];
      if (!shape) throw validation(`The model ${model} is served by Converse only.`);
      return shape(body, settings.embeddings ? embed : embedWithFeatures);
    },
  };

  /** Vectors of another length are filled with zeros, which changes no angle between two of them. */
  async function embed(
    texts: readonly string[],
    dimensions: number,
  ): Promise<readonly (readonly number[])[]> {
    const { data } = await server.embed({ model: settings.embeddings ?? '', input: texts });
    const byIndex = [...data].sort((a, b) => a.index - b.index);
    if (byIndex.length !== texts.length)
      throw unavailable(`${settings.embeddings} gave ${byIndex.length} vectors for ${texts.length} texts.`);
    return byIndex.map(({ embedding }) => {
      if (embedding.length > dimensions)
        throw validation(
          `${settings.embeddings} makes vectors of ${embedding.length} numbers; Parley's have ${dimensions}. Use a model with ${dimensions} or fewer.`,
        );
      const length = Math.hypot(...embedding) || 1;
      return Array.from({ length: dimensions }, (_, at) => (embedding[at] ?? 0) / length);
    });
  }
}

function completionOf(model: string, request: ConverseRequest): openai.Completion {
  const { system, messages, maxTokens, temperature, topP, stopSequences } = request;
  return {
    model,
    messages: [
      ...(system ? [{ role: 'system' as const, content: system }] : []),
      ...messages.map(({ role, text }) => ({ role, content: text })),
    ],
    max_tokens: maxTokens,
    ...(temperature !== undefined && { temperature }),
    ...(topP !== undefined && { top_p: topP }),
    ...(stopSequences?.length && { stop: stopSequences }),
  };
}

async function* events(
  request: ConverseRequest,
  chunks: AsyncIterable<openai.Chunk>,
  begun: number,
): AsyncGenerator<Uint8Array, void, void> {
  yield encodeEvent('messageStart', { role: 'assistant' });
  let written = '';
  let finish: string | undefined;
  let usage: openai.Usage | undefined;
  try {
    for await (const chunk of chunks) {
      const [choice] = chunk.choices;
      const text = choice?.delta?.content;
      if (text) {
        written += text;
        yield encodeEvent('contentBlockDelta', { contentBlockIndex: 0, delta: { text } });
      }
      finish = choice?.finish_reason ?? finish;
      usage = chunk.usage ?? usage;
    }
    if (finish === undefined) throw unavailable('The stream ended before the answer did.');
  } catch (error) {
    // The answer has begun: Bedrock ends it with an exception in the stream.
    yield encodeException(
      'modelStreamErrorException',
      error instanceof Error ? error.message : String(error),
    );
    return;
  }
  yield encodeEvent('contentBlockStop', { contentBlockIndex: 0 });
  yield encodeEvent('messageStop', { stopReason: stopReasonOf(finish) });
  yield encodeEvent('metadata', {
    usage: usageOf(usage, request, written),
    metrics: { latencyMs: since(begun) },
  });
}

function stopReasonOf(finish: string | null | undefined): string {
  if (finish === 'length') return 'max_tokens';
  return finish === 'content_filter' ? 'content_filtered' : 'end_turn';
}

/** As the server counts; where it doesn't, about as many. */
function usageOf(
  usage: openai.Usage | null | undefined,
  { system, messages }: ConverseRequest,
  answer: string,
) {
  const asked = [system, ...messages.map(({ text }) => text)].join('\n');
  const inputTokens = usage?.prompt_tokens ?? countTokens(asked);
  const outputTokens = usage?.completion_tokens ?? countTokens(answer);
  return { inputTokens, outputTokens, totalTokens: inputTokens + outputTokens };
}

async function requireModels(server: openai.OpenAiClient, settings: OpenAiSettings): Promise<void> {
  const { data } = await asMissing(() => server.models(), `BEDROCK=${settings.baseUrl} does not answer`);
  const known = data.map(({ id }) => id);
  for (const wanted of [settings.model, settings.embeddings]) {
    // Ollama lists a model with its tag and takes it without.
    if (!wanted || known.includes(wanted) || known.includes(`${wanted}:latest`)) continue;
    throw new ModelsMissing(
      `${settings.baseUrl} has no model ${wanted}. It has ${known.join(', ') || 'none'}. With Ollama: ollama pull ${wanted}`,
    );
  }
}

async function asMissing<RESULT>(call: () => Promise<RESULT>, what: string): Promise<RESULT> {
  try {
    return await call();
  } catch (error) {
    throw new ModelsMissing(`${what}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

const unavailable = (message: string) => new BedrockError('ServiceUnavailableException', 503, message);

function since(begun: number): number {
  return Math.max(1, Math.round(performance.now() - begun));
}
