import { describe, expect, it } from 'vitest';
import type { Route } from '#infra/local/services/api-gateway/model';
import { pathSegments, routeMatcher } from '#infra/local/services/http-api/routes';

const matcher = (...keys: string[]) => {
  const match = routeMatcher(
    keys.map(
      (key): Route => ({
        key,
        integration: { uri: key, timeout: undefined },
        authorizer: undefined,
        scopes: [],
        responds: false,
      }),
    ),
  );
  return (method: string, path: string) => match(method, pathSegments(path) ?? [])?.route.key;
};

describe('routes of an HTTP API', () => {
  // The example of API Gateway's own documentation.
  const documented = matcher(
    'GET /pets/dog/1',
    'GET /pets/dog/{id}',
    'GET /pets/{proxy+}',
    'ANY /{proxy+}',
    '$default',
  );

  it.each([
    ['GET', '/pets/dog/1', 'GET /pets/dog/1'],
    ['GET', '/pets/dog/2', 'GET /pets/dog/{id}'],
    ['GET', '/pets/cat/1', 'GET /pets/{proxy+}'],
    ['POST', '/test/5', 'ANY /{proxy+}'],
    ['GET', '/', '$default'],
  ])('%s %s goes to %s', (method, path, key) => {
    expect(documented(method, path)).toBe(key);
  });

  it('passes over a more specific path that lacks the method', () => {
    expect(documented('POST', '/pets/dog/1')).toBe('ANY /{proxy+}');
  });

  it('prefers a named method to ANY of the same path, whatever the order', () => {
    const match = matcher('ANY /a/{id}', 'GET /a/{id}');
    expect(match('GET', '/a/1')).toBe('GET /a/{id}');
    expect(match('PUT', '/a/1')).toBe('ANY /a/{id}');
  });

  it('decides by the first segment that differs', () => {
    const match = matcher('GET /{kind}/special', 'GET /bots/{id}');
    expect(match('GET', '/bots/special')).toBe('GET /bots/{id}');
  });

  it('wants a value for a variable', () => {
    const match = matcher('GET /a/{id}', 'GET /b/{rest+}');
    expect(match('GET', '/a/')).toBeUndefined();
    expect(match('GET', '/b/')).toBeUndefined();
    expect(match('GET', '/a/1/')).toBeUndefined();
  });

  it('compares decoded segments', () => {
    expect(matcher('GET /a b')('GET', '/a%20b')).toBe('GET /a b');
    expect(pathSegments('/%e0%a4')).toBeUndefined();
  });
});
