import { createHmac, timingSafeEqual } from 'node:crypto';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { ROUTES, type Route } from '#contract/routes';

const WEBHOOK: Route = {
  area: 'system',
  method: 'POST',
  path: '/api/test/webhook',
  caller: 'anyone',
  permission: null,
  summary: 'A webhook whose body is signed',
  body: 'raw',
  status: 200,
  response: z.object({ length: z.number(), isGenuine: z.boolean() }),
};

const KEY = 'whsec_test';
const sign = (bytes: Buffer) => createHmac('sha256', KEY).update(bytes).digest('hex');

interface RawCall {
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string | undefined>>;
}

let handler: (event: APIGatewayProxyEventV2, context: Context) => Promise<unknown>;
beforeAll(async () => {
  const { httpHandler } = await import('#platform/http-handler');
  const handlers = {
    testWebhook: async ({ body, headers }: RawCall) => ({
      length: body.length,
      isGenuine: timingSafeEqual(Buffer.from(sign(body)), Buffer.from(headers['x-signature'] ?? '')),
    }),
  };
  handler = httpHandler('system', { testWebhook: WEBHOOK } as never, handlers as never) as never;
});

async function post(body: string | undefined, isBase64Encoded: boolean, signature: string) {
  const event = {
    version: '2.0',
    rawPath: WEBHOOK.path,
    headers: { 'x-parley-origin-secret': 'secret', 'x-signature': signature },
    requestContext: { http: { method: 'POST', path: WEBHOOK.path, sourceIp: '192.0.2.1' } },
    body,
    isBase64Encoded,
  } as unknown as APIGatewayProxyEventV2;
  const context = { awsRequestId: 'r1', getRemainingTimeInMillis: () => 10_000 } as Context;
  const result = (await handler(event, context)) as APIGatewayProxyStructuredResultV2;
  return { status: result.statusCode, body: JSON.parse(result.body ?? 'null') };
}

describe('a route with a raw body', () => {
  it('gets the bytes as they came, so that a signature over them holds', async () => {
    // Spaces and the order of keys would not survive being read and written again.
    const text = Buffer.from('{ "b": 1,\n  "a": "Grüße" }');
    expect(await post(text.toString('utf8'), false, sign(text))).toEqual({
      status: 200,
      body: { length: text.length, isGenuine: true },
    });
    const bytes = Buffer.from([0, 255, 254, 128, 10]);
    expect(await post(bytes.toString('base64'), true, sign(bytes))).toEqual({
      status: 200,
      body: { length: 5, isGenuine: true },
    });
  });

  it('sees that one byte differs', async () => {
    expect(await post('{ "amount": 2 }', false, sign(Buffer.from('{ "amount": 1 }')))).toMatchObject({
      body: { isGenuine: false },
    });
  });

  it('gets no bytes where there are none, and none that are too many', async () => {
    expect(await post(undefined, false, sign(Buffer.alloc(0)))).toMatchObject({ body: { length: 0 } });
    for (const body of ['x'.repeat(280 * 1024 + 1), 'x'.repeat(4 * 1024 * 1024)])
      expect(await post(body, false, '')).toMatchObject({
        status: 413,
        body: { error: { code: 'request.too_large' } },
      });
    const encoded = Buffer.alloc(280 * 1024 + 1).toString('base64');
    expect((await post(encoded, true, '')).status).toBe(413);
  });

  it('stands in the document of the API as what takes anything', async () => {
    const { openApiDocument } = await import('#platform/openapi');
    const taken = Object.values(ROUTES as Readonly<Record<string, Route>>).filter(
      ({ body }) => body === 'raw',
    );
    expect(taken).not.toEqual([]);
    for (const { path } of taken)
      expect(openApiDocument('https://app.parley.example')).toMatchObject({
        paths: { [path]: { post: { requestBody: { content: { '*/*': { schema: {} } } } } } },
      });
  });
});
