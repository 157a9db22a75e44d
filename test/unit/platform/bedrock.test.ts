import {
  BedrockRuntimeClient,
  ConverseStreamCommand,
  type ConverseStreamOutput,
  InvokeModelCommand,
} from '@aws-sdk/client-bedrock-runtime';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, afterEach, expect, test } from 'vitest';
import { bedrockAnswerModel, bedrockEmbedder } from '#platform/bedrock';

const bedrock = mockClient(BedrockRuntimeClient);
afterEach(() => bedrock.reset());
afterAll(() => bedrock.restore());

const respond = (body: unknown) => ({ body: { transformToString: () => JSON.stringify(body) } }) as never;
const named = (name: string) => Object.assign(new Error(name), { name });

test('texts are embedded in batches that the model takes, and come back in order', async () => {
  bedrock.on(InvokeModelCommand).callsFake(({ body }) => {
    const { texts, input_type } = JSON.parse(String(body));
    expect(input_type).toBe('search_document');
    expect(texts.length).toBeLessThanOrEqual(96);
    return respond({ embeddings: texts.map((text: string) => [Number(text), 1]) });
  });
  const texts = Array.from({ length: 200 }, (_, n) => String(n));
  const vectors = await bedrockEmbedder('cohere.embed-multilingual-v3')?.embed(texts, 'passage');
  expect(vectors?.map(([first]) => first)).toEqual(texts.map(Number));
  expect(bedrock.commandCalls(InvokeModelCommand)).toHaveLength(3);
});

test('Titan gets one text a call and its own shape', async () => {
  bedrock.on(InvokeModelCommand).callsFake(({ body }) => {
    expect(JSON.parse(String(body))).toEqual({ inputText: 'hello', dimensions: 1024, normalize: true });
    return respond({ embedding: [0.5] });
  });
  expect(await bedrockEmbedder('amazon.titan-embed-text-v2:0')?.embed(['hello'], 'question')).toEqual([
    Float32Array.from([0.5]),
  ]);
});

test('throttling is waited out; what no waiting heals is thrown at once', async () => {
  bedrock
    .on(InvokeModelCommand)
    .rejectsOnce(named('ThrottlingException'))
    .resolvesOnce(respond({ embedding: [1] }));
  const embedder = bedrockEmbedder('amazon.titan-embed-text-v2:0');
  await expect(embedder?.embed(['a'], 'passage')).resolves.toHaveLength(1);

  bedrock.reset();
  bedrock.on(InvokeModelCommand).rejects(named('AccessDeniedException'));
  await expect(embedder?.embed(['a'], 'passage')).rejects.toThrow('AccessDenied');
  expect(bedrock.commandCalls(InvokeModelCommand)).toHaveLength(1);
});

test('a response with fewer vectors than texts is an error, not a shift', async () => {
  bedrock.on(InvokeModelCommand).resolves(respond({ embeddings: [[1]] }));
  await expect(bedrockEmbedder('cohere.embed-multilingual-v3')?.embed(['a', 'b'], 'passage')).rejects.toThrow(
    '1 vectors',
  );
});

test('a stage without embeddings has no embedder, an unknown model is an error', () => {
  expect(bedrockEmbedder('none')).toBeNull();
  expect(() => bedrockEmbedder('imaginary')).toThrow('imaginary');
});

// — Answers —

class ModelError extends Error {
  constructor(
    readonly reason: string,
    message: string,
    options: ErrorOptions,
  ) {
    super(message, options);
  }
}

const model = () =>
  bedrockAnswerModel({
    modelId: 'model',
    failure: (reason, message, options) => new ModelError(reason, message, options),
  });

const request = {
  system: 's',
  messages: [{ role: 'user', text: 'q' }],
  maxTokens: 10,
  temperature: 0,
} as const;
const delta = (text: string) =>
  ({ contentBlockDelta: { contentBlockIndex: 0, delta: { text } } }) as ConverseStreamOutput;
const stop = (stopReason: string) => ({ messageStop: { stopReason } }) as ConverseStreamOutput;

function streams(...parts: (ConverseStreamOutput | Promise<never>)[]): void {
  async function* stream() {
    for (const part of parts) yield await part;
  }
  bedrock.on(ConverseStreamCommand).resolves({ stream: stream() } as never);
}

test('the model answers under the guardrail of the stage, if it has one', async () => {
  for (const guardrail of [undefined, { id: 'abcdef', version: '3' }]) {
    bedrock.reset();
    streams(delta('No.'), stop('guardrail_intervened'));
    const guarded = bedrockAnswerModel({
      modelId: 'model',
      guardrail,
      failure: (_, message) => new Error(message),
    });
    const events = await collect(guarded.stream(request, { signal: new AbortController().signal }));
    expect(events.at(-1)).toMatchObject({ type: 'end', stop: 'filtered' });
    const [call] = bedrock.commandCalls(ConverseStreamCommand);
    expect(call?.args[0].input.guardrailConfig).toEqual(
      guardrail && { guardrailIdentifier: 'abcdef', guardrailVersion: '3' },
    );
  }
});

async function collect(run: AsyncIterable<unknown>): Promise<unknown[]> {
  const events: unknown[] = [];
  for await (const event of run) events.push(event);
  return events;
}

const never = new Promise<never>(() => {});
const { signal } = new AbortController();

test('a stream gives its words, then how it ended and what it used', async () => {
  streams(delta('Hel'), delta('lo'), stop('end_turn'), {
    metadata: { usage: { inputTokens: 3, outputTokens: 2, totalTokens: 5 }, metrics: { latencyMs: 1 } },
  } as ConverseStreamOutput);
  expect(await collect(model().stream(request, { signal }))).toEqual([
    { type: 'delta', text: 'Hel' },
    { type: 'delta', text: 'lo' },
    { type: 'end', stop: 'complete', usage: { inputTokens: 3, outputTokens: 2 } },
  ]);
});

test.each([
  ['max_tokens', 'length'],
  ['content_filtered', 'filtered'],
  ['guardrail_intervened', 'filtered'],
])('%s is told as %s', async (reason, expected) => {
  streams(delta('x'), stop(reason));
  expect((await collect(model().stream(request, { signal }))).at(-1)).toMatchObject({ stop: expected });
});

test.each([
  ['ThrottlingException', 'throttled'],
  ['ValidationException', 'refused'],
  ['InternalServerException', 'unavailable'],
])('a call that fails with %s is %s', async (name, reason) => {
  bedrock.on(ConverseStreamCommand).rejects(named(name));
  await expect(collect(model().stream(request, { signal }))).rejects.toMatchObject({ reason });
});

test('a stream that breaks in the middle fails after what it has said', async () => {
  streams(delta('Hel'), { modelStreamErrorException: named('ModelStreamErrorException') } as never);
  const run = model().stream(request, { signal })[Symbol.asyncIterator]();
  expect((await run.next()).value).toEqual({ type: 'delta', text: 'Hel' });
  await expect(run.next()).rejects.toMatchObject({ reason: 'unavailable' });
});

test('a stream that ends without its end is a failure, not a short answer', async () => {
  streams(delta('Hel'));
  await expect(collect(model().stream(request, { signal }))).rejects.toMatchObject({ reason: 'unavailable' });
});

test('an abort ends a silent stream with its own reason', async () => {
  streams(delta('x'), never);
  const abort = new AbortController();
  const run = model().stream(request, { signal: abort.signal })[Symbol.asyncIterator]();
  await run.next();
  const next = run.next();
  abort.abort(new Error('The visitor left.'));
  await expect(next).rejects.toThrow('The visitor left.');
});
