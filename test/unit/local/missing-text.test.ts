import { describe, expect, it } from 'vitest';
import { missingText } from '#infra/local/hosts/missing-text';
import type { HttpRequest } from '#infra/local/http';

const request = (method: string, path: string, body = ''): HttpRequest => ({
  method,
  path,
  query: '',
  headers: [],
  body: Buffer.from(body),
  sourceIp: '127.0.0.1',
});

describe('a text that the dashboard misses', () => {
  it('is noted by its language and key', () => {
    expect(missingText(request('POST', '/locales/de/bots.json', '{"list.title":""}'))).toBe(
      'missing text (de): bots:list.title',
    );
  });

  it('is not what reads a file, or posts elsewhere', () => {
    expect(missingText(request('GET', '/locales/de/bots.json'))).toBeUndefined();
    expect(missingText(request('POST', '/api/feedback', '{}'))).toBeUndefined();
    expect(missingText(request('POST', '/locales/de/../x.json', '{}'))).toBeUndefined();
  });

  it('breaks nothing where what is posted is no JSON', () => {
    expect(missingText(request('POST', '/locales/de/bots.json', 'x'))).toBe('missing text (de): ');
  });
});
