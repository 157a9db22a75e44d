import {
  BedrockRuntimeClient,
  ConverseCommand,
  ConverseStreamCommand,
  InvokeModelCommand,
} from '@aws-sdk/client-bedrock-runtime';
import { NodeHttp2Handler } from '@smithy/node-http-handler';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createOpenAiBackend } from '#infra/local/services/bedrock/openai';
import { createBedrock } from '#infra/local/services/bedrock/service';
import { type OpenAiServer, serveOpenAi } from '#test/helpers/openai-server';
import { type ServedService, serveService, temporaryContext } from '#test/helpers/serve-service';

const STAGE = { answer: 'eu.amazon.nova-lite-v1:0', embedding: 'cohere.embed-multilingual-v3' };
const ASKED = {
  modelId: STAGE.answer,
  system: [{ text: 'Be brief.' }],
  messages: [{ role: 'user' as const, content: [{ text: 'How long is delivery?' }] }],
  inferenceConfig: { maxTokens: 50, temperature: 0.2, stopSequences: ['END'] },
};

let server: OpenAiServer;
let served: ServedService;
let client: BedrockRuntimeClient;
const ends: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  server = await serveOpenAi(['llama3.2:latest', 'nomic-embed-text:latest']);
  const context = await temporaryContext();
  served = await serveService(createBedrock(context, { backend: backend() }), { http2: true });
  client = new BedrockRuntimeClient({
    region: context.region,
    credentials: { accessKeyId: 'a', secretAccessKey: 's' },
    maxAttempts: 1,
    endpoint: served.endpoint,
    requestHandler: new NodeHttp2Handler(),
  });
  ends.push(context.remove, served.close, server.close);
});

afterEach(() => {
  server.fault = undefined;
  server.answer = { text: 'Three days [1].', finish: 'stop' };
  server.dimensions = 768;
  server.calls.length = 0;
});

afterAll(async () => {
  client.destroy();
  for (const end of ends.reverse()) await end();
});

function backend(changes: Partial<Parameters<typeof createOpenAiBackend>[0]> = {}) {
  return createOpenAiBackend({
    baseUrl: server.baseUrl,
    model: 'llama3.2',
    embeddings: 'nomic-embed-text',
    ...changes,
  });
}

async function streamed() {
  const { stream } = await client.send(new ConverseStreamCommand(ASKED));
  let text = '';
  let stop: string | undefined;
  let usage: unknown;
  for await (const part of stream ?? []) {
    text += part.contentBlockDelta?.delta?.text ?? '';
    stop = part.messageStop?.stopReason ?? stop;
    usage = part.metadata?.usage ?? usage;
  }
  return { text, stop, usage };
}

describe('answers of a model behind an API as OpenAI has it', () => {
  it('are asked for as Bedrock was asked, in the words of the other API', async () => {
    await client.send(new ConverseCommand(ASKED));
    expect(server.calls).toEqual([
      {
        path: '/v1/chat/completions',
        body: {
          model: 'llama3.2',
          messages: [
            { role: 'system', content: 'Be brief.' },
            { role: 'user', content: 'How long is delivery?' },
          ],
          max_tokens: 50,
          temperature: 0.2,
          stop: ['END'],
          stream: false,
        },
      },
    ]);
  });

  it('come whole, with their tokens', async () => {
    const { output, stopReason, usage } = await client.send(new ConverseCommand(ASKED));
    expect(output?.message?.content).toEqual([{ text: 'Three days [1].' }]);
    expect(stopReason).toBe('end_turn');
    expect(usage).toEqual({ inputTokens: 11, outputTokens: 7, totalTokens: 18 });
  });

  it('come in pieces, with their tokens', async () => {
    expect(await streamed()).toEqual({
      text: 'Three days [1].',
      stop: 'end_turn',
      usage: { inputTokens: 11, outputTokens: 7, totalTokens: 18 },
    });
    expect(server.calls[0]?.body).toMatchObject({ stream: true, stream_options: { include_usage: true } });
  });

  it.each([
    ['length', 'max_tokens'],
    ['content_filter', 'content_filtered'],
  ])('that end by %s end by %s', async (finish, stop) => {
    server.answer = { text: 'Three', finish };
    expect((await streamed()).stop).toBe(stop);
    expect((await client.send(new ConverseCommand(ASKED))).stopReason).toBe(stop);
  });

  it('that break off end in an exception of the stream', async () => {
    server.fault = 'break';
    await expect(streamed()).rejects.toMatchObject({ name: 'ModelStreamErrorException' });
    server.fault = { streamError: 'out of memory' };
    await expect(streamed()).rejects.toMatchObject({
      name: 'ModelStreamErrorException',
      message: 'out of memory',
    });
  });

  it('are given up where nobody reads on', async () => {
    server.answer = { text: 'word '.repeat(5_000), finish: 'stop' };
    const before = server.abandoned;
    const events = await backend().converseStream(STAGE.answer, ASKED);
    for await (const event of events) if (Buffer.from(event).includes('word')) break;
    await expect.poll(() => server.abandoned).toBe(before + 1);
  });

  it.each([
    [429, 'ThrottlingException'],
    [401, 'AccessDeniedException'],
    [404, 'ResourceNotFoundException'],
    [400, 'ValidationException'],
    [500, 'InternalServerException'],
    [503, 'ServiceUnavailableException'],
  ])('that the server refuses by %i fail by %s, in its words', async (status, name) => {
    server.fault = { status, message: 'The model says no.' };
    for (const command of [new ConverseCommand(ASKED), new ConverseStreamCommand(ASKED)])
      await expect(client.send(command as ConverseCommand)).rejects.toMatchObject({
        name,
        message: 'The model says no.',
      });
  });

  it('need a conversation as AWS wants it', async () => {
    const messages = [{ role: 'assistant' as const, content: [{ text: 'Hello' }] }];
    await expect(client.send(new ConverseCommand({ ...ASKED, messages }))).rejects.toMatchObject({
      name: 'ValidationException',
    });
    expect(server.calls).toEqual([]);
  });
});

