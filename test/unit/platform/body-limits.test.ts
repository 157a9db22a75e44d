import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest';
import { ROUTES } from '#contract/routes';
import { bodyLimit } from '#contract/routes/body-limit';
import { handleFrame } from '#core/conversations/handle-frame';
import { ParleyError } from '#platform/errors';
import { invalidFields } from '#platform/field-problems';
import { type HttpHandlers, httpHandler } from '#platform/http-handler';
import { recordingSockets } from '../conversations/setup';

let parse: MockInstance<typeof JSON.parse>;
beforeEach(() => {
  parse = vi.spyOn(JSON, 'parse');
});
afterEach(() => parse.mockRestore());

const FEEDBACK = {
  id: '7b0e3c0a-5d6a-4d6c-9a0e-6f5b1f2f9d11',
  type: 'improvement',
  rating: 5,
  message: 'Very good indeed.',
  page: '/',
};
let admit: (address: string) => Promise<void>;
beforeEach(() => {
  admit = async () => {};
});

const unused = () => Promise.reject(new Error('This must not be called.'));
const names = Object.entries(ROUTES).filter(([, { area }]) => area === 'platform');
const handler = httpHandler(
  'platform',
  ROUTES,
  {
    ...(Object.fromEntries(names.map(([name]) => [name, unused])) as unknown as HttpHandlers<'platform'>),
    sendFeedback: async () => ({ reference: 'F-1', receivedAt: '2026-01-01T00:00:00.000Z' }),
  },
  { verifyAccessToken: unused, loadActor: unused },
  { sendFeedback: ({ origin }) => admit(origin.address) },
);

async function sendFeedback(body: string, isBase64Encoded = false) {
  const event = {
    version: '2.0',
    rawPath: '/api/feedback',
    headers: { 'x-parley-origin-secret': 'secret' },
    requestContext: { http: { method: 'POST', path: '/api/feedback', sourceIp: '192.0.2.1' } },
    body,
    isBase64Encoded,
  } as unknown as APIGatewayProxyEventV2;
  const context = { awsRequestId: 'r1', getRemainingTimeInMillis: () => 10_000 } as Context;
  const result = (await handler(event, context)) as APIGatewayProxyStructuredResultV2;
  return { status: result.statusCode, code: /"code":"([^"]+)"/.exec(result.body ?? '')?.[1] };
}

const LIMIT = bodyLimit(ROUTES.sendFeedback);
/** Bytes, not characters, are counted. */
const longer = (by: number) => `{"message":"${'€'.repeat(100)}`.padEnd(LIMIT - 200 + by, ' ');

describe('a body', () => {
  it('is read as long as its route takes it', async () => {
    expect(await sendFeedback(JSON.stringify(FEEDBACK).padEnd(LIMIT, ' '))).toEqual({ status: 201 });
  });

  it.each([false, true])('is refused unread when it is longer, in base64: %s', async (isBase64) => {
    const body = longer(1);
    expect(Buffer.byteLength(body)).toBe(LIMIT + 1);
    const sent = isBase64 ? Buffer.from(body).toString('base64') : body;
    expect(await sendFeedback(sent, isBase64)).toEqual({ status: 413, code: 'request.too_large' });
    expect(parse).not.toHaveBeenCalled();
  });

  it('is not read of a call too many', async () => {
    admit = async (address) => {
      expect(address).toBe('192.0.2.1');
      throw new ParleyError('request.rate_limited');
    };
    expect(await sendFeedback('no JSON')).toEqual({ status: 429, code: 'request.rate_limited' });
    expect(parse).not.toHaveBeenCalled();
  });

  it('names some of many invalid fields', async () => {
    const fields = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`x${n}`, 1]));
    const { error } = ROUTES.updateBot.body.safeParse({ version: 1, ...fields });
    if (!error) throw new Error('The fields were taken.');
    expect(Object.keys(invalidFields(error).fields ?? {})).toHaveLength(100);
  });
});

it('a frame that is longer than any is refused unread', async () => {
  const { sockets, said } = recordingSockets();
  const deps = { sockets } as unknown as Parameters<typeof handleFrame>[0];
  await handleFrame(deps, 'socket-1', ' '.repeat(100_000));
  expect(said).toEqual([{ to: 'socket-1', event: { type: 'error', code: 'request.too_large' } }]);
  expect(parse).not.toHaveBeenCalled();
});
