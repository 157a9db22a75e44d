import {
  ApiGatewayManagementApiClient,
  GoneException,
  PostToConnectionCommand,
} from '@aws-sdk/client-apigatewaymanagementapi';
import { mockClient } from 'aws-sdk-client-mock';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { STATUS } from '#contract/base/errors';
import { ROUTES, type Route } from '#contract/routes';
import { presignDownload, presignUpload } from '#platform/buckets';
import { environment, environmentList } from '#platform/environment';
import { newId, newWidgetId } from '#platform/ids';
import { openApiDocument } from '#platform/openapi';
import { socketAddress, socketsAt } from '#platform/sockets';

test('a missing variable is named', () => {
  delete process.env.INGEST_QUEUE_URL;
  expect(() => environment('INGEST_QUEUE_URL')).toThrow('INGEST_QUEUE_URL');
  process.env.ADMIN_EMAILS = ' a@example.com, ,b@example.com ';
  expect(environmentList('ADMIN_EMAILS')).toEqual(['a@example.com', 'b@example.com']);
  delete process.env.ADMIN_EMAILS;
  expect(environmentList('ADMIN_EMAILS')).toEqual([]);
});

test('ids sort by time, and widget ids are eight letters and digits', () => {
  const ids = [1, 31, 32, 1e12, 1e12 + 1, 2e12].map((time) => newId(new Date(time)));
  expect([...ids].sort()).toEqual(ids);
  expect(new Set(ids.map((id) => id.length))).toEqual(new Set([26]));
  expect(newId()).not.toBe(newId());
  expect(newWidgetId()).toMatch(/^[a-z0-9]{8}$/);
});

test('a socket that has closed is gone, another failure is thrown', async () => {
  const api = mockClient(ApiGatewayManagementApiClient);
  const sockets = socketsAt('http://127.0.0.1:1/socket');
  api
    .on(PostToConnectionCommand)
    .resolvesOnce({})
    .rejectsOnce(new GoneException({ message: 'gone', $metadata: {} }))
    .rejectsOnce(new Error('Too many requests'));
  expect(await sockets.send('c', { type: 'pong' })).toBe('sent');
  expect(await sockets.send('c', { type: 'pong' })).toBe('gone');
  await expect(sockets.send('c', { type: 'pong' })).rejects.toThrow('Too many');
  api.restore();
});

test('sockets are opened where pages are', () => {
  expect(socketAddress('https://app.example.com')).toBe('wss://app.example.com/socket');
  expect(socketAddress('http://app.localhost:4000')).toBe('ws://app.localhost:4000/socket');
});

test('an upload form fixes key, type and size', async () => {
  Object.assign(process.env, {
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: 'a',
    AWS_SECRET_ACCESS_KEY: 's',
  });
  const policy = { contentType: 'text/plain', minBytes: 5, maxBytes: 9, seconds: 60 };
  const { fields } = await presignUpload({ bucket: 'uploads', key: 'uploads/a/b/d' }, policy);
  const { conditions } = JSON.parse(Buffer.from(fields.Policy ?? '', 'base64').toString());
  expect(conditions).toEqual(
    expect.arrayContaining([
      { key: 'uploads/a/b/d' },
      { 'Content-Type': 'text/plain' },
      ['content-length-range', 5, 9],
    ]),
  );
});

test('a download keeps its name, also one that is not ASCII', async () => {
  const address = await presignDownload(
    { bucket: 'uploads', key: 'k' },
    { fileName: 'Über "uns".pdf', contentType: 'application/pdf', disposition: 'inline', seconds: 60 },
  );
  expect(new URL(address).searchParams.get('response-content-disposition')).toBe(
    `inline; filename="_ber _uns_.pdf"; filename*=UTF-8''%C3%9Cber%20%22uns%22.pdf`,
  );
});

test('the API document has every route, its schemas and every error', () => {
  const document = z
    .object({
      openapi: z.literal('3.1.0'),
      paths: z.record(z.string(), z.record(z.string(), z.looseObject({}))),
      components: z.looseObject({ responses: z.record(z.string(), z.unknown()) }),
    })
    .parse(openApiDocument('https://app.example.com'));
  for (const [name, { path, method, body, caller, keyScope, status }] of Object.entries(ROUTES) as [
    string,
    Route,
  ][]) {
    const operation = document.paths[path]?.[method.toLowerCase()];
    expect(operation).toMatchObject({
      operationId: name,
      security: caller === 'anyone' ? [] : [{ [caller]: [] }, ...(keyScope ? [{ apiKey: [] }] : [])],
    });
    expect(operation?.responses).toHaveProperty(String(status));
    const responses = z.record(z.string(), z.unknown()).parse(operation?.responses);
    expect(responses['401']).toEqual(
      caller === 'user' ? { $ref: '#/components/responses/Unauthorized' } : undefined,
    );
    expect(responses.default).toEqual({ $ref: '#/components/responses/Error' });
    expect(operation?.requestBody !== undefined).toBe(body !== undefined);
  }
  const { responses } = document.components;
  // The gateway's authorizer turns strangers away, with a body of its own.
  expect(responses.Unauthorized).toMatchObject({
    content: {
      'application/json': {
        schema: {
          oneOf: [{ $ref: '#/components/schemas/GatewayError' }, { $ref: '#/components/schemas/Error' }],
        },
      },
    },
    headers: { 'www-authenticate': {} },
  });
  for (const code of Object.keys(STATUS)) expect(JSON.stringify(responses.Error)).toContain(code);
});
