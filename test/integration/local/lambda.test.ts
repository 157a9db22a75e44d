import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { InvokeCommand, type InvokeCommandInput, LambdaClient } from '@aws-sdk/client-lambda';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Assembly } from '#infra/local/assembly/model';
import { AsyncInvocations } from '#infra/local/runtime/async';
import { createFunctions, type Functions } from '#infra/local/runtime/lambda/functions';
import { createLambda } from '#infra/local/services/lambda/service';
import { resource } from '#test/helpers/serve-service';
import { temporaryFolder } from '#test/helpers/temporary-folder';
import { type Served, serveThroughGateway } from './through-gateway';

const ARN = 'arn:aws:lambda:eu-central-1:000000000000:function:worker';
const FAILURES = 'arn:aws:sqs:eu-central-1:000000000000:failures';
const SUCCESSES = 'arn:aws:sqs:eu-central-1:000000000000:successes';

/** Does what its event says, and notes each call in a file: a function has no other way to the test. */
const WORKER = `
import { appendFileSync } from 'node:fs';
export const handler = async (event, context) => {
  appendFileSync(process.env.CALLS, JSON.stringify({ event, requestId: context.awsRequestId }) + '\\n');
  if (event.throws) throw new RangeError(event.throws);
  if (event.rejects) throw event.rejects;
  if (event.sleep) await new Promise((later) => setTimeout(later, event.sleep));
  if (event.exits) process.exit(3);
  if (event.nothing) return;
  return { event, arn: context.invokedFunctionArn, version: context.functionVersion };
};`;

let folder: string;
let functions: Functions;
let asynchronous: AsyncInvocations;
let served: Served<ReturnType<typeof createLambda>>;
let lambda: LambdaClient;
let sent: { readonly queue: string; readonly body: Record<string, unknown> }[];

interface Settings {
  readonly function?: object;
  readonly invokeConfig?: object;
}

async function start(settings: Settings = {}): Promise<void> {
  const assembly = assemblyOf(settings);
  functions = createFunctions({
    assembly,
    endpoint: 'http://127.0.0.1:9',
    keyOfRole: () => ({ accessKeyId: 'AKIA', secretAccessKey: 's' }),
    log() {},
  });
  sent = [];
  asynchronous = new AsyncInvocations({
    assembly,
    functions,
    queues: {
      receive: async () => [],
      delete: async () => {},
      changeVisibility: async () => {},
      send: async (queue, body) => void sent.push({ queue, body: JSON.parse(body) }),
      depth: () => 0,
    },
    file: join(folder, 'async.jsonl'),
    log() {},
    // AWS waits one minute, then two.
    retryDelaysMs: [1, 2],
  });
  asynchronous.start();
  served = await serveThroughGateway(folder, (context) => createLambda(context, { functions, asynchronous }));
  lambda = new LambdaClient(served.client);
}

function assemblyOf({ function: properties = {}, invokeConfig }: Settings): Assembly {
  const resources = [
    resource(
      'AWS::Lambda::Function',
      'worker',
      {
        Runtime: 'nodejs24.x',
        Handler: 'index.handler',
        Role: 'arn:aws:iam::000000000000:role/worker',
        Code: { S3Key: 'worker' },
        Timeout: 20,
        Environment: { Variables: { CALLS: join(folder, 'calls') } },
        ...properties,
      },
      { Arn: ARN },
    ),
    ...(invokeConfig
      ? [resource('AWS::Lambda::EventInvokeConfig', 'config', { FunctionName: 'worker', ...invokeConfig })]
      : []),
  ];
  return {
    region: 'eu-central-1',
    accountId: '000000000000',
    stacks: [],
    resources,
    ofType: (type) => resources.filter((one) => one.type === type),
    find: () => undefined,
    asset: (key) => join(folder, key),
  };
}

async function stop(): Promise<void> {
  lambda.destroy();
  await served.stop();
  await asynchronous.stop();
  await functions.close();
}

beforeEach(async () => {
  folder = temporaryFolder();
  await mkdir(join(folder, 'worker'));
  await writeFile(join(folder, 'worker', 'index.mjs'), WORKER);
});
afterEach(stop);

const send = (event: unknown, options: Partial<InvokeCommandInput> = {}) =>
  lambda.send(
    new InvokeCommand({ FunctionName: 'worker', Payload: Buffer.from(JSON.stringify(event)), ...options }),
  );

/** What a call gave, its payload read. */
async function invoke(event: unknown, options?: Partial<InvokeCommandInput>) {
  const { StatusCode, FunctionError, ExecutedVersion, Payload, $metadata } = await send(event, options);
  const text = Payload?.transformToString() ?? '';
  const payload = text === '' ? undefined : (JSON.parse(text) as unknown);
  return { StatusCode, FunctionError, ExecutedVersion, payload, requestId: $metadata.requestId };
}

const refusal = (call: Promise<unknown>) =>
  call.then(
    () => 'accepted',
    ({ name, message, $metadata }: Error & { $metadata: { httpStatusCode?: number } }) => ({
      name,
      message,
      status: $metadata.httpStatusCode,
    }),
  );

