import vm from 'node:vm';
import { describe, expect, it } from 'vitest';
import { ErrorBody } from '#contract/base/error-body';
import { MESSAGES } from '#contract/base/errors';
import { isSiteAllowed } from '#core/conversations/allowed-sites';
import { behavior, config, type Header, prepareEdge, synth } from './edge-setup';

prepareEdge();

/** Paths under which there are files of a build, by their own names. */
const ofTheBuild = ['/assets/*', '/locales/*'];

describe('the function before each request', () => {
  const run = (uri: string, headers: Record<string, Header> = {}) => {
    const event = {
      viewer: { ip: '198.51.100.7' },
      request: { uri, headers: { host: { value: 'app.parley.example' }, ...headers } },
    };
    return vm.runInNewContext(`${deployed('ViewerRequest').code}; handler(event)`, {
      event,
    }) as typeof event.request;
  };

  it('is deployed before every behaviour but that of the files of a build, knowing the host of the public site', () => {
    const { arn, code } = deployed('ViewerRequest');
    expect(code).toContain("const ROOT_HOST = 'parley.example';");
    for (const { PathPattern, FunctionAssociations } of [
      config.DefaultCacheBehavior,
      ...config.CacheBehaviors,
    ]) {
      if (ofTheBuild.includes(PathPattern ?? '')) expect(FunctionAssociations).toBeUndefined();
      else expect(FunctionAssociations).toContainEqual({ EventType: 'viewer-request', FunctionARN: arn });
    }
  });

  it('would leave a file of the build as it is, which is answered like a page without it', () => {
    for (const uri of ['/assets/index-B0a.js', '/locales/de/common.json']) expect(run(uri).uri).toBe(uri);
    const { FunctionAssociations: _, ...page } = behavior('default');
    for (const pattern of ofTheBuild) expect(behavior(pattern)).toEqual({ ...page, PathPattern: pattern });
  });

  it.each([
    '/',
    '/auth/login',
    '/bots/b1/knowledge',
    '/widget/b1',
    '/apiary',
    '/sockets',
    '/w',
    '/de',
    '/en',
  ])('answers the page of the dashboard for %s', (uri) => {
    expect(run(uri).uri).toBe('/index.html');
  });

  it.each([
    '/index.html',
    '/config.json',
    '/assets/main-AbCd1234.js',
    '/locales/en/common.json',
    '/widget.js',
    '/w/abcd1234.json',
    '/w/abcd1234',
    '/api/bots/b1',
    '/api/health',
    '/socket',
  ])('leaves %s as it is', (uri) => {
    expect(run(uri).uri).toBe(uri);
  });

  it("tells the viewer's host and address, over whatever a client said they were", () => {
    const { headers } = run('/api/bots', {
      'x-parley-host': { value: 'forged.example' },
      'x-parley-address': { value: '203.0.113.9' },
    });
    expect(headers).toMatchObject({
      'x-parley-host': { value: 'app.parley.example' },
      'x-parley-address': { value: '198.51.100.7' },
    });
  });

  const atRoot = (uri: string, accepted?: Header) =>
    run(uri, {
      host: { value: 'parley.example' },
      ...(accepted !== undefined && { 'accept-language': accepted }),
    }).uri;

  it.each([
    ['de', 'de'],
    ['de-AT,de;q=0.9,en;q=0.8', 'de'],
    ['en-GB', 'en'],
    ['fr-FR,fr;q=0.9,de;q=0.5,en;q=0.4', 'de'],
    ['en;q=0.3, DE ; q=0.7', 'de'],
    ['en;q=0.5,de;q=0.5', 'en'],
    ['de;q=0,en', 'en'],
    ['de;q=0', 'en'],
    ['de;q=nonsense,en;q=0.1', 'en'],
    ['fr,it', 'en'],
    ['*', 'en'],
    ['', 'en'],
    [',;,q=;', 'en'],
    ['deutsch', 'en'],
  ])('answers the root of the public site for "%s" in %s', (accepted, language) => {
    expect(atRoot('/', { value: accepted })).toBe(`/landing/root-${language}.html`);
  });

  it('answers it in English without a word on languages, and reads a header that comes in parts', () => {
    expect(atRoot('/')).toBe('/landing/root-en.html');
    expect(atRoot('/', { value: 'fr', multiValue: [{ value: 'fr' }, { value: 'de;q=0.4' }] })).toBe(
      '/landing/root-de.html',
    );
  });

  it('answers each language under an address of its own, whatever the viewer prefers', () => {
    expect(atRoot('/de', { value: 'en' })).toBe('/landing/de.html');
    expect(atRoot('/en', { value: 'de' })).toBe('/landing/en.html');
    for (const other of ['/fr', '/de/', '/dex', '/about', '/en/about'])
      expect(atRoot(other, { value: 'de' })).toBe('/index.html');
  });

  it('lets crawlers read the public site only', () => {
    expect(atRoot('/robots.txt')).toBe('/robots.txt');
    expect(run('/robots.txt').uri).toBe('/robots-elsewhere.txt');
  });
});

