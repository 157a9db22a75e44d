import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { call, get, HOST, hosted, PAGE, prepareCloudFront } from './cloudfront-setup';

prepareCloudFront();

describe('files', () => {
  it('come from the private bucket, the root from the default root object', async () => {
    for (const path of ['/', '/index.html']) {
      const received = await get(path);
      expect([received.status, received.headers['content-type'], received.text]).toEqual([
        200,
        'text/html; charset=utf-8',
        PAGE,
      ]);
    }
    expect((await get('/%C3%A4%20b.txt')).text).toBe('umlaut');
  });

  it('answer HEAD without a body', async () => {
    const received = await get('/small.js', {}, 'HEAD');
    expect([received.status, received.body.length, received.headers['content-length']]).toEqual([
      200,
      0,
      '6',
    ]);
  });

  it('are denied where the bucket grants the edge nothing; only a caller who may list learns that none is there', async () => {
    for (const path of ['/shut/a.txt', '/none.txt']) {
      const received = await get(path);
      expect(received.status).toBe(403);
      expect(received.text).toContain('<Code>AccessDenied</Code>');
    }
    const listed = await get('/listed/x.txt');
    expect(listed.status).toBe(404);
    expect(listed.text).toContain('NoSuchKey');
    expect((await get('/listed/a.txt')).text).toBe('a');
  });

  it('that are not there are asked of the second origin of a group, whose answer counts', async () => {
    expect((await get('/listed/a.json')).text).toBe('{}');
    const missing = await get('/listed/none.json');
    expect([missing.status, missing.json()]).toEqual([404, { message: 'Not Found' }]);
    expect((await get('/listed/none.json', {}, 'HEAD')).status).toBe(404);
  });

  it('are given in part', async () => {
    const received = await get('/small.js', { range: 'bytes=0-2' });
    expect([received.status, received.text, received.headers['content-range']]).toEqual([
      206,
      'let',
      'bytes 0-2/6',
    ]);
  });

  it('are taken by no other method', async () => {
    expect((await get('/small.js', {}, 'PUT')).status).toBe(403);
    expect((await get('/small.js', {}, 'DELETE')).status).toBe(403);
  });
});

it('what the firewall refuses reaches no bucket and no function of the edge', async () => {
  const refused = await get('/WEB-INF/web.xml');
  expect(refused.status).toBe(403);
  expect(String(refused.body)).toContain('Request blocked.');
  expect(String((await get('/missing.xml')).body)).not.toContain('Request blocked.');
});

describe('compression', () => {
  it('prefers brotli to gzip, and says that it varies', async () => {
    const both = await get('/', { 'accept-encoding': 'gzip, deflate, br' });
    expect([both.headers['content-encoding'], both.headers.vary]).toEqual(['br', 'Accept-Encoding']);
    expect(brotliDecompressSync(both.body).toString()).toBe(PAGE);
    expect(both.headers.etag).toMatch(/^W\/"/);
    const gzip = await get('/', { 'accept-encoding': 'gzip, br;q=0' });
    expect(gzip.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(gzip.body).toString()).toBe(PAGE);
  });

  it('leaves alone what is small, no text, or not asked for compressed', async () => {
    const plain = await get('/');
    expect([plain.headers['content-encoding'], plain.headers.etag?.startsWith('"')]).toEqual([
      undefined,
      true,
    ]);
    for (const path of ['/small.js', '/picture.png']) {
      expect((await get(path, { 'accept-encoding': 'br' })).headers['content-encoding']).toBeUndefined();
    }
  });
});

describe('conditional requests', () => {
  it('answer 304 to a viewer that has the version, compressed or not', async () => {
    const plain = await get('/');
    const compressed = await get('/', { 'accept-encoding': 'br' });
    for (const tag of [plain.headers.etag, compressed.headers.etag, `"x", ${plain.headers.etag}`, '*']) {
      const again = await get('/', { 'if-none-match': tag ?? '', 'accept-encoding': 'br' });
      expect([again.status, again.body.length]).toEqual([304, 0]);
      expect(again.headers['x-frame-options']).toBe('DENY');
    }
    expect((await get('/', { 'if-none-match': '"other"' })).status).toBe(200);
    expect((await get('/', { 'if-modified-since': plain.headers['last-modified'] ?? '' })).status).toBe(304);
    expect((await get('/', { 'if-modified-since': 'Mon, 01 Jan 2001 00:00:00 GMT' })).status).toBe(200);
  });
});

describe('functions', () => {
  it('route the pages of an application to its one page', async () => {
    expect((await get('/bots/b1/knowledge')).text).toBe(PAGE);
  });

  it('answer themselves', async () => {
    const received = await get('/old');
    expect([received.status, received.headers.location]).toEqual([301, '/new']);
  });

  it('see the host without a port, as on AWS, and the address of the viewer', async () => {
    const { headers } = await call('/api/x', { 'x-our-host': 'forged', 'x-our-address': 'forged' });
    expect(headers['x-our-host']).toBe(HOST);
    expect(headers['x-our-address']).toBe('127.0.0.1');
  });

  it('that fail give 503, and 502 for a result that is none', async () => {
    expect((await get('/throws')).status).toBe(503);
    expect((await get('/invalid')).status).toBe(502);
    expect(hosted.logged.some((line) => line.includes('broken'))).toBe(true);
  });

  it('see a response with the headers that the policy adds, but no error', async () => {
    expect((await get('/')).headers['x-marked']).toBe('DENY');
    expect((await get('/none.txt')).headers['x-marked']).toBeUndefined();
  });
});

describe('response headers', () => {
  it('are set by the policy, over or under the origin as it says', async () => {
    const { headers } = await get('/');
    expect(headers).toMatchObject({
      'x-frame-options': 'DENY',
      'x-ours': 'yes',
      'cache-control': 'max-age=5',
    });
    expect((await get('/small.js')).headers['cache-control']).toBe('max-age=9');
  });

  it('never send a browser to https, which nobody serves here', async () => {
    const { headers } = await get('/');
    expect(headers['strict-transport-security']).toBeUndefined();
    expect(headers['content-security-policy']).toBe("default-src 'self'; img-src data:");
  });

  it('hold CORS where it is asked for, and lose what the policy removes', async () => {
    const { headers } = await get('/api/shared', { origin: 'https://any.example' });
    expect(headers['access-control-allow-origin']).toBe('*');
    expect(headers['x-api']).toBeUndefined();
  });
});
