import {
  BedrockRuntimeClient,
  ConverseCommand,
  ConverseStreamCommand,
  type Message,
} from '@aws-sdk/client-bedrock-runtime';
import { NodeHttp2Handler, NodeHttpHandler } from '@smithy/node-http-handler';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { buildPrompt, NO_ANSWER } from '#core/answers/prompt';
import { type BedrockService, createBedrock } from '#infra/local/services/bedrock/service';
import { type ServedService, serveService, temporaryContext } from '#test/helpers/serve-service';

const MODEL = 'eu.amazon.nova-lite-v1:0';

let service: BedrockService;
const served: ServedService[] = [];
const clients: BedrockRuntimeClient[] = [];
let endFault = () => {};

beforeAll(async () => {
  const context = await temporaryContext();
  service = createBedrock(context);
  served.push(await serveService(service), await serveService(service, { http2: true }));
  for (const [index, requestHandler] of [new NodeHttpHandler(), new NodeHttp2Handler()].entries()) {
    clients.push(
      new BedrockRuntimeClient({
        region: context.region,
        credentials: { accessKeyId: 'a', secretAccessKey: 's' },
        maxAttempts: 1,
        endpoint: served[index]?.endpoint ?? '',
        requestHandler,
      }),
    );
  }
  return context.remove;
});

afterEach(() => endFault());

afterAll(async () => {
  for (const client of clients) client.destroy();
  for (const each of served) await each.close();
});

function client(over: 'HTTP/1.1' | 'HTTP/2' = 'HTTP/1.1'): BedrockRuntimeClient {
  const found = clients[over === 'HTTP/1.1' ? 0 : 1];
  if (!found) throw new Error('no client');
  return found;
}

/** The product's prompt for a question, with two passages to answer it from. */
function prompt(question: string, language: 'en' | 'de' = 'en') {
  const { system, messages, maxTokens, temperature } = buildPrompt({
    question,
    language,
    passages: [
      {
        number: 1,
        title: 'Handbook',
        page: 12,
        heading: 'Charging',
        text: 'Charge the battery between 0 and 40 degrees. The charger has a fan.',
      },
      {
        number: 2,
        title: 'Vertrag',
        page: null,
        heading: 'Kündigung',
        text: 'Die Kündigungsfrist beträgt drei Monate zum Monatsende. Eine E-Mail genügt nicht.',
      },
    ],
    history: [],
    botName: 'Bot',
    companyName: 'Acme',
    maxTokens: 500,
  });
  return {
    modelId: MODEL,
    system: [{ text: system }],
    messages: messages.map(({ role, text }): Message => ({ role, content: [{ text }] })),
    inferenceConfig: { maxTokens, temperature },
  };
}

async function stream(input: ReturnType<typeof prompt>, over: 'HTTP/1.1' | 'HTTP/2' = 'HTTP/1.1') {
  const output = await client(over).send(new ConverseStreamCommand(input));
  const events: string[] = [];
  const texts: string[] = [];
  let stopReason: string | undefined;
  let usage: unknown;
  let latency: number | undefined;
  let error: Error | undefined;
  try {
    for await (const event of output.stream ?? []) {
      events.push(Object.keys(event)[0] ?? '');
      if (event.contentBlockDelta?.delta?.text) texts.push(event.contentBlockDelta.delta.text);
      stopReason = event.messageStop?.stopReason ?? stopReason;
      usage = event.metadata?.usage ?? usage;
      latency = event.metadata?.metrics?.latencyMs ?? latency;
    }
  } catch (thrown) {
    error = thrown as Error;
  }
  return { events, texts, text: () => texts.join(''), stopReason, usage, latency, error };
}

describe.each(['HTTP/1.1', 'HTTP/2'] as const)('over %s', (over) => {
  test('an answer streams in words, from the passage that holds it, and ends with its usage', async () => {
    const answer = await stream(prompt('At how many degrees may I charge the battery?'), over);
    expect(answer.text()).toBe('**Charge the battery between 0 and 40 degrees.** The charger has a fan. [1]');
    expect(answer.texts.length).toBeGreaterThan(5);
    expect(answer.events[0]).toBe('messageStart');
    expect(answer.events.slice(-3)).toEqual(['contentBlockStop', 'messageStop', 'metadata']);
    expect(answer).toMatchObject({
      stopReason: 'end_turn',
      usage: {
        inputTokens: expect.any(Number),
        outputTokens: answer.texts.length,
        totalTokens: expect.any(Number),
      },
      latency: expect.any(Number),
    });
  });

  test('the same comes in one piece by Converse', async () => {
    const output = await client(over).send(
      new ConverseCommand(prompt('Wie lang ist die Kündigungsfrist?', 'de')),
    );
    expect(output.output?.message).toEqual({
      role: 'assistant',
      content: [
        { text: '**Die Kündigungsfrist beträgt drei Monate zum Monatsende.** Eine E-Mail genügt nicht. [2]' },
      ],
    });
    expect(output.stopReason).toBe('end_turn');
  });
});

