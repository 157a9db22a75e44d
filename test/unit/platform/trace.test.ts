import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { traceSteps } from '#platform/trace';

const ROOT = '1-67f1a2b3-0123456789abcdef01234567';
const STEPS = [
  { name: 'search', from: 1_000, to: 1_250 },
  { name: 'model', from: 1_250, to: 2_500 },
] as const;

let daemon: Socket;
let told: string[];
beforeEach(async () => {
  told = [];
  daemon = createSocket('udp4', (message) => void told.push(message.toString()));
  daemon.bind(0, '127.0.0.1');
  await once(daemon, 'listening');
  vi.stubEnv('AWS_XRAY_DAEMON_ADDRESS', `127.0.0.1:${daemon.address().port}`);
});
afterEach(() => {
  vi.unstubAllEnvs();
  daemon.close();
});
const chosen = (sampled: 0 | 1) =>
  vi.stubEnv('_X_AMZN_TRACE_ID', `Root=${ROOT};Parent=89abcdef01234567;Sampled=${sampled};Lineage=1:2:3`);

describe('the steps of a call', () => {
  it('that is traced are told to the daemon under it, with what they are found by', async () => {
    chosen(1);
    traceSteps(STEPS, { message: 'c-3' });
    await vi.waitFor(() => expect(told).toHaveLength(2));
    for (const [place, text] of told.entries()) {
      const [header, segment, ...rest] = text.split('\n');
      expect(JSON.parse(header ?? '')).toEqual({ format: 'json', version: 1 });
      expect(rest).toEqual([]);
      expect(JSON.parse(segment ?? '')).toEqual({
        type: 'subsegment',
        id: expect.stringMatching(/^[\da-f]{16}$/),
        trace_id: ROOT,
        parent_id: '89abcdef01234567',
        name: STEPS[place]?.name,
        start_time: (STEPS[place]?.from ?? 0) / 1_000,
        end_time: (STEPS[place]?.to ?? 0) / 1_000,
        annotations: { message: 'c-3' },
      });
    }
  });

  it('of another are not, nor where there is no daemon', async () => {
    chosen(0);
    traceSteps(STEPS, {});
    chosen(1);
    const { AWS_XRAY_DAEMON_ADDRESS: address } = process.env;
    vi.stubEnv('AWS_XRAY_DAEMON_ADDRESS', undefined);
    traceSteps(STEPS, {});
    vi.stubEnv('AWS_XRAY_DAEMON_ADDRESS', address);
    traceSteps(STEPS.slice(0, 1), { last: 'yes' });
    await vi.waitFor(() => expect(told).not.toEqual([]));
    expect(told).toHaveLength(1);
    expect(told[0]).toContain('"last":"yes"');
  });
});

it('a trace goes on where a function is invoked, and through a queue', async () => {
  chosen(1);
  vi.stubEnv('AWS_LAMBDA_FUNCTION_NAME', 'message');
  const shown: (string | undefined)[] = [];
  const options = {
    region: 'eu-central-1',
    credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
    requestHandler: {
      handle: async ({ headers }: { readonly headers: Readonly<Record<string, string>> }) => {
        shown.push(headers['X-Amzn-Trace-Id'] ?? headers['x-amzn-trace-id']);
        throw new Error('It is not sent.');
      },
    } as never,
    maxAttempts: 1,
  };
  const invoked = new LambdaClient(options).send(
    new InvokeCommand({ FunctionName: 'answer', InvocationType: 'Event' }),
  );
  await expect(invoked).rejects.toThrow('It is not sent.');
  const queued = new SQSClient(options).send(
    new SendMessageCommand({ QueueUrl: 'https://sqs.eu-central-1.amazonaws.com/1/q', MessageBody: '{}' }),
  );
  await expect(queued).rejects.toThrow('It is not sent.');
  expect(shown).toEqual([process.env._X_AMZN_TRACE_ID, process.env._X_AMZN_TRACE_ID]);
});
