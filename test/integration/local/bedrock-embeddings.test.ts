import { BedrockRuntimeClient, InvokeModelCommand } from '@aws-sdk/client-bedrock-runtime';
import { NodeHttp2Handler, NodeHttpHandler } from '@smithy/node-http-handler';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type BedrockService, createBedrock } from '#infra/local/services/bedrock/service';
import { type ServedService, serveService, temporaryContext } from '#test/helpers/serve-service';

const COHERE = 'cohere.embed-multilingual-v3';
const TITAN = 'amazon.titan-embed-text-v2:0';

let service: BedrockService;
const served: ServedService[] = [];
let client: BedrockRuntimeClient;
let overHttp2: BedrockRuntimeClient;

beforeAll(async () => {
  const context = await temporaryContext();
  service = createBedrock(context);
  served.push(await serveService(service), await serveService(service, { http2: true }));
  const settings = {
    region: context.region,
    credentials: { accessKeyId: 'a', secretAccessKey: 's' },
    maxAttempts: 1,
  };
  client = new BedrockRuntimeClient({
    ...settings,
    endpoint: served[0]?.endpoint ?? '',
    requestHandler: new NodeHttpHandler(),
  });
  overHttp2 = new BedrockRuntimeClient({
    ...settings,
    endpoint: served[1]?.endpoint ?? '',
    requestHandler: new NodeHttp2Handler(),
  });
  return context.remove;
});

afterAll(async () => {
  client.destroy();
  overHttp2.destroy();
  for (const each of served) await each.close();
});

async function invoke(modelId: string, body: unknown, by = client): Promise<Record<string, unknown>> {
  const output = await by.send(
    new InvokeModelCommand({
      modelId,
      contentType: 'application/json',
      accept: 'application/json',
      body: JSON.stringify(body),
    }),
  );
  return JSON.parse(output.body.transformToString()) as Record<string, unknown>;
}

const cohere = async (...texts: string[]) =>
  (await invoke(COHERE, { texts, input_type: 'search_document' })).embeddings as number[][];
const titan = async (inputText: string) => (await invoke(TITAN, { inputText })).embedding as number[];

const cosine = (left: readonly number[] = [], right: readonly number[] = []) =>
  left.reduce((sum, value, index) => sum + value * (right[index] ?? 0), 0) /
  (Math.hypot(...left) * Math.hypot(...right));

describe('texts that are related lie nearer than texts that are not', () => {
  test.each([
    ['How long is the notice period?', 'The notice period is three months.', 'Our office is in Hamburg.'],
    ['returning an item', 'You may return items within 30 days.', 'We deliver to Austria.'],
    [
      'Wie lang ist die Kündigungsfrist?',
      'Die Frist für eine Kündigung beträgt drei Monate.',
      'Unser Büro ist in Hamburg.',
    ],
    ['Versand', 'Die Versandkosten trägt der Käufer.', 'Die Garantie gilt zwei Jahre.'],
    ['Bücher', 'Ein Buch kostet zehn Euro; andere Bücher mehr.', 'Der Eintritt ist frei.'],
  ])('%s', async (question, related, unrelated) => {
    const [asked, near, far] = await cohere(question, related, unrelated);
    expect(cosine(asked, near)).toBeGreaterThan(cosine(asked, far) + 0.05);
    const [byTitan, nearTitan, farTitan] = [
      await titan(question),
      await titan(related),
      await titan(unrelated),
    ];
    expect(cosine(byTitan, nearTitan)).toBeGreaterThan(cosine(byTitan, farTitan) + 0.05);
  });
});