test('a question that no passage speaks of gets the word for that alone', async () => {
  expect((await stream(prompt('Who won the football championship?'))).text()).toBe(NO_ANSWER);
});

test('an answer is cut at the tokens that it may have', async () => {
  const input = prompt('At how many degrees may I charge the battery?');
  const answer = await stream({ ...input, inferenceConfig: { ...input.inferenceConfig, maxTokens: 3 } });
  expect(answer).toMatchObject({ stopReason: 'max_tokens', texts: ['**Charge', ' the', ' battery'] });
});

describe('a conversation is refused', () => {
  const user = (text: string): Message => ({ role: 'user', content: [{ text }] });
  const assistant = (text: string): Message => ({ role: 'assistant', content: [{ text }] });
  test.each([
    ['when it is empty', []],
    ['when the assistant begins', [assistant('a'), user('b')]],
    ['when a voice speaks twice', [user('a'), user('b')]],
    ['when the assistant ends', [user('a'), assistant('b')]],
    ['when a message is blank', [user(' ')]],
    ['when it holds no passages', [user('Hello')]],
  ])('%s', async (_, messages) => {
    await expect(stream({ ...prompt('x'), messages })).rejects.toMatchObject({ name: 'ValidationException' });
  });

  test('by a model for embeddings', async () => {
    await expect(stream({ ...prompt('x'), modelId: 'amazon.titan-embed-text-v2:0' })).rejects.toMatchObject({
      name: 'ValidationException',
    });
  });
});

describe('a model that is made to fail', () => {
  const question = prompt('At how many degrees may I charge the battery?');

  test.each([
    ['throttle', 'ThrottlingException'],
    ['unavailable', 'ServiceUnavailableException'],
  ] as const)('%s: before the first token', async (kind, name) => {
    endFault = service.inject({ operation: 'converse-stream', kind });
    await expect(stream(question)).rejects.toMatchObject({ name });
    endFault();
    expect((await stream(question)).stopReason).toBe('end_turn');
  });

  test.each(['HTTP/1.1', 'HTTP/2'] as const)(
    'break: with an exception in the stream, over %s',
    async (over) => {
      endFault = service.inject({ operation: 'converse-stream', kind: 'break', afterTokens: 2 });
      expect(await stream(question, over)).toMatchObject({
        texts: ['**Charge', ' the'],
        error: { name: 'ModelStreamErrorException' },
      });
    },
  );

  test.each(['HTTP/1.1', 'HTTP/2'] as const)('cut: without another word, over %s', async (over) => {
    endFault = service.inject({ operation: 'converse-stream', kind: 'cut', afterTokens: 2 });
    const answer = await stream(question, over);
    expect(answer).toMatchObject({ texts: ['**Charge', ' the'], stopReason: undefined, usage: undefined });
  });

  test('slow: each token waits, and the answer is whole', async () => {
    endFault = service.inject({ operation: 'converse-stream', kind: 'slow', delayMs: 5 });
    const answer = await stream(question);
    expect(answer.stopReason).toBe('end_turn');
    expect(answer.latency).toBeGreaterThanOrEqual(answer.texts.length * 4);
  });
});

test('a paced model says the same, and no sooner than its pace lets it', async () => {
  const context = await temporaryContext();
  const paced = await serveService(
    createBedrock(context, { pace: { firstTokenMs: 40, tokensPerSecond: 200 } }),
  );
  served.push(paced);
  clients.push(
    new BedrockRuntimeClient({
      region: context.region,
      credentials: { accessKeyId: 'a', secretAccessKey: 's' },
      maxAttempts: 1,
      endpoint: paced.endpoint,
      requestHandler: new NodeHttpHandler(),
    }),
  );
  const question = prompt('At how many degrees may I charge the battery?');
  const { stream: events } = (await clients.at(-1)?.send(new ConverseStreamCommand(question))) ?? {};
  let [text, latency, tokens] = ['', 0, 0];
  for await (const { contentBlockDelta, metadata } of events ?? []) {
    if (contentBlockDelta) tokens += 1;
    text += contentBlockDelta?.delta?.text ?? '';
    latency = metadata?.metrics?.latencyMs ?? latency;
  }
  expect(text).toBe((await stream(question)).text());
  // Timers may come a millisecond early, and late by any time.
  expect(latency).toBeGreaterThanOrEqual(40 + 5 * (tokens - 1) - 1 - tokens);
});
