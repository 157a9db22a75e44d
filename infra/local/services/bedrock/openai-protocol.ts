import * as z from 'zod';
import { BedrockError, validation } from './error';

/** A request of `POST /chat/completions`. */
export interface Completion {
  readonly model: string;
  readonly messages: readonly { readonly role: 'system' | 'user' | 'assistant'; readonly content: string }[];
  readonly max_tokens: number;
  readonly temperature?: number;
  readonly top_p?: number;
  readonly stop?: readonly string[];
}

const Usage = z.object({ prompt_tokens: z.number(), completion_tokens: z.number() });
export type Usage = z.infer<typeof Usage>;

const Completed = z.object({
  choices: z
    .array(
      z.object({
        message: z.object({ content: z.string().nullish() }),
        finish_reason: z.string().nullish(),
      }),
    )
    .min(1),
  usage: Usage.nullish(),
});

const Chunk = z.object({
  choices: z
    .array(
      z.object({
        delta: z.object({ content: z.string().nullish() }).nullish(),
        finish_reason: z.string().nullish(),
      }),
    )
    .default([]),
  usage: Usage.nullish(),
});
export type Chunk = z.infer<typeof Chunk>;

const Embeddings = z.object({
  data: z.array(z.object({ index: z.number(), embedding: z.array(z.number()) })),
});
const Models = z.object({ data: z.array(z.object({ id: z.string() })).nullish() });
const Failure = z.object({ error: z.union([z.string(), z.object({ message: z.string() })]) });

export type OpenAiClient = ReturnType<typeof createOpenAiClient>;

/** The three calls of OpenAI's API that matter here. What the server refuses is thrown as Bedrock would refuse it. */
export function createOpenAiClient({ baseUrl, apiKey }: { baseUrl: string; apiKey?: string | undefined }) {
  const address = baseUrl.replace(/\/+$/, '');

  async function call(path: string, body?: object, signal?: AbortSignal): Promise<Response> {
    const response = await fetch(`${address}${path}`, {
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
      headers: {
        'content-type': 'application/json',
        ...(apiKey && { authorization: `Bearer ${apiKey}` }),
      },
      ...(signal && { signal }),
    }).catch((error: unknown) => {
      throw failure(503, causeOf(error));
    });
    if (!response.ok) throw failure(response.status, messageOf(await response.text()));
    return response;
  }

  async function read<S extends z.ZodType>(schema: S, response: Response): Promise<z.infer<S>> {
    const parsed = schema.safeParse(await response.json().catch(() => undefined));
    if (parsed.success) return parsed.data;
    throw failure(502, `The server's answer is not one of OpenAI's API: ${z.prettifyError(parsed.error)}`);
  }

  return {
    models: async () => ({ data: (await read(Models, await call('/models'))).data ?? [] }),
    embed: async (body: { model: string; input: readonly string[] }) =>
      read(Embeddings, await call('/embeddings', body)),
    complete: async (body: Completion) =>
      read(Completed, await call('/chat/completions', { ...body, stream: false })),

    /** Resolves when the server has taken the request; its work ends when the reader stops. */
    async stream(body: Completion): Promise<AsyncIterable<Chunk>> {
      const reading = new AbortController();
      const request = { ...body, stream: true, stream_options: { include_usage: true } };
      const response = await call('/chat/completions', request, reading.signal);
      return chunksOf(response, reading);
    },
  };
}

async function* chunksOf(response: Response, reading: AbortController): AsyncGenerator<Chunk, void, void> {
  try {
    for await (const data of eventData(response.body ?? [])) {
      if (data === '[DONE]') return;
      const json: unknown = JSON.parse(data);
      const failed = Failure.safeParse(json);
      if (failed.success) throw failure(500, messageOf(data));
      yield Chunk.parse(json);
    }
  } finally {
    reading.abort();
  }
}

/** The data of each server-sent event; OpenAI's API sends one line of it an event. */
async function* eventData(bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const piece of bytes) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split(/\r?\n/);
    rest = lines.pop() ?? '';
    for (const line of lines) if (line.startsWith('data:')) yield line.slice('data:'.length).trim();
  }
  if (rest.startsWith('data:')) yield rest.slice('data:'.length).trim();
}

function failure(status: number, message: string): BedrockError {
  if (status === 429) return new BedrockError('ThrottlingException', 429, message);
  if (status === 401 || status === 403) return new BedrockError('AccessDeniedException', 403, message);
  if (status === 404) return new BedrockError('ResourceNotFoundException', 404, message);
  if (status >= 400 && status < 500) return validation(message);
  return status === 500
    ? new BedrockError('InternalServerException', 500, message)
    : new BedrockError('ServiceUnavailableException', 503, message);
}

function messageOf(body: string): string {
  try {
    const { error } = Failure.parse(JSON.parse(body));
    return typeof error === 'string' ? error : error.message;
  } catch {
    return body.slice(0, 300) || 'The server gave no reason.';
  }
}

/** `fetch failed` says nothing; its cause does. */
function causeOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message || cause.name : String(cause);
}