describe('vectors of a model behind an API as OpenAI has it', () => {
  const vectorsOf = async (modelId: string, body: object) => {
    const response = await client.send(
      new InvokeModelCommand({ modelId, contentType: 'application/json', body: JSON.stringify(body) }),
    );
    return JSON.parse(response.body.transformToString()) as Record<string, never>;
  };

  it('come in the order of their texts, as long as Cohere makes them, of length one', async () => {
    const { embeddings } = await vectorsOf('cohere.embed-multilingual-v3', {
      texts: ['a', 'abc'],
      input_type: 'search_document',
    });
    const vectors = embeddings as unknown as number[][];
    expect(vectors.map((vector) => vector.length)).toEqual([1_024, 1_024]);
    expect(vectors.map((vector) => vector.indexOf(1))).toEqual([1, 3]);
    expect(server.calls[0]).toEqual({
      path: '/v1/embeddings',
      body: { model: 'nomic-embed-text', input: ['a', 'abc'] },
    });
  });

  it('come as Titan makes them', async () => {
    const { embedding } = await vectorsOf('amazon.titan-embed-text-v2:0', {
      inputText: 'ab',
      dimensions: 1_024,
    });
    expect((embedding as unknown as number[]).indexOf(1)).toBe(2);
  });

  it('that are longer than the index takes are refused', async () => {
    server.dimensions = 1_536;
    await expect(
      vectorsOf('cohere.embed-multilingual-v3', { texts: ['a'], input_type: 'search_query' }),
    ).rejects.toMatchObject({ name: 'ValidationException', message: expect.stringContaining('1536') });
  });
});

describe('at the start', () => {
  it('says what answers', async () => {
    expect(await backend().check(STAGE)).toBe(
      `models: llama3.2 of ${server.baseUrl}; vectors: nomic-embed-text`,
    );
    expect(await backend({ embeddings: undefined }).check(STAGE)).toContain('without a model');
  });

  it('names the models that are there when the one that is asked for is not', async () => {
    await expect(backend({ model: 'mistral' }).check(STAGE)).rejects.toThrow(
      /has no model mistral\. It has llama3\.2:latest, nomic-embed-text:latest\. With Ollama: ollama pull mistral/,
    );
    await expect(backend({ embeddings: 'bge-m3' }).check(STAGE)).rejects.toThrow('has no model bge-m3');
  });

  it('refuses vectors that the index cannot take', async () => {
    server.dimensions = 1_536;
    await expect(backend().check(STAGE)).rejects.toThrow(/makes vectors of 1536 numbers/);
  });

  it('says where nothing answers', async () => {
    await expect(backend({ baseUrl: 'http://127.0.0.1:9/v1' }).check(STAGE)).rejects.toThrow(
      /^BEDROCK=http:\/\/127\.0\.0\.1:9\/v1 does not answer: /,
    );
  });

  it('tells when documents have vectors of another model', async () => {
    const context = await temporaryContext();
    const said: string[] = [];
    const log = (line: string) => said.push(line);
    const start = (options: Parameters<typeof createBedrock>[1]) =>
      createBedrock({ ...context, log }, options).start();
    await start({});
    await start({});
    expect(said).toEqual([]);
    await start({ backend: backend() });
    expect(said).toEqual([
      `documents so far have vectors of the stand-in, questions now of nomic-embed-text of ${server.baseUrl}: npm run rebuild -- --all --wait`,
    ]);
  });
});