describe('the function after a request for the root', () => {
  const run = (headers: Record<string, Header>) =>
    (
      vm.runInNewContext(`${deployed('VaryByLanguage').code}; handler(event)`, {
        event: { response: { headers } },
      }) as { headers: Record<string, Header> }
    ).headers.vary;

  it('says that the answer depends on the languages, beside what else it depends on', () => {
    expect(run({})).toEqual({ value: 'Accept-Language' });
    expect(run({ vary: { value: 'Accept-Encoding' } })).toEqual({
      value: 'Accept-Encoding, Accept-Language',
    });
  });

  it('stands there and nowhere else; the root is else as every page', () => {
    const { FunctionAssociations, PathPattern: _, ...root } = behavior('/');
    const { FunctionAssociations: usual, ...others } = behavior('default');
    expect(root).toEqual(others);
    expect(FunctionAssociations).toEqual([
      ...usual,
      { EventType: 'viewer-response', FunctionARN: deployed('VaryByLanguage').arn },
    ]);
    for (const { PathPattern, FunctionAssociations: associations } of config.CacheBehaviors)
      if (!['/', '/w/*.json', ...ofTheBuild].includes(PathPattern ?? '')) expect(associations).toEqual(usual);
  });
});

describe('the function after a request for what is published of a bot', () => {
  const run = (sites: readonly string[], origin?: string) =>
    vm.runInNewContext(`${deployed('AllowedSites').code}; handler(event)`, {
      event: {
        request: { headers: { ...(origin !== undefined && { origin: { value: origin } }) } },
        response: {
          statusCode: 200,
          headers: {
            etag: { value: '"1"' },
            'last-modified': { value: 'Mon, 01 Jan 2024 00:00:00 GMT' },
            'content-encoding': { value: 'br' },
            vary: { value: 'Accept-Encoding' },
            ...(sites.length > 0 && { 'x-amz-meta-sites': { value: sites.join(' ') } }),
          },
        },
      },
    }) as { statusCode: number; body?: string; headers: Record<string, Header> };

  it('stands there and nowhere else, before the behaviour of what else is under that path', () => {
    const { FunctionAssociations: usual, PathPattern: _, ...others } = behavior('/w/*');
    expect(behavior('/w/*.json')).toEqual({
      ...others,
      PathPattern: '/w/*.json',
      FunctionAssociations: [
        ...usual,
        { EventType: 'viewer-response', FunctionARN: deployed('AllowedSites').arn },
      ],
    });
    const patterns = config.CacheBehaviors.map(({ PathPattern }) => PathPattern);
    expect(patterns.indexOf('/w/*.json')).toBeLessThan(patterns.indexOf('/w/*'));
  });

  it.each([
    [['shop.example'], 'https://shop.example'],
    [['shop.example'], 'http://shop.example:8080'],
    [['shop.example'], 'https://www.shop.example'],
    [['shop.example'], 'https://myshop.example'],
    [['shop.example'], 'https://shop.example.evil'],
    [['*.shop.example'], 'https://www.shop.example'],
    [['*.shop.example'], 'https://a.b.shop.example:8443'],
    [['*.shop.example'], 'https://shop.example'],
    [['*.shop.example'], 'https://myshop.example'],
    [['shop.example:8080'], 'http://shop.example:8080'],
    [['shop.example:8080'], 'http://shop.example'],
    [['shop.example:8080'], 'http://shop.example:80801'],
    [['*.shop.example:8080'], 'http://www.shop.example:8080'],
    [['a.example', 'xn--bcher-kva.example'], 'https://xn--bcher-kva.example'],
    [['192.168.0.7'], 'http://192.168.0.7:3000'],
    [['[::1]:3000'], 'http://[::1]:3000'],
    [['none.invalid'], 'https://shop.example'],
    [['null'], 'null'],
    [['shop.example'], 'null'],
    [['shop.example'], 'chrome-extension://abcdef'],
    [[], 'https://shop.example'],
  ])('lets %j through to the pages of %s exactly where a session is given', (sites, origin) => {
    expect(run(sites, origin).statusCode).toBe(
      isSiteAllowed(sites, origin, 'https://app.parley.example') ? 200 : 403,
    );
  });

  it('lets our own pages through, which say no origin', () => {
    expect(run(['shop.example']).statusCode).toBe(200);
  });

  it('says nothing of a bot where it is not for, and that the answer is for that site alone', () => {
    const refused = run(['shop.example', '*.other.example'], 'https://evil.example');
    expect(ErrorBody.parse(JSON.parse(refused.body ?? '')).error).toEqual({
      code: 'widget.site_not_allowed',
      message: MESSAGES['widget.site_not_allowed'],
    });
    expect(refused.headers).toEqual({ vary: { value: 'Accept-Encoding, Origin' } });
  });

  it('lets no browser ask whether what it has of another site still holds', () => {
    const { headers, body } = run(['shop.example'], 'https://shop.example');
    expect(headers).toEqual({
      vary: { value: 'Accept-Encoding, Origin' },
      'content-encoding': { value: 'br' },
    });
    expect(body).toBeUndefined();
    expect(run([], 'https://shop.example').headers).toMatchObject({
      etag: { value: '"1"' },
      vary: { value: 'Accept-Encoding' },
    });
  });
});

/** A function at the edge as it is deployed: small enough for CloudFront, of the runtime that it is written for. */
function deployed(name: string): { readonly arn: string | undefined; readonly code: string } {
  const found = synth.assembly
    .ofType('AWS::CloudFront::Function')
    .find(({ logicalId }) => logicalId.startsWith(name));
  const code = String(found?.properties.FunctionCode);
  expect(found?.properties.FunctionConfig).toMatchObject({ Runtime: 'cloudfront-js-2.0' });
  expect(code.length).toBeLessThan(10_240);
  return { arn: found?.attributes.FunctionARN, code };
}
