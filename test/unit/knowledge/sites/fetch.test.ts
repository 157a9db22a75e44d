import type { LookupAddress } from 'node:dns';
import {
  type ClientRequest,
  createServer,
  type IncomingMessage,
  request as requestHttp,
  type Server,
} from 'node:http';
import type { RequestOptions } from 'node:https';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { readRobots } from '#core/knowledge/sites/discover';
import { fetchFromSite } from '#core/knowledge/sites/fetch';
import type { Guard } from '#platform/guarded-fetch';

interface Answer {
  readonly body?: string | Buffer;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

const internet = vi.hoisted(() => ({
  port: 0,
  /** Where each connection went: what its own look-up said when it was opened. */
  connections: [] as string[],
}));

// The public internet: whatever host is called, a server of this machine answers for it.
vi.mock('node:https', () => ({
  request(url: URL, options: RequestOptions, answered: (response: IncomingMessage) => void): ClientRequest {
    options.lookup?.(url.hostname, { all: true }, (_error, addresses) => {
      internet.connections.push((addresses as LookupAddress[]).map(({ address }) => address).join());
    });
    const { method, headers, signal } = options;
    return requestHttp(
      {
        host: '127.0.0.1',
        port: internet.port,
        path: url.pathname,
        headers: { ...headers, host: url.host },
        agent: false,
        ...(method && { method }),
        ...(signal && { signal }),
      },
      answered,
    );
  },
}));

const PUBLIC = '93.184.215.14';
const SITE = 'https://shop.example';
const PAGE = { accept: 'text/html', maxBytes: 2_000 };

let server: Server;
const answers = new Map<string, Answer>();
beforeAll(async () => {
  server = createServer((request, response) => {
    const { body = '', status = 200, headers } = answers.get(request.url ?? '') ?? { status: 404 };
    response.writeHead(status, { 'content-type': 'text/html', ...headers }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  internet.port = (server.address() as AddressInfo).port;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});
beforeEach(() => {
  answers.clear();
  internet.connections.length = 0;
});

/** Names lead where they are said to, one after the other, and stay with the last. */
function guardOf(...addresses: readonly string[]): Guard {
  const left = [...addresses];
  return {
    privateHosts: [],
    resolve: async () => {
      const address = (left.length > 1 ? left.shift() : left[0]) ?? PUBLIC;
      return [{ address, family: address.includes(':') ? 6 : 4 }];
    },
  };
}

const redirect = (location: string): Answer => ({ status: 302, headers: { location } });
const read = (path: string, guard = guardOf(PUBLIC)) => fetchFromSite(guard, `${SITE}${path}`, PAGE);

test.each(['127.0.0.1', '10.0.0.7', '169.254.169.254', '::1', 'fd00:ec2::254'])(
  'a website whose name leads to %s is not called',
  async (address) => {
    expect(await read('/', guardOf(address))).toEqual({ problem: 'address_refused', detail: null });
    expect(internet.connections).toEqual([]);
  },
);

test('the connection goes to what was judged, whatever the name says by then', async () => {
  answers.set('/', { body: '<p>Welcome</p>' });
  expect(await read('/', guardOf(PUBLIC, '127.0.0.1'))).toMatchObject({ text: '<p>Welcome</p>' });
  expect(internet.connections).toEqual([PUBLIC]);
});

test('a redirect within the website is judged anew: by then its name may lead inside', async () => {
  answers.set('/', redirect('/inside'));
  answers.set('/inside', { body: 'secret' });
  const answer = await read('/', guardOf(PUBLIC, '169.254.169.254'));
  expect(answer).toEqual({ problem: 'address_refused', detail: null });
  expect(internet.connections).toEqual([PUBLIC]);
});

test.each([
  'https://169.254.169.254/latest/meta-data/',
  'https://[::ffff:10.0.0.1]/',
  'https://2130706433/',
  'http://shop.example/',
  'https://shop.example:6379/',
  'https://user:secret@shop.example/',
  'file:///etc/passwd',
])('a redirect to %s is not followed', async (location) => {
  answers.set('/', redirect(location));
  expect(await read('/')).toEqual({ problem: 'address_refused', detail: null });
  expect(internet.connections).toHaveLength(1);
});

test('what another website says is not taken for this one, also where it redirects there', async () => {
  answers.set('/', redirect('https://other.example/page'));
  answers.set('/page', { body: 'parley-code' });
  expect(await read('/')).toEqual({
    problem: 'redirected_elsewhere',
    detail: 'https://other.example/page',
  });
});

test('redirects in circles come to an end', async () => {
  answers.set('/', redirect('/'));
  expect(await read('/')).toEqual({ problem: 'too_many_redirects', detail: null });
  expect(internet.connections).toHaveLength(6);
});

test.each([
  ['is longer than what is read of a page', 'x'.repeat(2_001), {}],
  ['unpacks to more', gzipSync(Buffer.alloc(1_000_000)), { 'content-encoding': 'gzip' }],
  ['unpacks to more', brotliCompressSync(Buffer.alloc(1_000_000)), { 'content-encoding': 'br' }],
  ['is a file that unpacks to more', gzipSync(Buffer.alloc(1_000_000)), {}],
])('an answer that %s is too large', async (_, body, headers) => {
  answers.set('/', { body, headers });
  expect(await read('/')).toEqual({ problem: 'too_large', detail: null });
});

test('what is packed is read, in the way its header or its first bytes say', async () => {
  answers.set('/br', { body: brotliCompressSync('<p>br</p>'), headers: { 'content-encoding': 'br' } });
  answers.set('/map.xml.gz', { body: gzipSync('<urlset/>') });
  expect(await read('/br')).toMatchObject({ text: '<p>br</p>' });
  expect(await read('/map.xml.gz')).toMatchObject({ text: '<urlset/>' });
});

test.each([
  ['its header', 'text/html; charset=ISO-8859-1', Buffer.from('Größe', 'latin1')],
  ['itself', 'text/html', Buffer.from('<meta charset="windows-1252">Größe', 'latin1')],
  ['its bytes alone', 'text/html', Buffer.from('Größe', 'utf8')],
  ['a name that nobody knows', 'text/html; charset=x-ours', Buffer.from('Größe', 'utf8')],
  ['another alphabet', 'text/html; charset=utf-16le', Buffer.from('Größe', 'utf16le')],
])('a page is decoded by %s', async (_, type, body) => {
  answers.set('/', { body, headers: { 'content-type': type } });
  expect(await read('/')).toMatchObject({ text: expect.stringMatching(/Größe$/) });
});

test('of a robots.txt without end the beginning counts', async () => {
  answers.set('/robots.txt', {
    body: `User-agent: *\nDisallow: /private\n${'# more\n'.repeat(100_000)}`,
    headers: { 'content-type': 'text/plain' },
  });
  const robots = await readRobots(guardOf(PUBLIC), SITE);
  if ('problem' in robots) throw new Error(robots.problem);
  expect(robots.allows(`${SITE}/private/page`)).toBe(false);
  expect(robots.allows(`${SITE}/page`)).toBe(true);
});

test.each([
  [404, true],
  [403, true],
  [429, false],
  [500, false],
  [503, false],
])('a robots.txt that answers %i: may be read is %s', async (status, mayRead) => {
  answers.set('/robots.txt', { status });
  const robots = await readRobots(guardOf(PUBLIC), SITE);
  expect('problem' in robots ? false : robots.allows(`${SITE}/page`)).toBe(mayRead);
});