/** Calls that reached the function. */
async function calls(): Promise<{ event: Record<string, unknown>; requestId: string }[]> {
  const text = await readFile(join(folder, 'calls'), 'utf8').catch(() => '');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

describe('a synchronous invocation', () => {
  test('gives what the function returned, under the id that the function knew', async () => {
    await start();
    const { requestId, ...outcome } = await invoke({ a: [1, 'ü'] });
    expect(outcome).toEqual({
      StatusCode: 200,
      FunctionError: undefined,
      ExecutedVersion: '$LATEST',
      payload: { event: { a: [1, 'ü'] }, arn: ARN, version: '$LATEST' },
    });
    expect(await calls()).toEqual([{ event: { a: [1, 'ü'] }, requestId }]);
    expect((await invoke({ nothing: true })).payload).toBeNull();
  });

  test('without a payload hands over an empty event', async () => {
    await start();
    const { Payload } = await lambda.send(new InvokeCommand({ FunctionName: 'worker' }));
    expect(JSON.parse(Payload?.transformToString() ?? '')).toMatchObject({ event: {} });
  });

  test.each([
    'worker',
    'worker:$LATEST',
    ARN,
    `${ARN}:$LATEST`,
    '000000000000:function:worker',
    '000000000000:function:worker:$LATEST',
  ])('finds its function by %s', async (FunctionName) => {
    await start();
    expect((await invoke({}, { FunctionName })).StatusCode).toBe(200);
    expect((await invoke({}, { FunctionName, InvocationType: 'DryRun' })).StatusCode).toBe(204);
    expect(await calls()).toHaveLength(1);
  });

  test.each<[string, Partial<InvokeCommandInput>, string]>([
    ['a name that nothing has', { FunctionName: 'nobody' }, ARN.replace('worker', 'nobody')],
    ["another account's", { FunctionName: ARN.replace('0000', '1111') }, ARN.replace('0000', '1111')],
    ["another region's", { FunctionName: ARN.replace('central', 'west') }, ARN.replace('central', 'west')],
    ['a version that was never published', { FunctionName: 'worker:7' }, `${ARN}:7`],
    ['an alias that is none', { Qualifier: 'live' }, `${ARN}:live`],
  ])('finds no function by %s', async (_, options, asked) => {
    await start();
    for (const InvocationType of ['RequestResponse', 'Event', 'DryRun'] as const) {
      expect(await refusal(send({}, { ...options, InvocationType }))).toEqual({
        name: 'ResourceNotFoundException',
        message: `Function not found: ${asked}`,
        status: 404,
      });
    }
    expect(await calls()).toEqual([]);
  });

  test.each<[string, object, object]>([
    ['throws', { throws: 'too far' }, { errorType: 'RangeError', errorMessage: 'too far' }],
    ['throws what is no error', { rejects: 'nothing' }, { errorType: 'string', errorMessage: 'nothing' }],
    [
      'exits',
      { exits: true },
      { errorType: 'Runtime.ExitError', errorMessage: expect.stringMatching(/exit status 3$/) },
    ],
  ])('that %s is a failure of the function, not of the call', async (_, event, error) => {
    await start();
    const outcome = await invoke(event);
    expect(outcome).toMatchObject({ StatusCode: 200, FunctionError: 'Unhandled', payload: error });
    // And of this invocation only.
    expect((await invoke({})).FunctionError).toBeUndefined();
  });

  test('that overruns its time-out is ended', async () => {
    await start({ function: { Timeout: 1 } });
    const outcome = await invoke({ sleep: 60_000 });
    expect(outcome).toMatchObject({
      StatusCode: 200,
      FunctionError: 'Unhandled',
      payload: {
        errorType: 'Sandbox.Timedout',
        errorMessage: `RequestId: ${outcome.requestId} Error: Task timed out after 1.00 seconds`,
      },
    });
    expect((await invoke({})).FunctionError).toBeUndefined();
  });

  test('whose function can not be loaded says why', async () => {
    await writeFile(join(folder, 'worker', 'index.mjs'), 'throw new Error("no settings");');
    await start();
    expect(await invoke({})).toMatchObject({
      FunctionError: 'Unhandled',
      payload: { errorType: 'Error', errorMessage: 'no settings' },
    });
  });

  test('runs beside others', async () => {
    await start();
    let ended = 0;
    const slow = Promise.all([1, 2, 3].map(() => invoke({ sleep: 60_000 }).then(() => (ended += 1))));
    await expect.poll(() => functions.active('worker')).toBe(3);
    expect((await invoke({ quick: true })).payload).toMatchObject({ event: { quick: true } });
    expect(ended).toBe(0);
    await expect.poll(async () => (await calls()).length).toBe(4);
    await functions.kill('worker');
    await slow;
  });

  test('beyond the reserved concurrency is refused, and gets in when there is room again', async () => {
    await start({ function: { ReservedConcurrentExecutions: 1 } });
    const first = invoke({ sleep: 60_000 });
    await expect.poll(async () => (await calls()).length).toBe(1);
    expect(await refusal(send({}))).toEqual({
      name: 'TooManyRequestsException',
      message: 'Rate Exceeded.',
      status: 429,
    });
    await expect(send({})).rejects.toMatchObject({
      Reason: 'ReservedFunctionConcurrentInvocationLimitExceeded',
    });
    await functions.kill('worker');
    expect((await first).FunctionError).toBe('Unhandled');
    expect((await invoke({})).FunctionError).toBeUndefined();
  });

  test.each<[string, Partial<InvokeCommandInput>, string, number]>([
    ['is no JSON', { Payload: Buffer.from('{') }, 'InvalidRequestContentException', 400],
    ['is too large', { Payload: large(6 * 1024 * 1024) }, 'RequestTooLargeException', 413],
    [
      'is too large to be kept',
      { Payload: large(1024 * 1024), InvocationType: 'Event' },
      'RequestTooLargeException',
      413,
    ],
  ])('whose event %s is refused', async (_, options, name, status) => {
    await start();
    expect(await refusal(send({}, options))).toMatchObject({ name, status });
    expect(await calls()).toEqual([]);
  });
});

describe('an asynchronous invocation', () => {
  const accept = (event: object) => invoke(event, { InvocationType: 'Event' });
  const ended = () => expect.poll(() => asynchronous.pending).toBe(0);

  test('is accepted before it is run, under the id that the function gets', async () => {
    await start();
    const { requestId, ...outcome } = await accept({ a: 1 });
    expect(outcome).toEqual({
      StatusCode: 202,
      FunctionError: undefined,
      ExecutedVersion: undefined,
      payload: undefined,
    });
    await ended();
    expect(await calls()).toEqual([{ event: { a: 1 }, requestId }]);
  });

  test.each([
    ['twice more when nothing is said', undefined, 3],
    ['once more', { MaximumRetryAttempts: 1 }, 2],
    ['not again', { MaximumRetryAttempts: 0 }, 1],
  ] as const)('that fails is tried %s, under one id', async (_, invokeConfig, attempts) => {
    await start({ ...(invokeConfig && { invokeConfig }) });
    const { requestId } = await accept({ throws: 'no' });
    await ended();
    expect(await calls()).toEqual(Array(attempts).fill({ event: { throws: 'no' }, requestId }));
  });

  test('that fails for good goes to its destination, with its event and its error', async () => {
    const invokeConfig = {
      MaximumRetryAttempts: 1,
      DestinationConfig: { OnFailure: { Destination: FAILURES }, OnSuccess: { Destination: SUCCESSES } },
    };
    await start({ invokeConfig });
    const { requestId } = await accept({ throws: 'no' });
    await ended();
    expect(sent).toMatchObject([
      {
        queue: FAILURES,
        body: {
          requestContext: {
            requestId,
            functionArn: `${ARN}:$LATEST`,
            condition: 'RetriesExhausted',
            approximateInvokeCount: 2,
          },
          requestPayload: { throws: 'no' },
          responseContext: { statusCode: 200, functionError: 'Unhandled' },
          responsePayload: { errorType: 'RangeError', errorMessage: 'no' },
        },
      },
    ]);
    await accept({ fine: true });
    await ended();
    expect(sent.at(-1)).toMatchObject({
      queue: SUCCESSES,
      body: { requestContext: { condition: 'Success' }, requestPayload: { fine: true } },
    });
  });

  test('that times out is tried again like any failure', async () => {
    await start({
      function: { Timeout: 1 },
      invokeConfig: { DestinationConfig: { OnFailure: { Destination: FAILURES } }, MaximumRetryAttempts: 1 },
    });
    await accept({ sleep: 60_000 });
    await expect.poll(() => sent.length).toBe(1);
    expect(await calls()).toHaveLength(2);
    expect(sent[0]?.body).toMatchObject({ responsePayload: { errorType: 'Sandbox.Timedout' } });
  });

  test('that is throttled waits, which is no attempt', async () => {
    await start({
      function: { ReservedConcurrentExecutions: 1 },
      invokeConfig: { MaximumRetryAttempts: 0, DestinationConfig: { OnFailure: { Destination: FAILURES } } },
    });
    const first = invoke({ sleep: 60_000 });
    await expect.poll(async () => (await calls()).length).toBe(1);
    await accept({ later: true });
    await expect.poll(() => asynchronous.pending).toBe(1);
    await functions.kill('worker');
    await first;
    await expect.poll(() => asynchronous.pending).toBe(0);
    expect((await calls()).map(({ event }) => event)).toEqual([{ sleep: 60_000 }, { later: true }]);
    expect(sent).toEqual([]);
  });

  test('that was accepted is run after a stop', async () => {
    await start({ function: { ReservedConcurrentExecutions: 1 } });
    const first = invoke({ sleep: 60_000 });
    await expect.poll(async () => (await calls()).length).toBe(1);
    const { requestId } = await accept({ later: true });
    await functions.kill('worker');
    await first;
    await stop();
    await start();
    await ended();
    expect((await calls()).at(-1)).toEqual({ event: { later: true }, requestId });
  });
});

/** JSON of more than so many bytes. */
function large(bytes: number): Uint8Array {
  return Buffer.from(JSON.stringify('x'.repeat(bytes)));
}
