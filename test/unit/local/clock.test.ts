import { expect, test } from 'vitest';
import { clockPage } from '#infra/local/hosts/clock';
import type { HttpRequest } from '#infra/local/http';
import { MovableClock } from '#infra/local/runtime/clock';

const time = new MovableClock();
let settled = 0;
const clock = {
  now: () => time.now(),
  moveTo: async (to: number) => {
    time.moveTo(to);
    settled += 1;
  },
};

async function call(method: string, body = '', type = 'application/json') {
  const request: HttpRequest = {
    method,
    path: '/_local/clock',
    query: '',
    headers: [['content-type', type]],
    body: Buffer.from(body),
    sourceIp: '127.0.0.1',
  };
  const response = await clockPage(clock, request);
  return { status: response.status, body: JSON.parse(Buffer.from(response.body as Uint8Array).toString()) };
}

test('the clock of the local cloud is read, set and advanced, and runs on', async () => {
  expect(await call('PUT', '{"now":"2027-03-28T01:00:00+01:00"}')).toMatchObject({
    status: 200,
    body: { now: expect.stringMatching(/^2027-03-28T00:00:0/) },
  });
  await call('PUT', '{"advanceSeconds":3600}');
  expect((await call('GET')).body.now).toMatch(/^2027-03-28T01:00:/);
  expect(settled).toBe(2);
  const before = time.now();
  await new Promise((later) => setTimeout(later, 20));
  expect(time.now()).toBeGreaterThan(before);
});

test.each([
  ['PUT', 'nonsense', 'application/json', 400],
  ['PUT', '{"now":"tomorrow"}', 'application/json', 400],
  ['PUT', '{"advanceSeconds":-1}', 'application/json', 400],
  // What a page of a browser could send without asking.
  ['PUT', '{"advanceSeconds":1}', 'text/plain', 400],
  ['POST', '{"advanceSeconds":1}', 'application/json', 405],
])('%s of %s as %s is refused and moves nothing', async (method, body, type, status) => {
  const before = settled;
  expect((await call(method, body, type)).status).toBe(status);
  expect(settled).toBe(before);
});
