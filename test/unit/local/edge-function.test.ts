import { describe, expect, it } from 'vitest';
import type { HttpRequest, HttpResponse } from '#infra/local/http';
import { EdgeFunctionError, edgeFunction } from '#infra/local/services/cloudfront/function';
import {
  type EventContext,
  InvalidEdgeResult,
  viewerRequestEvent,
  viewerRequestResult,
  viewerResponseEvent,
  viewerResponseResult,
} from '#infra/local/services/cloudfront/function-event';

const context: EventContext = {
  distributionDomainName: 'd.cloudfront.net',
  distributionId: 'D',
  requestId: 'r',
  viewerIp: '203.0.113.7',
};
const request: HttpRequest = {
  method: 'GET',
  path: '/a',
  query: 'q=1&q=2&flag&e=%20',
  headers: [
    ['Host', 'app.example'],
    ['Accept', 'text/html'],
    ['X-Many', 'one'],
    ['X-Many', 'two'],
    ['Cookie', 'a=1; b=2'],
    ['Connection', 'keep-alive'],
    ['Content-Length', '0'],
  ],
  body: Buffer.alloc(0),
  sourceIp: '203.0.113.7',
};
const response: HttpResponse = {
  status: 200,
  headers: [
    ['content-type', 'text/html'],
    ['set-cookie', 'a=1; Path=/; Secure'],
    ['content-length', '2'],
  ],
  body: Buffer.from('hi'),
};

const lines: string[] = [];
const run = (code: string) => edgeFunction('f', code, (line) => lines.push(line));
/** What becomes of the request. */
const ask = (code: string) => viewerRequestResult(request, run(code)(viewerRequestEvent(context, request)));
const answer = (code: string) =>
  viewerResponseResult(response, run(code)(viewerResponseEvent(context, request, response)));

describe('running a CloudFront function', () => {
  it('gives it the event as CloudFront shapes it', () => {
    const seen = run('function handler(event) { return event }')(viewerRequestEvent(context, request));
    expect(seen).toEqual({
      version: '1.0',
      context: {
        distributionDomainName: 'd.cloudfront.net',
        distributionId: 'D',
        eventType: 'viewer-request',
        requestId: 'r',
      },
      viewer: { ip: '203.0.113.7' },
      request: {
        method: 'GET',
        uri: '/a',
        querystring: {
          q: { value: '1', multiValue: [{ value: '1' }, { value: '2' }] },
          flag: { value: '' },
          e: { value: '%20' },
        },
        headers: {
          host: { value: 'app.example' },
          accept: { value: 'text/html' },
          'x-many': { value: 'one', multiValue: [{ value: 'one' }, { value: 'two' }] },
          'content-length': { value: '0' },
        },
        cookies: { a: { value: '1' }, b: { value: '2' } },
      },
    });
  });

  it('waits for an asynchronous handler', () => {
    expect(run('async function handler(event) { return await Promise.resolve(event.n + 1) }')({ n: 1 })).toBe(
      2,
    );
  });

  it('has the modules of the edge and its console', () => {
    const code = `
      const crypto = require('crypto');
      function handler() {
        console.log('hash', 1);
        return crypto.createHash('sha256').update('a').digest('hex').slice(0, 8);
      }`;
    expect(run(code)({})).toBe('ca978112');
    expect(lines).toContain('f: hash 1');
  });

  it.each([
    ['files', "require('fs')"],
    ['the process', 'process.env'],
    ['the network', "fetch('http://example.com')"],
    ['timers', 'setTimeout(function () {}, 1)'],
    ['code from a string', "eval('1')"],
  ])('reaches no %s', (_what, expression) => {
    expect(() => run(`function handler() { return String(${expression}) }`)({})).toThrow(EdgeFunctionError);
  });

  it('keeps nothing between two calls', () => {
    const count = run('var n = 0; function handler() { return ++n }');
    expect([count({}), count({})]).toEqual([1, 1]);
    const undeclared = run('function handler() { m = typeof m; require = 1; return m }');
    expect([undeclared({}), undeclared({})]).toEqual(['undefined', 'undefined']);
  });

  it('stops one that never ends, and one that never settles', () => {
    expect(() => run('function handler() { for (;;) {} }')({})).toThrow(EdgeFunctionError);
    expect(() => run('function handler() { return new Promise(function () {}) }')({})).toThrow(
      /never settled/,
    );
  });

  it('says what a handler threw', () => {
    expect(() => run("function handler() { throw new Error('broken') }")({})).toThrow(/broken/);
    expect(() => run('var handler_ = 1')({})).toThrow(EdgeFunctionError);
  });

  it('refuses code over 10 kB and code that is none, before any request', () => {
    expect(() => run(`function handler() {} // ${'x'.repeat(10_240)}`)).toThrow(/10240 bytes/);
    expect(() => run('function handler( {')).toThrow(/CloudFront function f/);
  });
});