describe('Cohere', () => {
  test('answers a batch in order, of unit length, the same each time', async () => {
    const [first, second] = await cohere('one text', 'another text');
    expect(first).toHaveLength(1_024);
    expect(Math.hypot(...(first ?? []))).toBeCloseTo(1, 6);
    expect(await cohere('another text', 'one text')).toEqual([second, first]);
  });

  test('gives the types that are asked for, int8 close to float', async () => {
    const { embeddings, response_type } = await invoke(COHERE, {
      texts: ['a passage about delivery times and shipping costs'],
      input_type: 'search_query',
      embedding_types: ['float', 'int8', 'uint8', 'binary', 'ubinary'],
    });
    expect(response_type).toBe('embeddings_by_type');
    const byType = embeddings as Record<string, number[][]>;
    const { float = [], int8 = [] } = byType;
    expect(int8[0]?.every((value) => Number.isInteger(value) && value >= -128 && value <= 127)).toBe(true);
    expect(cosine(float[0], int8[0])).toBeGreaterThan(0.98);
    expect(byType.ubinary?.[0]).toHaveLength(128);
  });

  test.each([
    ['no purpose', { texts: ['x'] }],
    ['no texts', { texts: [], input_type: 'search_query' }],
    ['97 texts', { texts: Array(97).fill('x'), input_type: 'search_query' }],
    ['a text over 2,048 characters', { texts: ['x'.repeat(2_049)], input_type: 'search_query' }],
    ['a field that it does not know', { texts: ['x'], input_type: 'search_query', dimensions: 256 }],
  ])('refuses %s', async (_, body) => {
    await expect(invoke(COHERE, body)).rejects.toMatchObject({ name: 'ValidationException' });
  });
});

describe('Titan', () => {
  test('gives the dimensions that are asked for, normalised unless told otherwise', async () => {
    const { embedding, inputTextTokenCount } = await invoke(TITAN, {
      inputText: 'delivery times',
      dimensions: 256,
    });
    expect(embedding).toHaveLength(256);
    expect(Math.hypot(...(embedding as number[]))).toBeCloseTo(1, 6);
    expect(inputTextTokenCount).toBeGreaterThan(0);
    const raw = await invoke(TITAN, { inputText: 'delivery times', dimensions: 256, normalize: false });
    expect(Math.hypot(...(raw.embedding as number[]))).toBeGreaterThan(1.5);
  });

  test.each([
    ['an empty text', { inputText: '' }],
    ['a text that is too long', { inputText: 'word '.repeat(9_000) }],
    ['other dimensions', { inputText: 'x', dimensions: 300 }],
  ])('refuses %s', async (_, body) => {
    await expect(invoke(TITAN, body)).rejects.toMatchObject({ name: 'ValidationException' });
  });
});

test('HTTP/2 with prior knowledge gets the same vectors', async () => {
  const body = { inputText: 'delivery times' };
  expect(await invoke(TITAN, body, overHttp2)).toEqual(await invoke(TITAN, body));
});

test('a model that is unknown here is refused by name', async () => {
  await expect(invoke('meta.llama3', { prompt: 'x' })).rejects.toMatchObject({
    name: 'ValidationException',
    message: expect.stringContaining('meta.llama3'),
  });
});

describe('a fault', () => {
  let end = () => {};
  afterEach(() => end());

  test('throttles the calls that it is meant for, as often as it is told', async () => {
    end = service.inject({ operation: 'invoke', kind: 'throttle', containing: 'delivery', times: 1 });
    await titan('other');
    await expect(titan('delivery')).rejects.toMatchObject({ name: 'ThrottlingException' });
    await titan('delivery');
  });
});

test('a role needs leave for the model, and for a profile and what is behind it', () => {
  const call = (path: string) => ({
    method: 'POST',
    url: new URL(`http://127.0.0.1${path}`),
    rawPath: path,
    headers: {},
    body: Buffer.from('{}'),
    principal: { kind: 'role', arn: 'arn:aws:iam::000000000000:role/x' } as const,
  });
  expect(service.requiredActions(call(`/model/${encodeURIComponent(TITAN)}/invoke`))).toEqual([
    { action: 'bedrock:InvokeModel', resource: `arn:aws:bedrock:eu-central-1::foundation-model/${TITAN}` },
  ]);
  expect(service.requiredActions(call('/model/eu.amazon.nova-lite-v1%3A0/converse-stream'))).toEqual([
    {
      action: 'bedrock:InvokeModelWithResponseStream',
      resource: 'arn:aws:bedrock:eu-central-1:000000000000:inference-profile/eu.amazon.nova-lite-v1:0',
    },
    {
      action: 'bedrock:InvokeModelWithResponseStream',
      resource: 'arn:aws:bedrock:eu-central-1::foundation-model/amazon.nova-lite-v1:0',
    },
  ]);
});
