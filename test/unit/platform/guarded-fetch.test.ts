import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  type Guard,
  type GuardedRequest,
  guardedFetch,
  parseAddress,
  type Resolve,
} from '#platform/guarded-fetch';
import { isPublicAddress } from '#platform/public-address';

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

/** A server of this machine; gives its port. */
async function serve(listener: RequestListener): Promise<number> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

const GET: GuardedRequest = { method: 'GET', milliseconds: 5_000, maxBytes: 1_000 };
const resolving = (...addresses: string[]) =>
  vi.fn<Resolve>(async () =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
  );
const strict = (resolve: Resolve): Guard => ({ privateHosts: [], resolve });
const local: Guard = { privateHosts: ['shop.localhost'] };

describe('an address', () => {
  test.each([
    '8.8.8.8',
    '1.1.1.1',
    '93.184.215.14',
    '100.63.255.255',
    '100.128.0.1',
    '172.15.255.255',
    '172.32.0.1',
    '192.167.255.255',
    '192.169.0.1',
    '198.17.255.255',
    '198.20.0.1',
    '223.255.255.255',
    '2606:4700:4700::1111',
    '2a00:1450:4001:82b::200e',
    '2001:4860:4860::8888',
    '2003:e9::1',
  ])('%s is public', (address) => expect(isPublicAddress(address)).toBe(true));

  test.each([
    ['this network', '0.0.0.0'],
    ['this network', '0.1.2.3'],
    ['private', '10.0.0.1'],
    ['private', '10.255.255.255'],
    ['carrier-grade NAT', '100.64.0.1'],
    ['carrier-grade NAT', '100.127.255.255'],
    ['loopback', '127.0.0.1'],
    ['loopback', '127.255.255.254'],
    ["a cloud's platform", '168.63.129.16'],
    ['metadata', '169.254.169.254'],
    ["a container's credentials", '169.254.170.2'],
    ['private', '172.16.0.1'],
    ['private', '172.31.255.255'],
    ['IETF protocols', '192.0.0.170'],
    ['documentation', '192.0.2.1'],
    ['a relay of 6to4', '192.88.99.1'],
    ['private', '192.168.0.1'],
    ['benchmarks', '198.18.0.1'],
    ['benchmarks', '198.19.255.255'],
    ['documentation', '198.51.100.1'],
    ['documentation', '203.0.113.7'],
    ['multicast', '224.0.0.1'],
    ['multicast', '239.255.255.255'],
    ['reserved', '240.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['unspecified', '::'],
    ['loopback', '::1'],
    ['IPv4-compatible', '::127.0.0.1'],
    ['IPv4-mapped loopback', '::ffff:127.0.0.1'],
    ['IPv4-mapped metadata', '::ffff:169.254.169.254'],
    ['IPv4-mapped, in digits', '::ffff:a9fe:a9fe'],
    ['IPv4-mapped, of a public host', '::ffff:8.8.8.8'],
    ['IPv4-translated', '::ffff:0:7f00:1'],
    ['NAT64', '64:ff9b::7f00:1'],
    ['NAT64 of a network', '64:ff9b:1::a9fe:a9fe'],
    ['discard', '100::1'],
    ['Teredo', '2001::1'],
    ['benchmarks', '2001:2::1'],
    ['ORCHID', '2001:20::1'],
    ['documentation', '2001:db8::1'],
    ['6to4 of a private host', '2002:0a00:0001::1'],
    ['6to4 of loopback', '2002:7f00:1::'],
    ['documentation', '3fff::1'],
    ['segment routing', '5f00::1'],
    ['unique local', 'fc00::1'],
    ["a cloud's metadata", 'fd00:ec2::254'],
    ['link-local', 'fe80::1'],
    ['link-local of an interface', 'fe80::1%eth0'],
    ['a public one of an interface', '2606:4700:4700::1111%lo'],
    ['site-local', 'fec0::1'],
    ['multicast', 'ff02::1'],
    ['none', 'localhost'],
    ['none', ''],
    ['octal', '0177.0.0.1'],
  ])('that is %s (%s) is not public', (_, address) => expect(isPublicAddress(address)).toBe(false));
});

describe('what may be fetched', () => {
  test.each([
    ['https://example.com/hook?a=1', 'https://example.com/hook?a=1'],
    ['https://example.com:443/', 'https://example.com/'],
    ['https://8.8.8.8/', 'https://8.8.8.8/'],
    ['http://shop.localhost:4000/', 'http://shop.localhost:4000/'],
    ['https://shop.localhost:8443/', 'https://shop.localhost:8443/'],
    ['http://SHOP.localhost./', 'http://shop.localhost./'],
  ])('is %s', (address, href) => expect(parseAddress(local, address).href).toBe(href));

  test.each([
    ['nothing', ''],
    ['words', 'my website'],
    ['plain text', 'http://example.com/'],
    ['another scheme', 'file:///etc/passwd'],
    ['another scheme', 'ftp://example.com/'],
    ['another scheme', 'gopher://example.com/'],
    ['data', 'data:text/html,hi'],
    ['script', 'javascript:alert(1)'],
    ['credentials', 'https://user:password@example.com/'],
    ['a user', 'https://user@example.com/'],
    ['another port', 'https://example.com:22/'],
    ['another port', 'https://example.com:8443/'],
    ['a database', 'https://example.com:6379/'],
    ['a host that only ends like one that is allowed', 'http://evil-shop.localhost/'],
    ['a host within one that is allowed', 'http://a.shop.localhost/'],
  ])('is not %s (%s)', (_, address) => expect(() => parseAddress(local, address)).toThrow('address_invalid'));

  test.each([
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f000001/',
    'https://0177.0.0.1/',
    'https://127.1/',
    'https://①②⑦.0.0.1/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[fd00:ec2::254]/',
    'https://169.254.169.254/latest/meta-data/',
  ])('is not a host of a private network by its number, however it is written: %s', (address) =>
    expect(() => parseAddress(local, address)).toThrow('address_refused'),
  );

  test.each([
    'https://localhost/hook',
    'https://LOCALHOST./',
    'https://app.localhost/',
    'https://printer.local/',
  ])('is not a name that leads nowhere but to a machine or its neighbours: %s', (address) =>
    expect(() => parseAddress(local, address)).toThrow('address_refused'),
  );

  test('may only end like such a name', () => {
    const address = 'https://notlocalhost.example/';
    expect(parseAddress(local, address).href).toBe(address);
    expect(parseAddress(local, 'https://mylocal/').href).toBe('https://mylocal/');
  });
});

describe('a name', () => {
  test.each([
    ['loopback', ['127.0.0.1']],
    ['loopback of IPv6', ['::1']],
    ['metadata', ['169.254.169.254']],
    ['a private network', ['10.1.2.3']],
    ['a public host and a private one', ['93.184.215.14', '192.168.1.1']],
    ['a public host and a private one of IPv6', ['93.184.215.14', 'fd00::1']],
  ])('that leads to %s is refused, after it was asked once', async (_, addresses) => {
    const resolve = resolving(...addresses);
    await expect(guardedFetch(strict(resolve), 'https://rebind.example/', GET)).rejects.toMatchObject({
      reason: 'address_refused',
    });
    expect(resolve).toHaveBeenCalledTimes(1);
  });

  test('that leads elsewhere a moment later is asked once: the connection goes to what was judged', async () => {
    const port = await serve((request, response) => response.end(`of ${request.headers.host}`));
    const resolve = vi
      .fn<Resolve>()
      .mockResolvedValueOnce([{ address: '127.0.0.1', family: 4 }])
      .mockResolvedValue([{ address: '192.0.2.1', family: 4 }]);
    const guard: Guard = { privateHosts: ['shop.example'], resolve };
    const answer = await guardedFetch(guard, `http://shop.example:${port}/`, GET);
    expect(answer).toMatchObject({ status: 200, text: `of shop.example:${port}` });
    expect(resolve).toHaveBeenCalledTimes(1);
  });

  test('that nobody knows, and one without addresses, is said to be unknown', async () => {
    const unknown: Resolve = async () => {
      throw Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' });
    };
    for (const resolve of [unknown, resolving()])
      await expect(guardedFetch(strict(resolve), 'https://gone.example/', GET)).rejects.toMatchObject({
        reason: 'host_not_found',
      });
  });

  test('whose resolver never answers is given up in time', async () => {
    const resolve: Resolve = () => new Promise(() => {});
    await expect(
      guardedFetch(strict(resolve), 'https://slow.example/', { ...GET, milliseconds: 20 }),
    ).rejects.toMatchObject({ reason: 'timeout' });
  });
});

describe('a redirect', () => {
  const follow = { ...GET, redirects: 3 };
  const to =
    (location: string): RequestListener =>
    (_request, response) => {
      response.writeHead(302, { location }).end();
    };

  test.each([
    ['a private address', 'https://169.254.169.254/', 'address_refused'],
    ['a name that leads to one', 'https://inside.example/', 'address_refused'],
    ['plain text elsewhere', 'http://example.com/', 'address_invalid'],
    ['a file', 'file:///etc/passwd', 'address_invalid'],
    ['another port', 'https://example.com:22/', 'address_invalid'],
    ['credentials', 'https://a:b@example.com/', 'address_invalid'],
  ])('to %s is refused', async (_, location, reason) => {
    const port = await serve(to(location));
    const guard = { ...local, resolve: resolving('10.0.0.1') };
    await expect(guardedFetch(guard, `http://shop.localhost:${port}/`, follow)).rejects.toMatchObject({
      reason,
    });
  });

  test('is followed, also one without a host, and the page says where it came from', async () => {
    const port = await serve((request, response) => {
      if (request.url === '/') to('/en/')(request, response as never);
      else response.end('welcome');
    });
    const answer = await guardedFetch(local, `http://shop.localhost:${port}/`, follow);
    expect(answer).toMatchObject({ text: 'welcome', url: `http://shop.localhost:${port}/en/` });
  });

  test('is followed three times', async () => {
    let asked = 0;
    const port = await serve((request, response) => {
      asked += 1;
      to('/again')(request, response as never);
    });
    await expect(guardedFetch(local, `http://shop.localhost:${port}/`, follow)).rejects.toMatchObject({
      reason: 'too_many_redirects',
    });
    expect(asked).toBe(4);
  });

  test('is an answer where none is followed', async () => {
    const port = await serve(to('https://169.254.169.254/'));
    const answer = await guardedFetch(local, `http://shop.localhost:${port}/`, { ...GET, method: 'POST' });
    expect(answer.status).toBe(302);
  });
});

describe('an answer', () => {
  test('is read up to its bound', async () => {
    const port = await serve((_request, response) => {
      response.write('x'.repeat(600));
      response.end('y'.repeat(100_000));
    });
    const answer = await guardedFetch(local, `http://shop.localhost:${port}/`, GET);
    expect(answer.text).toHaveLength(1_000);
    expect(answer.isWhole).toBe(false);
  });

  test('that never ends is given up in time', async () => {
    const port = await serve((_request, response) => void response.write('x'));
    await expect(
      guardedFetch(local, `http://shop.localhost:${port}/`, { ...GET, milliseconds: 150 }),
    ).rejects.toMatchObject({ reason: 'timeout' });
  });

  test('that comes drop by drop is given up in time: what counts is all of it', async () => {
    const port = await serve((_request, response) => {
      const drops = setInterval(() => response.write('x'), 5);
      response.on('close', () => clearInterval(drops));
    });
    const drop = { ...GET, milliseconds: 150, maxBytes: 1_000_000 };
    await expect(guardedFetch(local, `http://shop.localhost:${port}/`, drop)).rejects.toMatchObject({
      reason: 'timeout',
    });
  });

  test('after redirects that each take their time is given up in time', async () => {
    const port = await serve((_request, response) => {
      setTimeout(() => response.writeHead(302, { location: '/next' }).end(), 100);
    });
    const slow = { ...GET, milliseconds: 250, redirects: 20 };
    await expect(guardedFetch(local, `http://shop.localhost:${port}/`, slow)).rejects.toMatchObject({
      reason: 'timeout',
    });
  });

  test('that never comes is given up in time', async () => {
    const port = await serve(() => {});
    await expect(
      guardedFetch(local, `http://shop.localhost:${port}/`, { ...GET, milliseconds: 50 }),
    ).rejects.toMatchObject({ reason: 'timeout' });
  });

  test('is unpacked, but not a bomb', async () => {
    const bodies: Record<string, Buffer> = {
      '/page': gzipSync('<p>small</p>'),
      '/bomb': gzipSync(Buffer.alloc(500_000)),
    };
    const port = await serve((request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(bodies[request.url ?? '']);
    });
    const at = (path: string) => guardedFetch(local, `http://shop.localhost:${port}${path}`, GET);
    expect((await at('/page')).text).toBe('<p>small</p>');
    expect((await at('/bomb')).text).toBe('');
  });

  test('of a port where nobody listens is none', async () => {
    const port = await serve(() => {});
    await new Promise((resolve) => servers.pop()?.close(resolve));
    await expect(guardedFetch(local, `http://shop.localhost:${port}/`, GET)).rejects.toMatchObject({
      reason: 'unreachable',
    });
  });

  test('in plain text where TLS is spoken is none', async () => {
    const port = await serve((_request, response) => response.end('hi'));
    await expect(guardedFetch(local, `https://shop.localhost:${port}/`, GET)).rejects.toMatchObject({
      reason: 'certificate',
    });
  });

  test('to what was sent comes with its body, and no credentials were', async () => {
    const port = await serve(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      response.end(JSON.stringify({ body, ...request.headers, method: request.method }));
    });
    const { text } = await guardedFetch(local, `http://shop.localhost:${port}/`, {
      ...GET,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"größe":1}',
    });
    expect(JSON.parse(text)).toMatchObject({
      method: 'POST',
      body: '{"größe":1}',
      'content-length': '13',
      'user-agent': 'Parley/1.0',
    });
    expect(JSON.parse(text)).not.toHaveProperty('authorization');
    expect(JSON.parse(text)).not.toHaveProperty('cookie');
  });
});