describe('a viewer-request function', () => {
  it('changes address, query and headers', () => {
    const result = ask(`function handler(event) {
      var r = event.request;
      r.uri = '/index.html';
      r.querystring = { a: { value: 'b' } };
      r.headers['x-parley-host'] = { value: r.headers.host.value };
      delete r.headers['x-many'];
      delete r.cookies.a;
      return r;
    }`);
    expect(result).toMatchObject({ request: { path: '/index.html', query: 'a=b' } });
    const headers = 'request' in result ? result.request.headers : [];
    expect(headers).toContainEqual(['x-parley-host', 'app.example']);
    expect(headers).toContainEqual(['cookie', 'b=2']);
    expect(headers.some(([name]) => name.toLowerCase() === 'x-many')).toBe(false);
    // Hidden from it, so not lost by it.
    expect(headers).toContainEqual(['Connection', 'keep-alive']);
  });

  it('leaves the query as it was sent when it does not touch it', () => {
    expect(ask('function handler(event) { return event.request }')).toMatchObject({
      request: { query: request.query },
    });
  });

  it('may answer itself', () => {
    const result = ask(`function handler() {
      return { statusCode: 302, statusDescription: 'Found', headers: { location: { value: '/x' } },
        cookies: { s: { value: '1', attributes: 'Path=/' } }, body: { encoding: 'text', data: 'go' } };
    }`);
    expect(result).toMatchObject({ response: { status: 302 } });
    const { response: given } = result as { response: HttpResponse };
    expect(given.headers).toContainEqual(['location', '/x']);
    expect(given.headers).toContainEqual(['set-cookie', 's=1; Path=/']);
    expect(String(given.body)).toBe('go');
  });

  it.each([
    ['a read-only header', "r.headers.host = { value: 'other' }"],
    ['a read-only header by deleting it', 'delete r.headers.host'],
    ['a forbidden header', "r.headers['x-edge-a'] = { value: '1' }"],
    ['a header in capitals', "r.headers['X-A'] = { value: '1' }"],
    ['a header that is no object', "r.headers.a = '1'"],
    ['the method', "r.method = 'POST'"],
    ['the address to something else', "r.uri = 'https://elsewhere.example/'"],
  ])('must not change %s', (_what, change) => {
    expect(() => ask(`function handler(event) { var r = event.request; ${change}; return r }`)).toThrow(
      InvalidEdgeResult,
    );
  });

  it('must return something', () => {
    expect(() => ask('function handler() {}')).toThrow(InvalidEdgeResult);
  });
});

describe('a viewer-response function', () => {
  it('changes status, headers and cookies', () => {
    const result = answer(`function handler(event) {
      var r = event.response;
      r.headers['x-a'] = { value: 'b' };
      r.cookies.c = { value: '3', attributes: 'Secure' };
      r.statusCode = 203;
      return r;
    }`);
    expect(result.status).toBe(203);
    expect(result.headers).toContainEqual(['x-a', 'b']);
    expect(result.headers).toContainEqual(['set-cookie', 'a=1; Path=/; Secure']);
    expect(result.headers).toContainEqual(['set-cookie', 'c=3; Secure']);
    expect(String(result.body)).toBe('hi');
  });

  it('may put another body in the place of one that it cannot see', () => {
    const result = answer(`function handler(event) {
      var r = event.response;
      r.body = r.body === undefined ? 'other' : 'seen';
      return r;
    }`);
    expect(String(result.body)).toBe('other');
    expect(result.headers.filter(([name]) => name === 'content-length')).toEqual([['content-length', '5']]);
  });

  it('must not change a read-only header', () => {
    expect(() =>
      answer(
        "function handler(event) { event.response.headers['content-length'] = { value: '9' }; return event.response }",
      ),
    ).toThrow(InvalidEdgeResult);
  });
});
