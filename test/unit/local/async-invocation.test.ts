import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Assembly, Resource } from '#infra/local/assembly/model';
import { AsyncInvocations } from '#infra/local/runtime/async';
import type { Functions } from '#infra/local/runtime/lambda/functions';
import { TooManyRequests } from '#infra/local/runtime/lambda/pool';
import { temporaryFolder } from '#test/helpers/temporary-folder';
import { FAILURES, functionOf, MemoryQueues, prepareEvents, stops } from './events-setup';

prepareEvents();

describe('an asynchronous invocation', () => {
  let directory: string;
  beforeEach(() => {
    directory = temporaryFolder();
  });

  function assemblyOf(config: object): Assembly {
    const resource: Resource = {
      type: 'AWS::Lambda::EventInvokeConfig',
      stack: 'app',
      logicalId: 'Config',
      region: 'eu-central-1',
      id: 'config',
      attributes: {},
      properties: { FunctionName: 'worker', ...config },
    };
    return {
      region: 'eu-central-1',
      accountId: '000000000000',
      stacks: [],
      resources: [resource],
      ofType: (type) => (type === resource.type ? [resource] : []),
      find: () => undefined,
      asset: () => '',
    };
  }

  function open(functions: Functions, config: object = {}, queues = new MemoryQueues()): AsyncInvocations {
    const invocations = new AsyncInvocations({
      assembly: assemblyOf(config),
      functions,
      queues,
      file: join(directory, 'invocations.jsonl'),
      log() {},
      retryDelaysMs: [1],
    });
    invocations.start();
    stops.unshift(() => invocations.stop());
    return invocations;
  }
  const ON_FAILURE = { DestinationConfig: { OnFailure: { Destination: FAILURES } } };
  const fail = () => {
    throw new Error('no');
  };

  it('is run once and forgotten', async () => {
    const functions = functionOf(() => 'done');
    const invocations = open(functions);
    invocations.accept('worker', '{"a":1}');
    await expect.poll(() => invocations.pending).toBe(0);
    expect(functions.calls).toEqual([{ a: 1 }]);
  });

  it('is tried twice more, then handed to its destination with its event and error', async () => {
    const queues = new MemoryQueues();
    const functions = functionOf(fail);
    const invocations = open(functions, ON_FAILURE, queues);
    invocations.accept('worker', '{"a":1}');
    await expect.poll(() => invocations.pending).toBe(0);
    expect(functions.calls).toHaveLength(3);
    expect(queues.sent).toMatchObject([
      {
        arn: FAILURES,
        body: {
          version: '1.0',
          requestContext: { condition: 'RetriesExhausted', approximateInvokeCount: 3 },
          requestPayload: { a: 1 },
          responseContext: { functionError: 'Unhandled' },
          responsePayload: { errorMessage: 'no' },
        },
      },
    ]);
  });

  it('is not tried again where the template says none', async () => {
    const queues = new MemoryQueues();
    const functions = functionOf(fail);
    const invocations = open(functions, { MaximumRetryAttempts: 0, ...ON_FAILURE }, queues);
    invocations.accept('worker', '1');
    await expect.poll(() => invocations.pending).toBe(0);
    expect(functions.calls).toHaveLength(1);
    expect(queues.sent).toHaveLength(1);
  });

  it('waits while the function is throttled, which is no attempt', async () => {
    const functions = functionOf((_, call) => {
      if (call === 1) throw new TooManyRequests('busy');
    });
    const invocations = open(functions, { MaximumRetryAttempts: 0 });
    invocations.accept('worker', '1');
    await expect.poll(() => invocations.pending).toBe(0);
    expect(functions.calls).toHaveLength(2);
  });

  it('that was accepted before a kill runs after it', async () => {
    const never = open(functionOf(() => undefined));
    await never.stop();
    const { openRecords } = await import('#infra/local/runtime/records');
    const records = openRecords(join(directory, 'invocations.jsonl'));
    const accepted = { functionName: 'worker', acceptedAt: Date.now(), attempts: 0, nextAt: 0, open: false };
    records.commit({
      collection: 'invocations',
      key: 'r1',
      value: { ...accepted, requestId: 'r1', event: '"kept"' },
    });
    records.close();
    const functions = functionOf(() => undefined);
    open(functions);
    await expect.poll(() => functions.calls).toEqual(['kept']);
  });

  it('that was under way at a kill counts as failed: it is not run a second time without a retry', async () => {
    const queues = new MemoryQueues();
    const hanging = functionOf(() => new Promise(() => {}));
    const killed = new AsyncInvocations({
      assembly: assemblyOf({ MaximumRetryAttempts: 0, ...ON_FAILURE }),
      functions: hanging,
      queues,
      file: join(directory, 'invocations.jsonl'),
      log() {},
    });
    killed.start();
    killed.accept('worker', '{"a":1}');
    await expect.poll(() => hanging.calls.length).toBe(1);

    // Not stopped: what a second process finds on disk is what a SIGKILL leaves.
    const functions = functionOf(() => undefined);
    const next = open(functions, { MaximumRetryAttempts: 0, ...ON_FAILURE }, queues);
    await expect.poll(() => next.pending).toBe(0);
    expect(functions.calls).toEqual([]);
    expect(queues.sent).toMatchObject([
      {
        arn: FAILURES,
        body: { requestPayload: { a: 1 }, responsePayload: { errorType: 'Runtime.ExitError' } },
      },
    ]);
  });
});
